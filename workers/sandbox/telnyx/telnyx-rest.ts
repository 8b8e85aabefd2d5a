/** Plays https://api.telnyx.com: the part of its REST API that the product uses (docs/telephony.md, "Telnyx"). */
import { z } from "zod";
import type { CarrierNumber } from "#workers/sandbox/carrier-records.ts";
import { announceIn, roomsNamed } from "#workers/sandbox/conference-rest.ts";
import { isRegulated, numbersForSale, rangeOf } from "#workers/sandbox/number-catalogue.ts";
import type { NumberKind } from "#workers/sandbox/number-ranges.ts";
import type { Lines } from "#workers/sandbox/twilio-calls.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";
import { changeCall } from "./change-call.ts";
import { dial, onePlacedCall, placedCalls } from "./placed-calls.ts";
import {
  messagingProfile,
  numberMessages,
  phoneNumberCampaign,
  send,
  tollFreeVerifications,
} from "./telnyx-messages.ts";
import { recordings } from "./telnyx-recordings.ts";
import { type Asked, notFound, telnyxError } from "./telnyx-wire.ts";

/** Answers a request to api.telnyx.com. */
export async function telnyx(request: Request, world: WorldDoor, lines: Lines): Promise<Response> {
  const url = new URL(request.url);
  const key = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const account = key ? await world.accountWithKey(key) : null;
  if (account?.carrier !== "telnyx" || account.status !== "active")
    return telnyxError(401, "10009", "Authentication failed");
  const text = new TextDecoder().decode(await request.arrayBuffer());
  const isJson = request.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (text !== "" && !isJson) return telnyxError(415, "10014", "Unsupported Media Type");
  const body: unknown = text === "" ? {} : JSON.parse(text);
  const { method } = request;
  const [, resource = "", id = null] = /^\/v2\/([a-z_]+)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  const asked = { method, url, body, account, world, lines };
  if (resource === "available_phone_numbers" && method === "GET") return search(asked);
  if (resource === "number_orders" && method === "POST") return order(asked);
  if (resource === "phone_numbers") return id === null ? list(asked) : oneNumber(asked, id);
  if (resource === "messaging_profiles" && id !== null) return messagingProfile(asked);
  const [, of_number] = /^\/v2\/phone_numbers\/([^/]+)\/messaging$/.exec(url.pathname) ?? [];
  if (of_number !== undefined) return numberMessages(asked, of_number);
  const [, registered] = /^\/v2\/10dlc\/phone_number_campaigns\/([^/]+)$/.exec(url.pathname) ?? [];
  if (registered !== undefined && method === "GET")
    return phoneNumberCampaign(asked, decodeURIComponent(registered));
  if (url.pathname === "/v2/messaging_tollfree/verification/requests") return tollFreeVerifications(asked);
  if (resource === "texml_applications" && id !== null) return application(asked, id);
  if (resource === "messages" && method === "POST") return send(asked);
  const recorded = await recordings(asked);
  if (recorded) return recorded;
  const [, of, room] =
    /^\/v2\/texml\/Accounts\/([^/]+)\/Conferences(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
  if (of === account.sid) return conferences(asked, room ?? null);
  const [, account_sid] = /^\/v2\/texml\/Accounts\/([^/]+)\/Calls$/.exec(url.pathname) ?? [];
  if (account_sid === account.sid) return method === "POST" ? dial(asked) : placedCalls(asked);
  const changed = method === "POST" ? await changeCall(asked) : null;
  if (changed) return changed;
  const [, of_account, call_sid = ""] =
    /^\/v2\/texml\/Accounts\/([^/]+)\/Calls\/([^/]+)$/.exec(url.pathname) ?? [];
  if (of_account === account.sid) return onePlacedCall(asked, decodeURIComponent(call_sid));
  return notFound();
}

const kinds: Readonly<Record<string, NumberKind>> = {
  local: "Local",
  toll_free: "TollFree",
  mobile: "Mobile",
  national: "National",
};

const announcement = z.object({ AnnounceUrl: z.url(), AnnounceMethod: z.literal("POST") });

/** GET /texml/Accounts/{account}/Conferences, and POST to one of them */
async function conferences(
  { method, url, body, account, world, lines }: Asked,
  sid: string | null,
): Promise<Response> {
  const rooms = { account_sid: account.sid, world, lines };
  if (sid === null)
    return method === "GET"
      ? Response.json(await roomsNamed(url.searchParams.get("FriendlyName"), rooms))
      : notFound();
  const order = announcement.safeParse(body).data;
  if (method !== "POST" || !order) return telnyxError(422, "10015", "Bad Request");
  const told = await announceIn(sid, order.AnnounceUrl, rooms);
  return told ? Response.json(told) : notFound();
}

/** GET /available_phone_numbers */
async function search({ url, world }: Asked): Promise<Response> {
  const filter = (name: string) => url.searchParams.get(`filter${name}`) ?? undefined;
  const country = filter("[country_code]") ?? "";
  const kind = kinds[filter("[phone_number_type]") ?? "local"];
  if (!kind) return telnyxError(422, "10015", "Bad Request", "phone_number_type is unknown");
  const contains = filter("[phone_number][contains]");
  if (contains !== undefined && !/^\d{1,15}$/.test(contains))
    return telnyxError(422, "10015", "Bad Request", "contains takes digits");
  const code = filter("[national_destination_code]");
  const owned = new Set((await world.numbers()).map(({ phone_number }) => phone_number));
  const limit = Number(filter("[limit]") ?? 100);
  const wanted = { country, kind, contains, locality: filter("[locality]"), limit: 2000 };
  const found = numbersForSale(wanted, owned)
    .filter(({ phone_number }) => !code || phone_number.replace(/^\+(?:1|44|49|61)/, "").startsWith(code))
    .slice(0, limit);
  const data = found.map(({ phone_number, place }) => ({
    record_type: "available_phone_number",
    phone_number,
    vanity_format: null,
    best_effort: false,
    quickship: true,
    reservable: true,
    region_information: [
      { region_type: "country_code", region_name: country },
      ...(place.region ? [{ region_type: "state", region_name: place.region }] : []),
      ...(place.locality ? [{ region_type: "location", region_name: place.locality }] : []),
    ],
    cost_information: { upfront_cost: "1.00", monthly_cost: "1.00", currency: "USD" },
    features: [{ name: "voice" }, { name: "sms" }],
  }));
  return Response.json({ data, meta: { total_results: data.length, best_effort_results: 0 } });
}

const orderBody = z.object({
  phone_numbers: z
    .array(z.object({ phone_number: z.string(), requirement_group_id: z.string().optional() }))
    .length(1),
  connection_id: z.string().optional(),
  customer_reference: z.string().optional(),
});

/** POST /number_orders: one number, which is there at once. */
async function order({ body, account, world }: Asked): Promise<Response> {
  const wanted = orderBody.safeParse(body).data;
  const [number] = wanted?.phone_numbers ?? [];
  if (!wanted || !number) return telnyxError(422, "10004", "Missing required parameter");
  const { connection_id = "", customer_reference = "" } = wanted;
  if (connection_id && (await world.application(connection_id))?.account_sid !== account.sid)
    return telnyxError(422, "10017", "Associated resource does not exist");
  const range = rangeOf(number.phone_number);
  const isMet = range !== null && (!isRegulated(range.country) || number.requirement_group_id !== undefined);
  const sold =
    range && isMet
      ? await world.buyNumber(account.sid, number.phone_number, {
          friendly_name: customer_reference,
          connection_id,
        })
      : null;
  if (!range || (isMet && !sold))
    return telnyxError(422, "85000", "Must search phone number via search API first");
  return Response.json({
    data: {
      id: crypto.randomUUID(),
      record_type: "number_order",
      status: sold ? "success" : "pending",
      requirements_met: isMet,
      connection_id,
      customer_reference,
      phone_numbers_count: 1,
      phone_numbers: [
        {
          id: crypto.randomUUID(),
          record_type: "number_order_phone_number",
          phone_number: number.phone_number,
          status: sold ? "success" : "pending",
        },
      ],
    },
  });
}

const shown = async (world: WorldDoor, number: CarrierNumber) =>
  numberJson(number, await world.texts.profile(number.sid));

const numberJson = (number: CarrierNumber, messaging_profile_id: string | null) => ({
  id: number.sid,
  record_type: "phone_number",
  phone_number: number.phone_number,
  status: number.state || "active",
  customer_reference: number.friendly_name,
  connection_id: number.connection_id || null,
  connection_name: number.connection_id ? "Calls" : null,
  messaging_profile_id,
  cnam_listing_enabled: false,
  phone_number_type: "local",
  purchased_at: new Date(number.created_at).toISOString(),
});

/** GET /phone_numbers */
async function list({ method, url, account, world }: Asked): Promise<Response> {
  if (method !== "GET") return notFound();
  const wanted = url.searchParams.get("filter[phone_number]");
  const reference = url.searchParams.get("filter[customer_reference]");
  const mine = (await world.numbers()).filter(
    (number) =>
      number.account_sid === account.sid &&
      (!wanted || number.phone_number.includes(wanted)) &&
      (!reference || number.friendly_name === reference),
  );
  const data = await Promise.all(mine.slice(0, 250).map((number) => shown(world, number)));
  return Response.json({ data, meta: { total_results: mine.length } });
}

const numberBody = z.object({
  connection_id: z.string().optional(),
  customer_reference: z.string().optional(),
});

/** GET, PATCH and DELETE /phone_numbers/{id} */
async function oneNumber({ method, body, account, world }: Asked, id: string): Promise<Response> {
  const number = await world.number(id);
  if (!number || number.account_sid !== account.sid) return notFound();
  if (method === "DELETE") {
    await world.releaseNumber(id);
    return Response.json({ data: { ...(await shown(world, number)), status: "deleted" } });
  }
  if (method === "GET") return Response.json({ data: await shown(world, number) });
  const changes = numberBody.safeParse(body).data;
  if (method !== "PATCH" || !changes) return telnyxError(422, "10015", "Bad Request");
  const { connection_id, customer_reference } = changes;
  if (connection_id && (await world.application(connection_id))?.account_sid !== account.sid)
    return telnyxError(422, "10017", "Associated resource does not exist");
  const changed = await world.configureNumber(id, {
    ...(connection_id !== undefined && { connection_id }),
    ...(customer_reference !== undefined && { friendly_name: customer_reference }),
  });
  return changed ? Response.json({ data: await shown(world, changed) }) : notFound();
}

const applicationBody = z.object({
  voice_url: z.url().optional(),
  voice_method: z.enum(["get", "post"]).optional(),
  voice_fallback_url: z.url().optional(),
  status_callback: z.url().optional(),
  status_callback_method: z.enum(["get", "post"]).optional(),
});

/** GET and PATCH /texml_applications/{id} */
async function application({ method, body, account, world }: Asked, id: string): Promise<Response> {
  const known = await world.application(id);
  if (known?.account_sid !== account.sid) return notFound();
  if (method !== "GET" && method !== "PATCH") return notFound();
  const changes = applicationBody.safeParse(body).data;
  if (!changes) return telnyxError(422, "10003", "Invalid URL");
  const { voice_url = known.voice_url, status_callback = known.status_callback } = changes;
  const { voice_fallback_url = known.voice_fallback_url } = changes;
  const addresses = { voice_url, voice_fallback_url, status_callback };
  if (method === "PATCH") await world.configureApplication({ id, ...addresses });
  return Response.json({ data: { id, record_type: "texml_application", active: true, ...addresses } });
}
