/** Two thousand people whom the demo's clinic knows: from three files and by hand, in every time zone of the United States, with consents of every kind. Always the same. */

import { type ContactFilter, everyone } from "#app/contacts/contact-filter.schema.ts";
import type { ImportOptions, ImportRow } from "#app/contacts/contact-imports.schema.ts";
import type { BarSource, ConsentKind } from "#app/contacts/contact-terms.schema.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import type { Store } from "#app/platform/organization-door.ts";

const firstNames =
  "Abigail Adrian Alma Andrea Arthur Audrey Bianca Brandon Camille Carlos Cecilia Clara Colin Damian Derek Edith Elias Esther Felix Fiona Gavin Gloria Harvey Helena Ines Irene Jasper Joel Judith Karina Kirsten Lance Lydia Malik Miriam Nadia Oscar Penelope Quentin Rosa".split(
    " ",
  );
const lastNames =
  "Abbott Alvarez Ashworth Barker Beaumont Bishop Calloway Castellano Chandler Cho Crawford Dalton Donovan Ellison Estrada Fairbanks Flores Gallo Garrison Goldberg Griffith Hamid Harlow Hendricks Ibarra Iverson Jacobs Kapoor Keller Kowalski Lambert Larkin Maddison Mercado Moreau Nguyen Okafor Osborne Pacheco Pruitt Quinn Ramsey Rhodes Romero Sandoval Schultz Tanaka Underwood Valdez Winslow".split(
    " ",
  );
/** A hundred numbers of each are for stories. */
const areas = "516 631 845 585 716 312 773 214 615 504 303 505 602 415 213 206 503 619 907 808".split(" ");
const insurances = ["Delta Dental", "Cigna", "Aetna", "MetLife", "None"];

const perFile = 500;

type DemoFile = {
  name: string;
  list: string | null;
  tag: string;
  consent: { kind: ConsentKind; source: string; proof: string } | null;
  daysAgo: number;
};

const files: readonly DemoFile[] = [
  {
    name: "recall-patients.csv",
    list: "Recall due",
    tag: "recall",
    consent: {
      kind: "express_written",
      source: "New patient form",
      proof: "I agree that the clinic calls me, also with an automated voice, about appointments and offers.",
    },
    daysAgo: 60,
  },
  {
    name: "whitening-fair.csv",
    list: "Whitening offer",
    tag: "fair",
    consent: {
      kind: "express",
      source: "Booth at the street fair",
      proof: "Gave their number and asked for a call.",
    },
    daysAgo: 25,
  },
  {
    name: "practice-software.csv",
    list: "All patients",
    tag: "patient",
    consent: { kind: "customer", source: "Practice software", proof: "Visited in the last eighteen months." },
    daysAgo: 14,
  },
  { name: "old-rolodex.csv", list: "Old records", tag: "", consent: null, daysAgo: 7 },
];

const segments: readonly { name: string; filter: ContactFilter }[] = [
  {
    name: "Written consent, not called lately",
    filter: { ...everyone, consent: "written", called: "not_30", dnc: "no" },
  },
  {
    name: "Patients with Cigna",
    filter: { ...everyone, tags: ["patient"], field: "insurance", value: "Cigna" },
  },
];

/** Who is not called, by the place in all of them, and who asked how. */
const barred: readonly (readonly [place: number, source: BarSource, reason: string])[] = Array.from(
  { length: 36 },
  (_, n) => {
    const sources = ["voice", "key", "text", "member", "import", "api"] as const;
    const source = sources[n % sources.length] ?? "voice";
    return [n * 53 + 7, source, source === "member" ? "Asked by letter" : ""];
  },
);

const phoneAt = (place: number): string =>
  `+1${areas[Math.floor(place / 100)] ?? areas[0]}55501${String(place % 100).padStart(2, "0")}`;

/** Those whom the demo's campaigns call: every seventeenth of a file, with the consent and in the zones of it. One of each asked for no calls. */
const calledPeople: readonly { tag: string; from: number; to: number; rest: number }[] = [
  { tag: "autumn-recall", from: 0, to: 500, rest: 0 },
  { tag: "whitening-offer", from: 500, to: 1000, rest: 3 },
  { tag: "checkup-due", from: 1000, to: 1500, rest: 0 },
];

const tagsOfCampaigns = (place: number): string[] =>
  calledPeople.flatMap(({ tag, from, to, rest }) =>
    place >= from && place < to && place % 17 === rest ? [tag] : [],
  );

/** Whom the demo knows by a number of `phoneAt`. */
export function personAt(phone_number: string): { name: string; phone_number: string; email: string } {
  const place = placeOf.get(phone_number);
  if (place === undefined) throw new Error(`${phone_number} is no one of the demo`);
  const { name, emails } = rowAt(place);
  return { name: name ?? "", phone_number, email: emails[0] ?? `${place}@example.com` };
}

const placeOf = new Map(
  Array.from({ length: files.length * perFile }, (_, place) => [phoneAt(place), place]),
);

function rowAt(place: number): ImportRow {
  const first = firstNames[(place * 7) % firstNames.length] ?? "";
  const last = lastNames[(place * 11 + Math.floor(place / firstNames.length)) % lastNames.length] ?? "";
  const name = `${first} ${last}`;
  return {
    row: (place % perFile) + 2,
    fault: null,
    cells: [],
    name,
    company: place % 17 === 0 ? `${last} & Partners` : null,
    address: place % 5 === 0 ? `${(place % 180) + 10} Maple Street` : null,
    time_zone: null,
    numbers: [phoneAt(place)],
    line_types: [place % 4 === 0 ? "mobile" : null],
    consent_at: null,
    agrees: true,
    emails: place % 3 === 0 ? [] : [`${first}.${last}.${place}@example.com`.toLowerCase()],
    tags: [...(place % 40 === 0 ? ["vip"] : []), ...tagsOfCampaigns(place)],
    note: place % 97 === 0 ? "Prefers calls in the morning." : null,
    custom: { Insurance: insurances[place % insurances.length] ?? "" },
  };
}

/** Writes them into the clinic's object, as imports of its members would. */
export async function seedContacts(
  store: Store,
  member: { id: string; name: string },
  now: number,
): Promise<void> {
  for (const [at, file] of files.entries()) await seedFile(store, file, at * perFile, member, now);
  for (const segment of segments) await store.contactSets.saveSegment(segment, member.id, now);
  await Promise.all(
    barred.map(([place, source, reason], n) => {
      const isOwn = ["voice", "key", "text"].includes(source);
      return store.doNotCall.bar({
        phone_number: phoneAt(place),
        source,
        reason,
        by: isOwn ? null : member,
        now: now - n * day_ms,
      });
    }),
  );
}

async function seedFile(
  store: Store,
  { name, list, tag, consent, daysAgo }: DemoFile,
  first: number,
  member: { id: string; name: string },
  now: number,
): Promise<void> {
  const at = now - daysAgo * day_ms;
  const made =
    list === null ? null : await store.contactSets.saveList({ id: null, name: list }, member.id, at);
  const id = newId(at);
  const options: ImportOptions = {
    columns: ["name", "number", "email", "field"],
    headings: ["Name", "Phone", "Email", "Insurance"],
    has_headings: true,
    without_consent: 0,
    delimiter: ",",
    newline: "\n",
    country: "US",
    time_zone: "America/New_York",
    duplicates: "merge",
    list_id: made?.ok ? made.id : null,
    tag,
    consent,
    reason: "",
  };
  const bytes = perFile * 60;
  const rows = Array.from({ length: perFile }, (_, n) => rowAt(first + n));
  // One trip: no step of the import is seen from outside.
  await Promise.all([
    store.contactImports.begin({ id, kind: "contacts", file_name: name, bytes, by: member, now: at }),
    store.contactImports.uploaded(id, { sha256: `demo-${name}`, encoding: "utf-8", sample: [], bytes }),
    store.contactImports.start(id, options, at),
    store.contactImports.applyRows({ id, from: 0, read: perFile, rows, bytes_read: bytes, now: at }),
    store.contactImports.finish(id, null, at),
  ]);
}
