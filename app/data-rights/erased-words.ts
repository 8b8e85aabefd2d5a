/** Removes a number or an address from what was said on a call. */
import { replacedSought } from "#app/calls/scrub/scrub-numbers.ts";
import type { Json } from "#app/platform/json.ts";

const erased = "[erased]";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

export type Identifiers = {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
};

const formOf = (emails: readonly string[]): RegExp | null =>
  emails.length === 0
    ? null
    : new RegExp(emails.map((email) => `(?<![\\w.+-])${escaped(email)}(?![\\w-])`).join("|"), "giu");

/** The fewest digits that are taken for a number without its area code. */
const local = 7;
/** The fewest digits that follow a prefix which could be the beginning of another number. */
const national = 9;
/** What is dialled before a number at home or abroad, with the fewest digits that follow. */
const prefixes: readonly (readonly [prefix: string, least: number])[] = [
  ["0", local],
  ["00", national],
  ["011", national],
  ["06", national],
  ["8", national],
];

/** Whether digits are a number, given with its country code: whole, as it is dialled at home, or without its area code. */
function isNumberOf(phone: string, digits: string, isAlone: boolean): boolean {
  // Behind other digits it is a part of another number.
  if ((isAlone || digits.length >= national) && phone.endsWith(digits)) return true;
  const isDialled = prefixes.some(([prefix, least]) => {
    const rest = digits.slice(prefix.length);
    return digits.startsWith(prefix) && rest.length >= least && phone.endsWith(rest);
  });
  if (isDialled) return true;
  // "+44 (0)20 …": a trunk zero between a country code of one to three digits and the rest.
  const whole = digits.replace(/^00/, "");
  return [1, 2, 3].some((code) => whole === `${phone.slice(0, code)}0${phone.slice(code)}`);
}

type Remove = (text: string) => string;

function without(value: Json, remove: Remove): Json {
  if (typeof value === "string") return remove(value);
  if (Array.isArray(value)) return value.map((one) => without(one, remove));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, remove)]));
  return value;
}

/**
 * Text or JSON without the identifiers: a number with or without its country code, a trunk zero or its area code, in any
 * grouping, in digits or in words. A number that is spread over several lines, or an address that is spelled out, stays.
 */
export function withoutIdentifiers(value: Json, { phones, emails }: Identifiers): Json {
  const form = formOf(emails);
  const numbers = phones.map((phone) => phone.replaceAll(/\D/g, "")).filter((phone) => phone.length >= local);
  if (form === null && numbers.length === 0) return value;
  const isTheirs = (digits: string, isAlone: boolean) =>
    digits.length >= local &&
    digits.length <= 20 &&
    numbers.some((phone) => isNumberOf(phone, digits, isAlone));
  return without(value, (text) => {
    const left = form === null ? text : text.replaceAll(form, erased);
    return numbers.length === 0 ? left : replacedSought(left, isTheirs, erased);
  });
}
