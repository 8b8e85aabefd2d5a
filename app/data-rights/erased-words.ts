/** Removes a number or an address from what was said on a call. */
import type { Json } from "#app/platform/json.ts";

const erased = "[erased]";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What people write between the digits of a number. */
const between = "[\\s().-]{0,3}";

type Identifiers = {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
};

/** Matches the identifiers as they are written: a number with or without its country code, and in any grouping. */
function formOf({ phones, emails }: Identifiers): RegExp | null {
  const numbers = phones.map((phone) => {
    const digits = phone.replaceAll(/\D/g, "");
    const [code, national] = [digits.slice(0, -10), digits.slice(-10)];
    const grouped = [...national].join(between);
    return `(?<!\\d)(?:\\+?${[...code].join(between)}${between})?\\(?${grouped}(?!\\d)`;
  });
  const addresses = emails.map((email) => `(?<![\\w.+-])${escaped(email)}(?![\\w-])`);
  const all = [...numbers, ...addresses];
  return all.length === 0 ? null : new RegExp(all.join("|"), "giu");
}

function without(value: Json, form: RegExp): Json {
  if (typeof value === "string") return value.replaceAll(form, erased);
  if (Array.isArray(value)) return value.map((one) => without(one, form));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, form)]));
  return value;
}

/** Text or JSON without the identifiers. */
export function withoutIdentifiers(value: Json, identifiers: Identifiers): Json {
  const form = formOf(identifiers);
  return form === null ? value : without(value, form);
}

/** The query of the full-text index that finds calls which contain an identifier; null: there is none to look for. */
export function mentionQuery({ phones, emails }: Identifiers): string | null {
  const words = [
    ...phones.flatMap((phone) => {
      const digits = phone.replaceAll(/\D/g, "");
      const national = digits.slice(-10);
      // As one word, with or without the country code, and as people group it.
      const grouped = `${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
      return [...new Set([digits, national, grouped])];
    }),
    ...emails.map((email) => email.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()),
  ];
  return words.length === 0 ? null : words.map((word) => `"${word}"`).join(" OR ");
}
