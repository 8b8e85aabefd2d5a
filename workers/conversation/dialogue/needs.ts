/** The fields that a task needs, in the order of asking, and their values in writing and in speech. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { AgentField, AgentSpec } from "#app/agents/agents.schema.ts";
import { clockSaid, dateSaid } from "#app/hours/spoken-time.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { labelSaid } from "#workers/conversation/english/questions.ts";
import { type Clockwork, kindSaid, slotSaid } from "#workers/conversation/english/slots.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import type { CallState, Known, Task } from "./state.ts";

/** Replaces a missing name field: an appointment and a message always belong to a person. */
const callerName: AgentField = {
  id: "caller_name",
  label: "Name",
  type: "name",
  required: true,
  question: "",
  options: [],
};
const callerPhone: AgentField = { ...callerName, id: "caller_phone", label: "Phone number", type: "phone" };
const dayAndTime: AgentField = {
  ...callerName,
  id: "appointment",
  label: "Day and time",
  type: "appointment",
};

function kindChoice(agent: AgentSpec): AgentField {
  const options = (agent.actions.book?.kinds ?? []).map(({ name, synonyms }) => ({ name, synonyms }));
  return { ...callerName, id: "appointment_kind", label: "Appointment type", type: "choice", options };
}

/** The field of the name: the agent's own, or its replacement. */
export function nameField(agent: AgentSpec): AgentField {
  return agent.fields.find(({ type }) => type === "name") ?? callerName;
}

/** The field under which a phone number is known. */
export function phoneField(agent: AgentSpec): AgentField {
  return agent.fields.find(({ type }) => type === "phone") ?? callerPhone;
}

/** The field under which a start time is known. */
export function appointmentField(agent: AgentSpec): AgentField {
  return agent.fields.find(({ type }) => type === "appointment") ?? dayAndTime;
}

/** The field for a message's text ("What it is about"), when the agent takes messages and has one. */
export function messageField(agent: AgentSpec): AgentField | null {
  if (agent.kind !== "receptionist" || agent.actions.book) return null;
  return agent.fields.find(({ type }) => type === "text") ?? null;
}

/** The field for the kind of appointment: the agent's choice that lists kinds ("Reason for the visit"), else one of our own. */
export function kindField(agent: AgentSpec): AgentField {
  const kinds = (agent.actions.book?.kinds ?? []).map(({ name }) => name);
  const own = agent.fields.find(
    ({ type, options }) =>
      type === "choice" && options.length > 0 && options.every(({ name }) => kinds.includes(name)),
  );
  return own ?? kindChoice(agent);
}

/** The fields of a task in the order in which they are asked. */
export function fieldsOf(task: Task, world: World): AgentField[] {
  const { agent, caller } = world;
  switch (task) {
    case "open":
    case "change":
      return [];
    case "message": {
      const listed = agent.fields.some(({ type }) => type === "phone");
      // A number to call back is needed; one that the agent asks everybody for is asked here too.
      return caller.phone_number === null || listed
        ? [nameField(agent), phoneField(agent)]
        : [nameField(agent)];
    }
    case "lead": {
      const listed = agent.fields.filter(({ type }) => type !== "appointment" || agent.actions.book !== null);
      const books = listed.some(({ type }) => type === "appointment");
      return books && !listed.some(({ type }) => type === "name") ? [...listed, callerName] : listed;
    }
    case "book": {
      const listed = agent.fields;
      const first: AgentField[] = [];
      const kind = kindField(agent);
      const { kinds, ask_kind } = agent.actions.book ?? { kinds: [], ask_kind: false };
      if (kinds.length > 1 && ask_kind && !listed.includes(kind)) first.push(kind);
      if (!listed.some(({ type }) => type === "appointment")) first.push(dayAndTime);
      if (!listed.some(({ type }) => type === "name")) first.push(callerName);
      return [...first, ...listed];
    }
  }
}

/** Every field that an act may name, by its id. */
export function fieldById(world: World, id: string): AgentField | null {
  const { agent } = world;
  const named = agent.fields.find((field) => field.id === id);
  if (named) return named;
  switch (id) {
    case "caller_name":
    case "name":
      return nameField(agent);
    case "caller_phone":
    case "phone":
      return phoneField(agent);
    case "email":
      return agent.fields.find(({ type }) => type === "email") ?? null;
    case "appointment":
      return agent.actions.book ? appointmentField(agent) : null;
    case "appointment_kind":
      return agent.actions.book ? kindField(agent) : null;
    default:
      return null;
  }
}

/** The fields of a task without a value. */
export function agendaOf(task: Task, state: CallState, world: World): AgentField[] {
  const fields = fieldsOf(task, world);
  const phone = phoneField(world.agent);
  // A caller who does not want to be called on the number they call from has another one.
  const lacks = state.other_number && task !== "open" && !fields.some(({ id }) => id === phone.id);
  return (lacks ? [...fields, phone] : fields).filter(({ id }) => state.fields[id] === undefined);
}

/** The name of an appointment whose kind is not asked and not said. */
const anyKind = "Appointment";

/** The kind of appointment: the one named, else the only one; null while the caller has not said it. */
export function kindOf(state: CallState, world: World): string | null {
  const { kinds, ask_kind } = world.agent.actions.book ?? { kinds: [], ask_kind: true };
  const named = state.fields[kindField(world.agent).id]?.value;
  if (typeof named === "string" && kinds.some(({ name }) => name === named)) return named;
  if (kinds.length > 1 && !ask_kind) return anyKind;
  return kinds.length === 1 || named !== undefined ? (kinds[0]?.name ?? null) : null;
}

/** The value of a field as text, or null when it is unknown or was declined. */
export function textOf(state: CallState, id: string): string | null {
  const value = state.fields[id]?.value;
  return value === undefined || value === null ? null : String(value);
}

/** The number to call back: the one given, else the one the call comes from, unless the caller refused that one. */
export function phoneOf(state: CallState, world: World): string | null {
  const given = textOf(state, phoneField(world.agent).id);
  return given ?? (state.other_number ? null : world.caller.phone_number);
}

/** The caller's name, or null while it is unknown. */
export function nameOf(state: CallState, world: World): string | null {
  return textOf(state, nameField(world.agent).id);
}

/** "Marta" of "Marta Lindqvist"; empty when no name is known. */
export function firstName(state: CallState, world: World): string {
  return nameOf(state, world)?.split(/\s+/)[0] ?? "";
}

/** "Lena" for the caller, also when a later appointment is for "Tim Fox"; empty when only another person's name is known. */
export function callersFirstName(state: CallState, world: World): string {
  const [first] = state.done.bookings;
  if (first) return first.caller;
  return state.for_other ? "" : firstName(state, world);
}

/** A value in the dashboard's format: numbers in E.164, times as local date and clock, yes and no as words. */
export function written(field: AgentField, { value }: Known, world: World): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field.type === "appointment" && typeof value === "number") {
    const zone = world.organization.time_zone;
    return `${localDate(value, zone)} ${localClock(value, zone)}`;
  }
  return String(value);
}

/** A number read in the groups of its country, digit by digit: "4 1 5, 5 5 5, 0 1 2 3". */
export function phoneSaid(number: string, country: string): string {
  const parsed = parsePhoneNumberFromString(number);
  const format =
    parsed?.country === country ? parsed.formatNational() : (parsed?.formatInternational() ?? number);
  return format
    .split(/\D+/)
    .filter((group) => group !== "")
    .map((group) => [...group].join(" "))
    .join(", ");
}

/** "marta dot lindqvist at example dot com". */
export function emailSaid(address: string): string {
  const names: Record<string, string> = { "@": "at", ".": "dot", _: "underscore", "-": "dash", "+": "plus" };
  return address
    .replace(/[@._+-]/g, (mark) => ` ${names[mark] ?? mark} `)
    .replace(/\s+/g, " ")
    .trim();
}

/** The words in which a value is said back; empty for values that are only noted (free text, yes and no, a declined question). */
export function valueSaid(field: AgentField, { value }: Known, world: World, clockwork: Clockwork): string {
  if (value === null || typeof value === "boolean") return "";
  switch (field.type) {
    case "appointment":
      return typeof value === "number" ? slotSaid(value, clockwork) : "";
    case "phone":
      return phoneSaid(String(value), world.organization.country);
    case "email":
      return emailSaid(String(value));
    case "choice":
      return field.id === kindField(world.agent).id ? kindSaid(String(value)) : labelSaid(String(value));
    case "date":
      return dateSaid(String(value), clockwork.today);
    case "time":
      return clockSaid(String(value));
    case "name":
    case "number":
      return String(value);
    default:
      return "";
  }
}
