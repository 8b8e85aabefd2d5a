/**
 * Carries out what a model calls: by code at once, as an action of the call whose outcome comes back, or as a question to the
 * caller. Nothing that a model writes is trusted: arguments are validated, and appointments and times are looked up.
 */
import type { z } from "zod";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import type { Action, Note, World } from "#workers/conversation/line/conversation.ts";
import { agreesTo } from "./agreement.ts";
import { detailsFrom } from "./details.ts";
import type { ToolCall } from "./model.ts";
import { type ModelMemory, newDeed, type Proposal } from "./model-memory.ts";
import { callTimeIn, kindOf, look, searchFor, timesTold } from "./model-times.ts";
import { isToolName, type ToolArguments, type ToolName, toolArguments } from "./model-tools.ts";
import { ownArguments } from "./own-arguments.ts";
import { startOf } from "./proposals.ts";
import { transferNumber } from "./transfer-tool.ts";

/** What came of a call: words for the model, an action to wait for, or a proposal to the caller. */
export type Ran =
  | { is: "result"; result: string; notes?: Note[]; found?: Json }
  | { is: "action"; action: Action }
  | { is: "proposal"; proposal: Proposal }
  | { is: "confirmed" }
  | { is: "end"; action: Action };

type Moment = { world: World; now: number; memory: ModelMemory };

/** Fields that an appointment has by itself. */
const own = new Set(["name", "appointment"]);
const result = (told: Json): Ran => ({
  is: "result",
  result: typeof told === "string" ? told : JSON.stringify(told),
});

/** Runs one call. Changes `memory`: what was offered, found and kept. */
export function runTool(call: ToolCall, moment: Moment): Ran {
  const given = argumentsOf(call.arguments);
  if (given === null) return result("Error: the arguments are not a JSON object. Call it again.");
  const own = moment.world.agent.tools.find(({ name }) => name === call.name);
  if (own) return runWebhook(own, given, moment);
  if (!isToolName(call.name)) return result(`Error: there is no tool “${call.name.slice(0, 40)}”.`);
  return run(call.name, given, moment);
}

function argumentsOf(text: string): Record<string, unknown> | null {
  if (text.trim() === "") return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch {
    return null;
  }
}

const wrongArguments = ({ issues }: z.ZodError): Ran =>
  result(
    `Error: ${issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`)
      .join("; ")}. Ask the caller for what is missing, or call it again.`,
  );

type Runs = { [Name in ToolName]: (given: ToolArguments<Name>, moment: Moment) => Ran };

const runs: Runs = {
  find_times: findTimes,
  book_appointment: proposeBooking,
  find_appointments: ({ name, phone_number }, { world, memory }) => {
    const number = phone_number ? phoneNumberFrom(phone_number, world.organization.country) : null;
    if (phone_number && number === null)
      return result("Error: that is no whole phone number. Ask for it again.");
    const id = newDeed(memory, "find_appointments");
    return { is: "action", action: { type: "find_appointments", id, name, phone_number: number } };
  },
  move_appointment: proposeMove,
  cancel_appointment: ({ appointment }, { memory }) => {
    const found = memory.appointments.find(({ handle }) => handle === appointment.toUpperCase());
    if (!found) return result("Error: call find_appointments first, and use a handle that it gave.");
    return {
      is: "proposal",
      proposal: { what: "cancel", booking_id: found.booking_id, starts_at: found.starts_at },
    };
  },
  save_details: saveDetails,
  take_message: ({ text, name, phone_number, call_back, call_when }, { world, now, memory }) => {
    if (!world.agent.actions.take_message) return result("Error: this agent takes no messages.");
    const number = phone_number ? phoneNumberFrom(phone_number, world.organization.country) : null;
    if (phone_number && number === null)
      return result("Error: that is no whole phone number. Ask for it again.");
    const reach = number ?? world.caller.phone_number;
    if (call_back && reach === null) return result("Error: ask for the number to call back first.");
    const call_at = call_back && call_when ? callTimeIn(call_when, world, now) : null;
    if (call_back && call_when && call_at === null)
      return result(
        "Error: no time to call was understood. Ask for the day and time, or leave call_when out.",
      );
    const id = newDeed(memory, "take_message");
    return {
      is: "action",
      action: {
        type: "take_message",
        id,
        text,
        name: name ?? knownName(moment(world, memory)),
        phone_number: reach,
        call_back,
        ...(call_at !== null && { call_at }),
      },
    };
  },
  search_knowledge: ({ question }, { memory }) => ({
    is: "action",
    action: { type: "search_knowledge", id: newDeed(memory, "search_knowledge"), question },
  }),
  look_up_contact: (_, { memory }) => ({
    is: "action",
    action: { type: "look_up_contact", id: newDeed(memory, "look_up_contact") },
  }),
  note_question: ({ question }, { memory }) => ({
    is: "action",
    action: { type: "note_question", id: newDeed(memory, "note_question"), question },
  }),
  send_text: ({ text }, { world, memory }) => {
    if (!world.agent.actions.send_texts || world.caller.phone_number === null)
      return result("Error: no text can be sent to this caller. Say so.");
    return { is: "action", action: { type: "send_sms", id: newDeed(memory, "send_sms"), text } };
  },
  transfer_call: ({ reason, to }, { world, memory }) => {
    const phone_number = world.agent.actions.transfer ? transferNumber(world, to) : null;
    if (phone_number === null) return result("Error: no one can be reached now. Offer to take a message.");
    const id = newDeed(memory, "transfer");
    return { is: "end", action: { type: "transfer", id, phone_number, reason } };
  },
  confirm: (_, at) => confirmProposal(at),
  end_call: ({ reason }, { memory }) => ({
    is: "end",
    action: { type: "end", id: newDeed(memory, "end"), reason },
  }),
};

function run<Name extends ToolName>(name: Name, given: Record<string, unknown>, moment: Moment): Ran {
  const parsed = toolArguments[name].safeParse(given);
  if (!parsed.success) return wrongArguments(parsed.error);
  const runner: (given: ToolArguments<Name>, moment: Moment) => Ran = runs[name];
  return runner(parsed.data as ToolArguments<Name>, moment);
}

const moment = (world: World, memory: ModelMemory) => ({ world, memory });

/** The caller's name among the details; null while it is not known. */
function knownName({ world, memory }: { world: World; memory: ModelMemory }): string | null {
  const field = world.agent.fields.find(({ type }) => type === "name");
  return (field && memory.details[field.id]) || memory.booked[0]?.name || null;
}

function findTimes({ when, kind }: ToolArguments<"find_times">, { world, now, memory }: Moment): Ran {
  const search = searchFor(world, now, kindOf(world.agent, kind) ?? "");
  if (!search) return result("Error: this agent makes no appointments.");
  const looked = look(world, now, memory, search, when);
  if (looked.is === "ask") return result({ free: [], problem: looked.problem });
  const slots = looked.is === "slot" ? [looked.slot] : looked.slots;
  offer(memory, slots, world);
  const problem = looked.is === "offer" ? looked.problem : null;
  return {
    is: "result",
    result: JSON.stringify({ free: timesTold(slots, world, now), ...(problem ? { problem } : {}) }),
    notes: [{ type: "checked_calendar", text: "Checked the calendar" }],
    found: timesTold(slots, world, now),
  };
}

function offer(memory: ModelMemory, slots: readonly number[], { organization }: World): void {
  memory.offered = [...slots];
  const [first] = slots;
  if (first !== undefined) memory.focus = localDate(first, organization.time_zone);
}

/** The start time that a phrase means, or what to tell the model. */
function slotFor(
  when: string,
  kind: string,
  { world, now, memory }: Moment,
): { slot: number; duration_minutes: number } | { told: Ran } {
  const search = searchFor(world, now, kind);
  if (!search) return { told: result("Error: this agent makes no appointments.") };
  const looked = look(world, now, memory, search, when);
  if (looked.is === "slot") {
    // "Friday, but at four" goes on about the day that was proposed.
    memory.focus = localDate(looked.slot, world.organization.time_zone);
    return { slot: looked.slot, duration_minutes: search.duration_minutes };
  }
  if (looked.is === "ask") return { told: result(`Error: ${looked.problem}.`) };
  offer(memory, looked.slots, world);
  return {
    told: result({
      error: looked.problem ?? "no exact time yet; let the caller choose one of these",
      free: timesTold(looked.slots, world, now),
    }),
  };
}

function proposeBooking(given: ToolArguments<"book_appointment">, at: Moment): Ran {
  const { world, memory } = at;
  const { agent, caller, organization } = world;
  const { book } = agent.actions;
  if (!book) return result("Error: this agent makes no appointments.");
  const kind = kindOf(agent, given.kind);
  if (kind === null && (given.kind !== null || book.ask_kind))
    return result(`Error: ask which kind of appointment: ${book.kinds.map(({ name }) => name).join(", ")}.`);
  const number = given.phone_number ? phoneNumberFrom(given.phone_number, organization.country) : null;
  if (given.phone_number && number === null)
    return result("Error: that is no whole phone number. Ask for it again.");
  const found = slotFor(given.when, kind ?? "", at);
  if ("told" in found) return found.told;
  const missing = agent.fields.filter(
    ({ id, type, required, options }) =>
      required &&
      !own.has(type) &&
      memory.details[id] === undefined &&
      !(type === "phone" && (number ?? caller.phone_number)) &&
      !(type === "email" && given.email) &&
      !(type === "choice" && options.some(({ name }) => name === kind)),
  );
  if (missing.length > 0)
    return result(
      `Error: first find out ${missing.map(({ label, id }) => `${label} (${id})`).join(", ")}, and keep it with save_details. If the caller would rather not say, keep “not given”.`,
    );
  const email = agent.fields.find(({ type }) => type === "email");
  const kept = agent.fields
    .filter(({ type, id }) => !own.has(type) && type !== "phone" && type !== "email" && memory.details[id])
    .map(({ id, label }) => `${label}: ${memory.details[id] ?? ""}`);
  return {
    is: "proposal",
    proposal: {
      what: "book",
      kind: kind ?? "",
      starts_at: found.slot,
      duration_minutes: found.duration_minutes,
      name: given.name,
      phone_number: number ?? caller.phone_number,
      email: given.email ?? (email && memory.details[email.id]) ?? null,
      notes: [...kept, ...(given.notes ? [given.notes] : [])].join("; ").slice(0, 1000),
    },
  };
}

function proposeMove({ appointment, when }: ToolArguments<"move_appointment">, at: Moment): Ran {
  const { memory } = at;
  const found = memory.appointments.find(({ handle }) => handle === appointment.toUpperCase());
  if (!found) return result("Error: call find_appointments first, and use a handle that it gave.");
  const slot = slotFor(when, found.kind, at);
  if ("told" in slot) return slot.told;
  const { booking_id, duration_minutes } = found;
  return { is: "proposal", proposal: { what: "move", booking_id, starts_at: slot.slot, duration_minutes } };
}

/** Only the caller's own words agree, and they come after the question. */
function confirmProposal({ world, now, memory }: Moment): Ran {
  const { proposal, language } = memory;
  if (proposal === null) return result("Error: nothing waits to be confirmed.");
  if (memory.asks) return result("Error: the caller has not answered yet.");
  const said = world.transcript.findLast(({ who }) => who === "caller")?.text ?? "";
  const from = startOf(proposal, memory);
  if (agreesTo(said, proposal, from, { world, now, language })) return { is: "confirmed" };
  return result(
    "Error: the caller's last words did not agree to that. Ask again what they want, and propose it anew.",
  );
}

function saveDetails({ details }: ToolArguments<"save_details">, { world, memory }: Moment): Ran {
  const { kept, labels, asks } = detailsFrom(details, world.agent, world.organization.country);
  Object.assign(memory.details, kept);
  const told = [
    ...(labels.length > 0 ? [`Kept: ${labels.join(", ")}.`] : []),
    ...asks.map((ask) => `Error: ${ask}.`),
  ];
  const notes: Note[] = labels.length > 0 ? [{ type: "filled_in", fields: labels, values: kept }] : [];
  return { is: "result", result: told.join(" ") || "Nothing to keep.", notes };
}

/** A call of the agent's own tool. */
function runWebhook(
  tool: AgentSpec["tools"][number],
  given: Record<string, unknown>,
  { memory }: Moment,
): Ran {
  const read = ownArguments(tool, given);
  if ("wrong" in read) return result(read.wrong);
  const id = newDeed(memory, "call_webhook");
  return { is: "action", action: { type: "call_webhook", id, tool: tool.name, arguments: read.values } };
}
