/** Which contacts a list shows, or a segment holds: what an address says, what is stored, and what was typed as a search. */
import { z } from "zod";
import { contactStatuses } from "./contact-terms.schema.ts";

const name = z.string().trim().max(64);
/** A value that is not known counts as not asked for: addresses are typed, too. */
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values).nullable().catch(null).default(null);

export const contactFilter = z.object({
  q: z.string().trim().max(100).catch("").default(""),
  status: choice(contactStatuses),
  /** Every one of them. */
  tags: z.array(name).max(5).catch([]).default([]),
  /** Any of them. */
  lists: z.array(name).max(5).catch([]).default([]),
  dnc: choice(["yes", "no"]),
  has: choice(["number", "email", "no_number"]),
  consent: choice(["written", "any", "none"]),
  /** When they were last on the phone: within so many days, not within so many, or never. */
  called: choice(["within_7", "within_30", "not_30", "not_90", "never"]),
  /** When they were added: within so many days. */
  added: choice(["within_7", "within_30", "within_90"]),
  /** A field of the organization's own, and what it is. */
  field: name.catch("").default(""),
  value: z.string().trim().max(200).catch("").default(""),
  archived: z.boolean().catch(false).default(false),
});
export type ContactFilter = z.infer<typeof contactFilter>;

/** The filter of an address. */
export function filterIn(params: URLSearchParams): ContactFilter {
  const one = (key: string) => params.get(key) || undefined;
  const several = (key: string) => params.getAll(key).filter((value) => value !== "");
  return contactFilter.parse({
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
  });
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

/** A typed search as FTS5 asks for it: every word begins a word of the contact. Null: nothing was typed that finds. */
export function wordsQuery(typed: string): string | null {
  const words = isNumber.test(typed.trim())
    ? [typed.replaceAll(/\D/g, "").replace(/^00/, "")]
    : (typed.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
  const asked = words.slice(0, 8).map((word) => (word.length < shortest ? `"${word}"` : `"${word}"*`));
  return asked.length === 0 ? null : asked.join(" ");
}
