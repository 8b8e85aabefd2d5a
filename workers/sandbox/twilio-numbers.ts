/** Twilio's number resources: numbers for sale, and an account's numbers. */
import type { Account, CarrierNumber, NumberSettings } from "./carrier-records.ts";
import { friendlyName, isRegulated, numbersForSale, rangeOf } from "./number-catalogue.ts";
import type { NumberKind } from "./number-ranges.ts";
import { capabilities, notFound, numberJson, pageJson, twilioError } from "./twilio-wire.ts";
import type { WorldDoor } from "./world-door.ts";

export type RestRequest = {
  method: string;
  pathname: string;
  /** Fields of the form (POST) or of the query (GET). */
  fields: URLSearchParams;
  account: Account;
  world: WorldDoor;
};

/** The page that a list request asks for: 50 rows unless told, 1,000 at most. */
export function pageOf(fields: URLSearchParams): { page: number; pageSize: number } {
  const number = (name: string, fallback: number) => {
    const given = Number(fields.get(name) ?? fallback);
    return Number.isInteger(given) && given >= 0 ? given : fallback;
  };
  return { page: number("Page", 0), pageSize: Math.min(1000, Math.max(1, number("PageSize", 50))) };
}

/** GET AvailablePhoneNumbers/{country}/{Local|TollFree|Mobile|National}.json */
export async function searchNumbers(
  { fields, pathname, world }: RestRequest,
  country: string,
  kind: NumberKind,
): Promise<Response> {
  const areaCode = fields.get("AreaCode") ?? undefined;
  if (areaCode !== undefined && !/^\d{3}$/.test(areaCode))
    return twilioError(400, 21401, `Invalid AreaCode: ${areaCode}`);
  const contains = fields.get("Contains") ?? undefined;
  if (contains !== undefined && !/^\+?[0-9A-Za-z*]{2,15}$/.test(contains))
    return twilioError(400, 21402, `Invalid pattern: ${contains}`);
  const owned = new Set((await world.numbers()).map(({ phone_number }) => phone_number));
  const { pageSize } = pageOf(fields);
  const found = numbersForSale(
    {
      country,
      kind,
      area_code: areaCode,
      contains,
      locality: fields.get("InLocality") ?? undefined,
      region: fields.get("InRegion") ?? undefined,
      limit: pageSize,
    },
    owned,
  );
  const rows = found.map(({ phone_number, place, area }) => ({
    phone_number,
    friendly_name: friendlyName(phone_number),
    lata: area?.lata ?? null,
    locality: place.locality,
    rate_center:
      area?.locality
        .toUpperCase()
        .replaceAll(/[^A-Z]/g, "")
        .slice(0, 10) ?? null,
    latitude: area?.latitude ?? null,
    longitude: area?.longitude ?? null,
    region: place.region,
    postal_code: area?.postal_code ?? null,
    iso_country: country,
    address_requirements: isRegulated(country) ? "any" : "none",
    beta: false,
    capabilities: { voice: capabilities.voice, SMS: capabilities.sms, MMS: capabilities.mms },
  }));
  return Response.json({ available_phone_numbers: rows, uri: pathname });
}

/** IncomingPhoneNumbers.json */
export async function numberList(request: RestRequest): Promise<Response> {
  const { method, fields, account, world, pathname } = request;
  if (method === "POST") return buyNumber(request);
  if (method !== "GET") return twilioError(405, 20004, "Method not allowed");
  const wanted = fields.get("PhoneNumber");
  const mine = (await world.numbers()).filter(
    (number) =>
      number.account_sid === account.sid &&
      (!wanted || number.phone_number.includes(wanted)) &&
      (!fields.get("FriendlyName") || number.friendly_name === fields.get("FriendlyName")),
  );
  const { page, pageSize } = pageOf(fields);
  const rows = mine.slice(page * pageSize, (page + 1) * pageSize);
  return Response.json(
    pageJson("incoming_phone_numbers", await Promise.all(rows.map((number) => shown(world, number))), {
      pathname,
      page,
      pageSize,
      hasMore: mine.length > (page + 1) * pageSize,
    }),
  );
}

/** IncomingPhoneNumbers/{PN}.json */
export async function oneNumber(request: RestRequest, sid: string): Promise<Response> {
  const { method, fields, account, world, pathname } = request;
  const number = await world.number(sid);
  if (!number || number.account_sid !== account.sid) return notFound(pathname);
  if (method === "GET") return Response.json(await shown(world, number));
  if (method === "DELETE") {
    await world.releaseNumber(sid);
    return new Response(null, { status: 204 });
  }
  if (method !== "POST") return twilioError(405, 20004, "Method not allowed");
  const settings = settingsOf(fields);
  if (settings instanceof Response) return settings;
  // Between an account and its subaccounts, a number is exchanged by its owner's credentials.
  const account_sid = fields.get("AccountSid") ?? account.sid;
  const into = account_sid === account.sid ? account : await world.account(account_sid);
  if (into?.status !== "active" || (into.sid !== account.sid && into.owner_sid !== account.sid))
    return twilioError(400, 21615, `The account ${account_sid} is none of yours.`);
  settings.account_sid = into.sid;
  const changed = await world.configureNumber(sid, settings);
  await setMessages(world, sid, fields);
  return changed ? Response.json(await shown(world, changed)) : notFound(pathname);
}

async function buyNumber({ fields, account, world }: RestRequest): Promise<Response> {
  const settings = settingsOf(fields);
  if (settings instanceof Response) return settings;
  const areaCode = fields.get("AreaCode");
  const wanted = fields.get("PhoneNumber") ?? (areaCode ? await anyIn(world, areaCode) : null);
  if (wanted === null) return twilioError(400, 21404, "PhoneNumber or AreaCode is required");
  if (!/^\+[1-9]\d{6,14}$/.test(wanted))
    return twilioError(400, 21421, `${wanted} is not a valid phone number.`);
  const range = rangeOf(wanted);
  if (range && isRegulated(range.country) && !/^BU[0-9a-f]{32}$/.test(fields.get("BundleSid") ?? ""))
    return twilioError(
      400,
      21649,
      "Bundle required: the number is regulated and needs an approved BundleSid.",
    );
  const sold: CarrierNumber | null = range ? await world.buyNumber(account.sid, wanted, settings) : null;
  if (!sold) return twilioError(400, 21422, `${wanted} is not available.`);
  await setMessages(world, sold.sid, fields);
  return Response.json(await shown(world, sold), { status: 201 });
}

const shown = async (world: WorldDoor, number: CarrierNumber) =>
  numberJson(number, await world.texts.address(number.sid));

/** Where messages to a number are announced. */
async function setMessages(world: WorldDoor, sid: string, fields: URLSearchParams): Promise<void> {
  const url = fields.get("SmsUrl");
  if (url !== null) await world.texts.setAddress(sid, url);
}

async function anyIn(world: WorldDoor, area_code: string): Promise<string | null> {
  const owned = new Set((await world.numbers()).map(({ phone_number }) => phone_number));
  return (
    numbersForSale({ country: "US", kind: "Local", area_code, limit: 1 }, owned)[0]?.phone_number ?? null
  );
}

const urlFields = {
  VoiceUrl: "voice_url",
  VoiceFallbackUrl: "voice_fallback_url",
  StatusCallback: "status_callback",
} as const;
const methodFields = {
  VoiceMethod: "voice_method",
  VoiceFallbackMethod: "voice_fallback_method",
  StatusCallbackMethod: "status_callback_method",
} as const;
const field = <Name extends string>(record: Record<Name, unknown>): Name[] =>
  Object.keys(record).filter((name): name is Name => name in record);

function settingsOf(fields: URLSearchParams): NumberSettings | Response {
  const settings: NumberSettings = {};
  for (const name of field(urlFields)) {
    const value = fields.get(name);
    if (value === null) continue;
    if (value !== "" && !/^https?:\/\/\S+$/i.test(value))
      return twilioError(
        400,
        name === "StatusCallback" ? 21609 : 21502,
        `${name} is not a valid URL: ${value}`,
      );
    settings[urlFields[name]] = value;
  }
  for (const name of field(methodFields)) {
    const value = fields.get(name)?.toUpperCase();
    if (value === undefined) continue;
    if (value !== "GET" && value !== "POST") return twilioError(400, 21403, `${name} must be GET or POST`);
    settings[methodFields[name]] = value;
  }
  const friendly = fields.get("FriendlyName");
  if (friendly !== null) settings.friendly_name = friendly.slice(0, 64);
  return settings;
}
