/** HubSpot: the contact of a call or an appointment is made or completed, with a note of what happened. */
import { z } from "zod";
import { settings } from "#app/platform/env.server.ts";
import { htmlText } from "./html-text.ts";
import type { IntegrationSettings } from "./integrations.schema.ts";
import {
  type Adapter,
  type Answer,
  anything,
  ask,
  type News,
  refusal,
  type Told,
} from "./provider.server.ts";

const api = "https://api.hubapi.com";
/** HubSpot's name for "a note of a contact". */
const noteOfContact = 202;

const tokenFacts = z.object({ hub_id: z.number(), hub_domain: z.string() });
const keyFacts = z.object({ portalId: z.number(), uiDomain: z.string().default("") });
const object = z.object({ id: z.string() });
const found = z.object({ results: z.array(object) });
const foundNotes = z.object({
  results: z.array(object.extend({ properties: z.object({ hs_note_body: z.string().default("") }) })),
});
/** Another contact has this address. */
const taken = z.object({ message: z.string() });

const contacts = `${api}/crm/v3/objects/contacts`;
const notes = `${api}/crm/v3/objects/notes`;
const isPrivateKey = (token: string): boolean => token.startsWith("pat-");

/** The contact with this address or number; null: there is none. */
async function contactWith(token: string, told: Told): Promise<Answer<string | null>> {
  for (const [propertyName, value] of [
    ["email", told.email],
    ["phone", told.phone],
  ] as const) {
    if (!value) continue;
    const json = { filterGroups: [{ filters: [{ propertyName, operator: "EQ", value }] }], limit: 1 };
    const answer = await ask({ url: `${contacts}/search`, method: "POST", token, json }, found);
    if (!answer.ok) return answer;
    const [first] = answer.value.results;
    if (first) return { ok: true, value: first.id };
  }
  return { ok: true, value: null };
}

/** Our fields under the names that the map gives them; without one a field is not sent. */
export function propertiesOf(
  { fields }: Pick<IntegrationSettings, "fields">,
  told: Told,
): Record<string, string> {
  const pairs = Object.entries(fields).map(([ours, theirs]) => [theirs, told[ours]] as const);
  return Object.fromEntries(
    pairs.flatMap(([theirs, value]) => (theirs && value ? [[theirs, value] as const] : [])),
  );
}

/**
 * Makes the contact, or completes the one with the same address or number.
 * @param known_id of the one that was written lately, which the search may not find yet
 * @returns its id at HubSpot
 */
export async function upsertContact(
  token: string,
  map: Pick<IntegrationSettings, "fields">,
  told: Told,
  known_id: string | null = null,
): Promise<Answer<string>> {
  const properties = propertiesOf(map, told);
  if (!told.email && !told.phone)
    return refusal("refused", "Neither an email address nor a number is known.");
  const known = await contactWith(token, told);
  if (!known.ok) return known;
  const id = known.value ?? known_id;
  const whole = id === null ? null : await completed(token, id, properties);
  // One that was written lately may have been deleted since.
  if (whole !== null && (whole.ok || known.value !== null || whole.reason !== "missing")) return whole;
  const made = await ask(
    { url: contacts, method: "POST", token, json: { properties }, accepts: [409] },
    z.union([object, taken]),
  );
  if (!made.ok) return made;
  if ("id" in made.value) return { ok: true, value: made.value.id };
  // It is there already: the search does not know yet what was written a moment ago.
  const [, named] = /Existing ID: (\d+)/.exec(made.value.message) ?? [];
  const again = named === undefined ? await contactWith(token, told) : { ok: true as const, value: named };
  if (!again.ok) return again;
  return again.value === null
    ? refusal("busy", made.value.message)
    : completed(token, again.value, properties);
}

async function completed(
  token: string,
  id: string,
  properties: Record<string, string>,
): Promise<Answer<string>> {
  const url = `${contacts}/${id}`;
  const answer = await ask({ url, method: "PATCH", token, json: { properties } }, object);
  return answer.ok ? { ok: true, value: answer.value.id } : answer;
}

/** The words of a note, however HubSpot keeps its markup. */
const bareWords = (html: string): string => html.replaceAll(/<[^>]*>|[^\p{L}\p{N}]/gu, "");

/** The note of this contact, this moment and these words; null: there is none. */
async function noteAt(
  token: string,
  contactId: string,
  at: string,
  html: string,
): Promise<Answer<string | null>> {
  const filters = [
    { propertyName: "associations.contact", operator: "EQ", value: contactId },
    { propertyName: "hs_timestamp", operator: "EQ", value: String(Date.parse(at)) },
  ];
  const json = { filterGroups: [{ filters }], properties: ["hs_note_body"], limit: 20 };
  const answer = await ask({ url: `${notes}/search`, method: "POST", token, json }, foundNotes);
  if (!answer.ok) return answer;
  // Two appointments of one person can be booked in the same millisecond.
  const same = answer.value.results.find(
    ({ properties }) => bareWords(properties.hs_note_body) === bareWords(html),
  );
  return { ok: true, value: same?.id ?? null };
}

async function note(
  token: string,
  contactId: string,
  { sentence, told, isRepeated }: News,
): Promise<Answer<string>> {
  const html = htmlText([sentence, told.summary].filter(Boolean).join("\n"));
  if (isRepeated && told.at) {
    const before = await noteAt(token, contactId, told.at, html);
    if (!before.ok) return before;
    if (before.value !== null) return { ok: true, value: before.value };
  }
  const json = {
    properties: { hs_note_body: html, hs_timestamp: told.at ?? new Date().toISOString() },
    associations: [
      {
        to: { id: contactId },
        types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: noteOfContact }],
      },
    ],
  };
  const answer = await ask({ url: notes, method: "POST", token, json }, object);
  return answer.ok ? { ok: true, value: answer.value.id } : answer;
}

export const hubspot: Adapter = {
  provider: "hubspot",
  oauth: {
    authorize: "https://app.hubspot.com/oauth/authorize",
    token: "https://api.hubapi.com/oauth/v1/token",
    scope: "oauth crm.objects.contacts.read crm.objects.contacts.write",
    more: {},
    usesPkce: false,
    secretIn: "body",
    client(environment) {
      const { HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET } = settings(environment);
      return HUBSPOT_CLIENT_ID && HUBSPOT_CLIENT_SECRET
        ? { id: HUBSPOT_CLIENT_ID, secret: HUBSPOT_CLIENT_SECRET }
        : null;
    },
  },
  takesKey: true,
  async account(token) {
    if (isPrivateKey(token)) {
      const answer = await ask({ url: `${api}/account-info/v3/details`, token }, keyFacts);
      return answer.ok
        ? {
            ok: true,
            value: { id: String(answer.value.portalId), label: `Account ${answer.value.portalId}` },
          }
        : answer;
    }
    const answer = await ask(
      { url: `${api}/oauth/v1/access-tokens/${encodeURIComponent(token)}` },
      tokenFacts,
    );
    return answer.ok
      ? { ok: true, value: { id: String(answer.value.hub_id), label: answer.value.hub_domain } }
      : answer;
  },
  choices: async () => ({ ok: true, value: [] }),
  firstTarget: async () => ({ ok: true, value: null }),
  async test(token) {
    const answer = await ask({ url: `${contacts}?limit=1`, token }, anything);
    return answer.ok ? { ok: true, value: null } : answer;
  },
  async tell(token, map, news) {
    const contact = await upsertContact(token, map, news.told, news.known_id);
    if (!contact.ok) return contact;
    const noted = await note(token, contact.value, news);
    return noted.ok ? contact : noted;
  },
  async revoke({ refresh }) {
    // A private app's key is revoked by its owner, at HubSpot.
    if (refresh === null) return { ok: true, value: null };
    const url = `${api}/oauth/v1/refresh-tokens/${encodeURIComponent(refresh)}`;
    const answer = await ask({ url, method: "DELETE", accepts: [404] }, anything);
    return answer.ok ? { ok: true, value: null } : answer;
  },
};
