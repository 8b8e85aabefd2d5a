/** Which contacts a list shows, or a segment holds: what an address says, what is stored, and what was typed as a search. */
import { z } from "zod";
import { contactStatuses } from "./contact-terms.schema.ts";

const name = z.string().trim().max(64);
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).nullable().default(null);

export const contactFilter = z.object({
  q: z.string().trim().max(100).default(""),
  status: choice(contactStatuses),
  /** Every one of them. */
  tags: z.array(name).max(5).default([]),
  /** Any of them. */
  lists: z.array(name).max(5).default([]),
  dnc: choice(["yes", "no"]),
  has: choice(["number", "email", "no_number"]),
  consent: choice(["written", "any", "none"]),
  /** When they were last on the phone: within so many days, not within so many, or never. */
  called: choice(["within_7", "within_30", "not_30", "not_90", "never"]),
  /** When they were added: within so many days. */
  added: choice(["within_7", "within_30", "within_90"]),
  /** A field of the organization's own, and what it is. */
  field: name.default(""),
  value: z.string().trim().max(200).default(""),
  archived: z.boolean().default(false),
});
export type ContactFilter = z.infer<typeof contactFilter>;

/** Every contact that is not archived. */
export const everyone: ContactFilter = contactFilter.parse({});

/** What an address asks for, as it stands there. */
function askedIn(params: URLSearchParams) {
  const one = (key: string) => params.get(key) || undefined;
  const several = (key: string) => params.getAll(key).filter((value) => value !== "");
  return {
    q: one("q"),
    status: one("status"),
    tags: several("tag"),
    lists: several("list"),
    dnc: one("dnc"),
    has: one("has"),
    consent: one("consent"),
    called: one("called"),
    added: one("added"),
    field: one("field"),
    value: one("value"),
    archived: params.get("archived") === "yes",
  };
}

/** The filter of an address for people who look at it: a part that cannot be read counts as not asked for, because addresses are typed, too. */
export function filterIn(params: URLSearchParams): ContactFilter {
  const asked = askedIn(params);
  const wrong = new Set(contactFilter.safeParse(asked).error?.issues.map(({ path }) => path[0]));
  return contactFilter.parse(Object.fromEntries(Object.entries(asked).filter(([key]) => !wrong.has(key))));
}

/** The filter of an address for what is done with everyone it finds; null: a part of it cannot be read, and leaving that out would find more people. */
export const exactFilterIn = (params: URLSearchParams): ContactFilter | null =>
  contactFilter.safeParse(askedIn(params)).data ?? null;

/** The filter of a segment; null: it cannot be read or asks for nothing, so it finds no contact. */
export function filterOfSegment(stored: unknown): ContactFilter | null {
  const { data } = contactFilter.safeParse(stored);
  return data && isNarrowed(data) ? data : null;
}

/** The same as an address says it. */
export function filterAddress(filter: ContactFilter): URLSearchParams {
  const params = new URLSearchParams();
  const put = (key: string, value: string | null) => {
    if (value) params.append(key, value);
  };
  put("q", filter.q);
  put("status", filter.status);
  for (const tag of filter.tags) put("tag", tag);
  for (const list of filter.lists) put("list", list);
  for (const key of ["dnc", "has", "consent", "called", "added", "field", "value"] as const)
    put(key, filter[key]);
  if (filter.archived) put("archived", "yes");
  return params;
}

/** Whether a filter asks for anything. */
export const isNarrowed = (filter: ContactFilter): boolean => filterAddress(filter).size > 0;

/** The shortest word that finds everything that begins with it. */
const shortest = 2;
const isNumber = /^[+(]?[\d\s().-]{3,}$/;

/**
 * The words of a text as the index has them. Its tokenizer knows the letters of Unicode 6.1 and takes others for gaps; the
 * index has no positions, so a word with such a gap inside could not be asked for. Later letters are in these blocks.
 */
const indexed = (typed: string): string[] =>
  typed
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\u0860-\u08ff\u1c80-\u1cbf\ua7aa-\ua7f7\uab30-\uab6f\u{10000}-\u{10ffff}]/gu, " ")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A typed search as FTS5 asks for it: every word begins a word of the contact. Null: nothing was typed that finds. */
export function wordsQuery(typed: string): string | null {
  const words = isNumber.test(typed.trim())
    ? [typed.replaceAll(/\D/g, "").replace(/^00/, "")]
    : indexed(typed);
  const asked = words.slice(0, 8).map((word) => (word.length < shortest ? `"${word}"` : `"${word}"*`));
  return asked.length === 0 ? null : asked.join(" ");
}
