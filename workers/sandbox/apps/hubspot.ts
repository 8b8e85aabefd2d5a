/** Plays api.hubapi.com: tokens, contacts, and notes. */
import { z } from "zod";
import { localSettings } from "#workers/sandbox/local-bindings.ts";
import type { WorldDoor } from "#workers/sandbox/world-door.ts";
import { bearerOf, fieldsOf } from "./bearer.ts";

export const hubspotFailure = (
  status: number,
  message = "Fault set in the sandbox.",
  code = "error",
): Response => Response.json({ status: code, message, category: "SANDBOX" }, { status });

const tokenRequest = z.looseObject({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  refresh_token: z.string().optional(),
});
const written = z.object({ properties: z.record(z.string(), z.string()) });
const contact = z.record(z.string(), z.string());
const lag = z.object({ times: z.number() });
const noted = written.extend({ associations: z.array(z.object({ to: z.object({ id: z.string() }) })) });
const keptNote = z.object({
  hs_timestamp: z.string(),
  hs_note_body: z.string(),
  contact: z.string().nullable(),
});
const search = z.object({
  filterGroups: z.array(
    z.object({ filters: z.array(z.object({ propertyName: z.string(), value: z.string() })) }),
  ),
});
/** What a contact can have; HubSpot refuses names that it does not know. */
const properties = ["firstname", "lastname", "email", "phone", "company", "last_call_summary", "lead_source"];

const hubOf = (account: string): number => [...account].reduce((sum, c) => sum + c.charCodeAt(0), 1_000_000);

async function tokenFor(request: Request, world: WorldDoor): Promise<Response> {
  const { HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET } = localSettings("");
  const form = tokenRequest.parse(await fieldsOf(request));
  if (form.client_id !== HUBSPOT_CLIENT_ID || form.client_secret !== HUBSPOT_CLIENT_SECRET)
    return hubspotFailure(400, "missing or invalid client id", "BAD_CLIENT_ID");
  if (form.grant_type === "refresh_token") {
    const access = await world.apps.renew(form.refresh_token ?? "", Date.now());
    return access === null
      ? hubspotFailure(400, "missing or unknown refresh token", "BAD_REFRESH_TOKEN")
      : Response.json({ access_token: access, refresh_token: form.refresh_token, expires_in: 1800 });
  }
  const given = await world.apps.takeCode(form.code ?? "", Date.now());
  if (given?.app !== "hubspot" || given.redirect_uri !== form.redirect_uri)
    return hubspotFailure(400, "missing or unknown auth code", "BAD_AUTH_CODE");
  const { access, refresh } = await world.apps.issue(given, Date.now());
  return Response.json({
    access_token: access,
    refresh_token: refresh,
    expires_in: 1800,
    token_type: "bearer",
  });
}

/** Whether this search comes before what was written can be found. */
async function lags(world: WorldDoor, account: string): Promise<boolean> {
  const ordered = await world.apps.thing(account, "lag", account);
  const times = ordered ? lag.parse(JSON.parse(ordered.body)).times : 0;
  if (ordered && times > 0) await world.apps.put({ ...ordered, body: JSON.stringify({ times: times - 1 }) });
  return times > 0;
}

async function contactsApi(
  request: Request,
  world: WorldDoor,
  account: string,
  rest: string,
): Promise<Response> {
  const all = (await world.apps.things(account, "contact")).map(({ id, body }) => ({
    id,
    body: contact.parse(JSON.parse(body)),
  }));
  if (request.method === "GET") return Response.json({ results: all.slice(0, 1) });
  if (rest === "/search") {
    const [filter] = search.parse(await request.json()).filterGroups[0]?.filters ?? [];
    const isLate = await lags(world, account);
    const results = all.filter(({ body }) => !isLate && filter && body[filter.propertyName] === filter.value);
    return Response.json({ total: results.length, results: results.map(({ id }) => ({ id })) });
  }
  const { properties: given } = written.parse(await request.json());
  const unknown = Object.keys(given).find((name) => !properties.includes(name));
  if (unknown) return hubspotFailure(400, `Property "${unknown}" does not exist`);
  const known = all.find(({ id }) => `/${id}` === rest);
  if (rest !== "" && !known) return hubspotFailure(404, "resource not found");
  const taken = rest === "" && all.find(({ body }) => given.email && body.email === given.email);
  if (taken) return hubspotFailure(409, `Contact already exists. Existing ID: ${taken.id}`);
  const id = known?.id ?? String(all.length + 101);
  await world.apps.put({ account, kind: "contact", id, body: JSON.stringify({ ...known?.body, ...given }) });
  return Response.json({ id, properties: given }, { status: known ? 200 : 201 });
}

/** Answers api.hubapi.com. */
export async function hubspotApi(request: Request, world: WorldDoor): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/oauth/v1/token") return tokenFor(request, world);
  const [, refresh] = /^\/oauth\/v1\/refresh-tokens\/([^/]+)$/.exec(pathname) ?? [];
  if (refresh !== undefined)
    return (await world.apps.revoke(refresh)) ? new Response(null, { status: 204 }) : hubspotFailure(404);
  const [, access] = /^\/oauth\/v1\/access-tokens\/([^/]+)$/.exec(pathname) ?? [];
  const account = await world.apps.accountOf("hubspot", access ?? bearerOf(request), Date.now());
  if (account === null) return hubspotFailure(401, "Authentication credentials not found.");
  if (access !== undefined) return Response.json({ hub_id: hubOf(account), hub_domain: account });
  if (pathname === "/account-info/v3/details") return Response.json({ portalId: hubOf(account) });
  const [, rest] = /^\/crm\/v3\/objects\/contacts(\/.*)?$/.exec(pathname) ?? [null];
  if (pathname.startsWith("/crm/v3/objects/contacts"))
    return contactsApi(request, world, account, rest ?? "");
  if (pathname === "/crm/v3/objects/notes/search") {
    const filters = search.parse(await request.json()).filterGroups[0]?.filters ?? [];
    const wanted = (name: string) => filters.find(({ propertyName }) => propertyName === name)?.value ?? "";
    const results = (await world.apps.things(account, "note")).flatMap(({ id, body }) => {
      const { contact, hs_timestamp, hs_note_body } = keptNote.parse(JSON.parse(body));
      const isWanted =
        contact === wanted("associations.contact") &&
        String(Date.parse(hs_timestamp)) === wanted("hs_timestamp");
      return isWanted ? [{ id, properties: { hs_note_body } }] : [];
    });
    return Response.json({ total: results.length, results });
  }
  if (pathname === "/crm/v3/objects/notes" && request.method === "POST") {
    const note = noted.parse(await request.json());
    const id = crypto.randomUUID();
    const body = JSON.stringify({ ...note.properties, contact: note.associations[0]?.to.id ?? null });
    await world.apps.put({ account, kind: "note", id, body });
    return Response.json({ id }, { status: 201 });
  }
  return hubspotFailure(404, "resource not found");
}
