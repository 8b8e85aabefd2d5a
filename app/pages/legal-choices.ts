/** The legal pages: their names, their standard texts by version, and how a version is named in an address. */
export const legalPageNames = ["terms", "privacy", "cookies"] as const;
export type LegalPage = (typeof legalPageNames)[number];

export const legalTitles: Record<LegalPage, string> = {
  terms: "Terms of Service",
  privacy: "Privacy Policy",
  cookies: "Cookie Policy",
};

/** In UTF-16 units: about thirty printed pages. */
export const longestLegalText = 50_000;

/** The days from which the standard texts hold, the newest first: a text that has been published is never edited, a new one takes its place. */
export const standardVersions = {
  terms: ["2026-11-01"],
  privacy: ["2026-11-28", "2026-11-01"],
  cookies: ["2026-11-28"],
} as const satisfies Record<LegalPage, readonly string[]>;

/** A text of a legal page: a standard one by its day, or an organization's own by its number. */
export type LegalVersion =
  | { readonly kind: "standard"; readonly day: string }
  | { readonly kind: "own"; readonly author: string | null; readonly number: number };

const day = /^\d{4}-\d\d-\d\d$/;
const own = /^(?:([\da-f-]{36})\.)?([1-9]\d{0,5})$/;

/**
 * The version that a text names: "2026-11-01", "3", or with its author "<organization id>.3", as accounts keep what they
 * agreed to; null: none.
 */
export function versionIn(text: string): LegalVersion | null {
  if (day.test(text)) return { kind: "standard", day: text };
  const [, author = null, number] = own.exec(text) ?? [];
  return number === undefined ? null : { kind: "own", author, number: Number(number) };
}

/** "November 1, 2026" of a day. */
export const dayInFull = (iso: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
