/** Takes one value into its field: as its type allows, a name mended rather than replaced, an unsure one kept aside to be asked about. */
import { distance } from "fastest-levenshtein";
import type { AgentField } from "#app/agents/agents.schema.ts";
import { firstNames, partTold } from "#workers/conversation/english/names.ts";
import {
  isBrokenOff,
  isSpelledOut,
  mergedSpelling,
  withParts,
} from "#workers/conversation/reading/name-spelling.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { appointmentField, kindField } from "./needs.ts";
import type { Known } from "./state.ts";
import type { Turn } from "./turn.ts";

/** Values below this sureness are asked about before they are used (acts.ts). */
const SURE = 0.5;
/** So many letters off, one name is the other one misheard. */
const MOST_LETTERS_OFF = 2;

/** Takes one value; an unsure one is kept aside to be asked about. @returns whether the field has a new value */
export function takeValue(
  turn: Turn,
  field: AgentField,
  { value, words, sure }: Pick<Act, "value" | "words" | "sure">,
): boolean {
  const { state } = turn;
  const before = state.fields[field.id];
  const read = plainValue(field, value);
  const plain =
    field.type === "name" && typeof read === "string" && typeof before?.value === "string"
      ? withNameCorrected(before.value, read, words)
      : read;
  if (plain === undefined) return false;
  if (before && before.value === plain) return false;
  if (sure < SURE && typeof plain === "string" && field.type !== "text") {
    state.unsure = { field: field.id, value: plain, words };
    return false;
  }
  state.fields[field.id] = { value: plain, words, turn: state.turn, trust: "heard" };
  if (before || state.confirming) state.changed.push(field.id);
  recheckKind(turn, field);
  return true;
}

/** "Martha", or its letters, said of Marta Lindqvist, mends the first name and keeps the other. */
function withNameCorrected(before: string, name: string, words: string): string {
  const parts = before.split(" ");
  const part = name.includes(" ") ? null : partTold(words);
  // Of one word alone only "first name" and what it is not tell which part it was.
  const other = parts.length > 1 || !firstNames.has(before.toLowerCase());
  if (part === "last") return withParts(before, "", name);
  if (part === "first" && other) return withParts(before, name, "");
  if (isSpelledOut(words) && !name.includes(" ")) return mergedSpelling(before, name);
  if (parts.length < 2 || name.includes(" ")) return name;
  const near = parts.findIndex(
    (part) => distance(part.toLowerCase(), name.toLowerCase()) <= MOST_LETTERS_OFF || isBrokenOff(part, name),
  );
  return near < 0 ? name : parts.with(near, name).join(" ");
}

/** Another kind takes another time: the start time is looked up again. */
function recheckKind({ state, world }: Turn, field: AgentField): void {
  const { id } = appointmentField(world.agent);
  const slot = state.fields[id]?.value;
  if (field.id !== kindField(world.agent).id || typeof slot !== "number") return;
  // What is booked stays as it is: another kind is another appointment.
  if (state.task === "open" && state.done.bookings.some(({ starts_at }) => starts_at === slot)) return;
  state.wish ??= { options: state.wished, except: [], relation: null };
}

/** The plain value of a field, or undefined when what was read does not fit its type. */
function plainValue(field: AgentField, value: unknown): Known["value"] | undefined {
  switch (field.type) {
    case "yes_no":
      return typeof value === "boolean" ? value : undefined;
    case "number":
      return typeof value === "number" ? value : undefined;
    case "date":
    case "time":
      return typeof value === "string" ? value : localPart(field.type, value);
    case "appointment":
      return undefined;
    default:
      return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  }
}

/** A date or time field may be read as a wish for a time; its first option is meant. */
function localPart(type: "date" | "time", value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("options" in value) || !Array.isArray(value.options))
    return;
  const option: unknown = value.options[0];
  if (typeof option !== "object" || option === null) return;
  if (type === "date") return "date" in option && typeof option.date === "string" ? option.date : undefined;
  if (!("at" in option) || !Array.isArray(option.at)) return;
  const at: unknown = option.at[0];
  return typeof at === "string" ? at : undefined;
}
