/** What a run knows, and how conditions and texts use it. Pure: the same facts give the same answer. */
import type { Json } from "#app/platform/json.ts";
import type { Condition, Test } from "./graph.schema.ts";
import type { RunFacts } from "./workflow.schema.ts";

/** What an array has at a place, or of an agent's answers the one with this id. */
function entryOf(list: readonly Json[], name: string): Json {
  const at = list[Number(name)];
  if (at !== undefined) return at;
  const isNamed = (one: Json) => one !== null && typeof one === "object" && !Array.isArray(one);
  const answer = list.find((one) => isNamed(one) && valueIn(one, "id") === name);
  return answer === undefined ? null : valueIn(answer, "value");
}

function valueIn(at: Json, name: string): Json {
  if (at === null || typeof at !== "object") return null;
  if (Array.isArray(at)) return entryOf(at, name);
  return Object.hasOwn(at, name) ? (at[name] ?? null) : null;
}

/** The value at a path such as `event.outcome`, `event.items.0.sku` or `event.answers.urgent`; null: there is none. */
export function valueAt(facts: RunFacts, path: string): Json {
  let at: Json = facts;
  for (const name of path.split(".")) at = valueIn(at, name);
  return at;
}

const folded = (value: Json): string =>
  value === null
    ? ""
    : (typeof value === "object" ? JSON.stringify(value) : String(value)).trim().toLowerCase();

const isEmpty = (value: Json): boolean =>
  folded(value) === "" || (Array.isArray(value) && value.length === 0);

/** A number as people type it, or a time as it is stored or typed; null: it is neither. */
function measure(value: Json): number | null {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return null;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}

/** What people write for yes and no. */
const spoken = (typed: string): string => ({ yes: "true", no: "false" })[typed] ?? typed;

function holdsOne({ field, is, value }: Test, facts: RunFacts): boolean {
  const known = valueAt(facts, field);
  const typed = value.trim().toLowerCase();
  const same = (one: Json) =>
    typeof one === "boolean" ? folded(one) === spoken(typed) : folded(one) === typed;
  const has = Array.isArray(known) ? known.some(same) : folded(known).includes(typed);
  const [one, other] = [measure(known), measure(value)];
  switch (is) {
    case "is":
      return Array.isArray(known) ? known.some(same) : same(known);
    case "is_not":
      return Array.isArray(known) ? !known.some(same) : !same(known);
    case "contains":
      return has;
    case "contains_not":
      return !has;
    case "more":
      return one !== null && other !== null && one > other;
    case "less":
      return one !== null && other !== null && one < other;
    case "empty":
      return isEmpty(known);
    case "not_empty":
      return !isEmpty(known);
  }
}

/** Whether a condition holds. One without questions always does. */
export const holds = ({ match, tests }: Condition, facts: RunFacts): boolean =>
  tests.length === 0 ||
  (match === "all"
    ? tests.every((test) => holdsOne(test, facts))
    : tests.some((test) => holdsOne(test, facts)));

type Words = { timeZone: string; locale: string };

const asWords = (value: Json, isTime: boolean, { timeZone, locale }: Words): string => {
  if (value === null) return "";
  if (isTime && typeof value === "number")
    return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone }).format(value);
  if (Array.isArray(value)) return value.map((one) => asWords(one, false, { timeZone, locale })).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

const isTimeName = (path: string): boolean => /(?:_at|\.at|_from)$/.test(path);

/**
 * Puts fields into a text: `Hi {{contact.name}}`. One that is not known leaves nothing behind.
 * @param written how a field's words stand in the text, such as in an address
 */
export const filled = (
  text: string,
  facts: RunFacts,
  words: Words,
  written: (value: string) => string = String,
): string =>
  text.replaceAll(/\{\{ ?([\w.-]{1,80}) ?\}\}/g, (_, path: string) =>
    written(asWords(valueAt(facts, path), isTimeName(path), words)),
  );
