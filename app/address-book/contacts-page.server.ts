/** What the pages of contacts show. */
import { statusTones, statusWords } from "#app/campaigns/campaign-words.ts";
import { whyNotWords } from "#app/campaigns/why-not.server.ts";
import {
  type ContactFilter,
  filterAddress,
  filterIn,
  isNarrowed,
} from "#app/contacts/contact-filter.schema.ts";
import { type Consent, isOwnWord, provingCall } from "#app/contacts/contact-terms.schema.ts";
import type { ContactFile, ContactRow, Named } from "#app/contacts/contact-views.schema.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { missing } from "#app/platform/errors.ts";
import { ago, count, dayLabel, exactTime, type Place } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { countryOfNumber, internationally } from "#app/platform/phone-number.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { noContact, type TypedContact } from "./contact-form.ts";
import { barWords, consentWords, lineWords, sourceWords } from "./contact-words.ts";

export const lost = () => missing("contact", { to: "/contacts", label: "Contacts" });

const placeOf = ({ organization }: Member): Place => ({
  timeZone: organization.timeZone,
  locale: organization.locale,
});

const idShape = /^[0-9a-f-]{36}$/;

function shownRow(row: ContactRow, now: number, place: Place) {
  const { id, status, company, tags, email } = row;
  const number = row.phone_number === null ? null : internationally(row.phone_number);
  return {
    id,
    status,
    company,
    tags,
    who: row.name ?? number ?? email ?? "Without a name",
    face: row.name,
    number: row.name === null ? null : number,
    email,
    lastCalled: row.last_called_at === null ? null : ago(row.last_called_at, now, place),
  };
}
export type ShownContact = ReturnType<typeof shownRow>;

/** "12", "10,000+". */
const upTo = ({ n, isMore }: { n: number; isMore: boolean }, locale: string): string =>
  `${count(n, locale)}${isMore ? "+" : ""}`;

export async function contactsPage(member: Member, request: Request) {
  const { store, organization, may } = member;
  const params = new URL(request.url).searchParams;
  const filter: ContactFilter = filterIn(params);
  const after = idShape.test(params.get("cursor") ?? "") ? params.get("cursor") : null;
  const now = Date.now();
  const [page, found, tags, lists, fields, isEmpty] = await Promise.all([
    store.contactBook.list(filter, after, now),
    store.contactBook.count(filter, now),
    store.contactBook.tagNames(),
    store.contactBook.lists(),
    store.contactBook.fields(),
    store.contactBook.isEmpty(),
  ]);
  const place = placeOf(member);
  return {
    rows: page.rows.map((row) => shownRow(row, now, place)),
    next: page.next,
    isPartial: page.isPartial,
    isFirst: after === null,
    isEmpty,
    found: upTo(found, organization.locale),
    isOne: found.n === 1 && !found.isMore,
    filter,
    address: filterAddress(filter).toString(),
    isNarrowed: isNarrowed({ ...filter, archived: false }),
    tags,
    lists,
    fields,
    canManage: may("contacts.manage"),
  };
}

/** Time zones that people choose from; the one that a contact has already is added. */
const zones = [
  ...["America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles"],
  ...["America/Anchorage", "Pacific/Honolulu", "America/Puerto_Rico", "America/Toronto", "America/Winnipeg"],
  ...["America/Edmonton", "America/Vancouver", "America/Halifax", "America/St_Johns", "America/Mexico_City"],
  ...["Europe/London", "Europe/Dublin", "Europe/Lisbon", "Europe/Madrid", "Europe/Paris", "Europe/Berlin"],
  ...["Europe/Rome", "Europe/Warsaw", "Europe/Athens", "Australia/Perth", "Australia/Sydney"],
  "Pacific/Auckland",
];

const typedOf = (contact: ContactFile): TypedContact => ({
  name: contact.name ?? "",
  company: contact.company ?? "",
  address: contact.address ?? "",
  time_zone: contact.time_zone ?? "",
  status: contact.status,
  numbers: contact.numbers.map(({ phone_number, label, line_type }) => ({
    number: internationally(phone_number),
    label: label ?? "",
    line_type: line_type ?? "",
  })),
  emails: contact.emails.map(({ email }) => email),
  custom: contact.custom,
});

/** The form of a contact. @param id null: a new one */
export async function contactFormPage({ store }: Member, id: string | null) {
  const [contact, fields] = await Promise.all([
    id === null ? null : store.contactBook.open(id),
    store.contactBook.fields(),
  ]);
  if (id !== null && !contact) throw lost();
  const own = contact?.time_zone ?? null;
  return {
    typed: contact ? typedOf(contact) : noContact,
    version: contact?.updated_at ?? null,
    who: contact ? nameOf(contact) : "New contact",
    fields,
    zones: own === null || zones.includes(own) ? zones : [own, ...zones],
  };
}

const nameOf = ({ name, phone_number, email }: ContactFile): string =>
  name ?? (phone_number === null ? null : internationally(phone_number)) ?? email ?? "Without a name";

function shownBar(bar: NonNullable<ContactFile["numbers"][number]["bar"]>, now: number, place: Place) {
  return {
    why: barWords[bar.source] ?? bar.source,
    reason: bar.reason,
    by: bar.by_name,
    when: ago(bar.at, now, place),
    isOwnWord: isOwnWord(bar.source),
  };
}

/** What a person agreed to: one entry for what they agreed to at once, with its numbers. */
function shownConsents(consents: readonly Consent[], now: number, place: Place) {
  const together = Map.groupBy(consents, ({ kind, channel, source, proof, given_at, revoked_at }) =>
    JSON.stringify([kind, channel, source, proof, given_at, revoked_at]),
  );
  return [...together.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { id, kind, channel, source, proof, given_at, revoked_at } = first;
    const numbers = same.flatMap(({ phone_number }) => phone_number ?? []);
    return [
      {
        ...{ id, channel, source, proof, call: provingCall(first) },
        words: consentWords[kind] ?? kind,
        of: numbers.length === 0 ? null : numbers.map(internationally).join(", "),
        // A day that was noted has no time.
        given:
          localClock(given_at, place.timeZone) === "00:00"
            ? dayLabel(localDate(given_at, place.timeZone), place.locale)
            : exactTime(given_at, place),
        ended: revoked_at === null ? null : ago(revoked_at, now, place),
      },
    ];
  });
}

/** The campaigns whose contacts may still be called. */
const openCampaigns = ["scheduled", "running", "paused", "broken"] as const;

/** Why a contact is not called yet, for each campaign that may still call it. */
async function whyNotShown({ store, may }: Member, id: string, now: number, place: Place) {
  if (!may("campaigns.read")) return [];
  const rows = await store.whyNots.whyNot(id, now, openCampaigns);
  return rows
    .filter(({ cause }) => cause !== "done")
    .map(({ campaign_id, campaign, status, ...why }) => ({
      id: campaign_id,
      campaign,
      words: whyNotWords(why, { now, ...place }),
      status: status === "running" ? null : { words: statusWords[status], tone: statusTones[status] },
    }));
}

export async function contactPage(member: Member, request: Request, id: string) {
  const { store, organization, may } = member;
  const before = Number(new URL(request.url).searchParams.get("before") ?? "");
  const now = Date.now();
  const place = placeOf(member);
  const [contact, timeline, fields, lists, tags, whyNot] = await Promise.all([
    store.contactBook.open(id),
    store.contactTimeline.timeline(
      id,
      Number.isSafeInteger(before) && before > 0 ? before : null,
      { now, ...place },
      may("campaigns.read"),
    ),
    store.contactBook.fields(),
    store.contactBook.lists(),
    store.contactBook.tagNames(),
    whyNotShown(member, id, now, place),
  ]);
  if (!contact) throw lost();
  const bars = contact.numbers.flatMap((number) => number.bar ?? []);
  const bar = bars.find(({ source }) => isOwnWord(source)) ?? bars[0] ?? null;
  const outside = (of: readonly Named[]) => lists.filter(({ id }) => !of.some((one) => one.id === id));
  return {
    id,
    who: nameOf(contact),
    status: contact.status,
    company: contact.company,
    address: contact.address,
    timeZone: contact.time_zone?.replaceAll("_", " ") ?? null,
    isArchived: contact.archived_at !== null,
    source: sourceWords[contact.source] ?? contact.source,
    added: exactTime(contact.created_at, place),
    numbers: contact.numbers.map(({ phone_number, label, line_type, bar }) => ({
      e164: phone_number,
      number: internationally(phone_number),
      label:
        [label ?? countryOfNumber(phone_number), lineWords[line_type ?? ""]].filter(Boolean).join(", ") ||
        null,
      isBarred: bar !== null,
    })),
    emails: contact.emails.map(({ email }) => email),
    bar: bar && shownBar(bar, now, place),
    custom: fields.flatMap(({ key, label }) => {
      const value = contact.custom[key];
      return value ? [{ label, value }] : [];
    }),
    tags: contact.tags,
    knownTags: tags,
    lists: contact.lists,
    otherLists: outside(contact.lists),
    consents: shownConsents(contact.consents, now, place),
    timeline,
    whyNot,
    request: newId(),
    canManage: may("contacts.manage"),
    canText: may("messages.write") && contact.numbers.length > 0,
    canErase: may("organization.write"),
    canCall: may("calls.place"),
    locale: organization.locale,
  };
}

export async function doNotCallPage(member: Member, request: Request) {
  const { store, organization, may } = member;
  const params = new URL(request.url).searchParams;
  const q = (params.get("q") ?? "").slice(0, 40);
  const cursor = params.get("cursor") || null;
  const page = await store.doNotCall.list({ q, before: cursor });
  const now = Date.now();
  const place = placeOf(member);
  return {
    rows: page.rows.map(({ phone_number, contact, isOwnWord, ...bar }) => ({
      ...shownBar(bar, now, place),
      isOwnWord,
      e164: phone_number,
      number: internationally(phone_number),
      contact,
      exactly: exactTime(bar.at, place),
    })),
    older: page.older,
    total: count(page.total, organization.locale),
    isOne: page.total === 1,
    isEmpty: page.total === 0,
    isFirst: cursor === null,
    q,
    canManage: may("contacts.manage"),
  };
}
