/** A reasonably obedient model without a provider: it reads the caller with our own readers, and uses only the tools that it is offered. */

import { read } from "#workers/conversation/reading/read.ts";
import type { Act, ReadContext } from "#workers/conversation/words/acts.ts";
import type { Asked, AskedMessage, AskedTool, Said } from "./asked.ts";
import { afterTools, questions } from "./obedient-words.ts";

const say = (text: string): Said => ({ say: text, calls: [] });

/** The names of tools, as far as this model knows what they do. */
type Known =
  | "find_times"
  | "book_appointment"
  | "take_message"
  | "transfer_call"
  | "end_call"
  | "find_appointments"
  | "move_appointment"
  | "cancel_appointment";

/** A caller's words as acts. The zone matters little: a tool gets the caller's phrase, and computes the date itself. */
function actsOf(text: string, asked: ReadContext["asked"]): readonly Act[] {
  const open = [{ from: "08:00", to: "18:00" }];
  return read(text, {
    now: Date.now(),
    time_zone: "America/New_York",
    country: "US",
    hours: {
      weekly: { mon: open, tue: open, wed: open, thu: open, fri: open, sat: open, sun: open },
      holidays: [],
    },
    asked,
    fields: [],
    kinds: [],
    emergency_words: [],
    caller_number: null,
    focus: { date: null, at: null },
    agreed: null,
    named: null,
    within: [],
    unfinished: null,
  }).acts;
}

const fieldOf = (type: "name" | "phone" | "appointment"): ReadContext["asked"] => ({
  what: "field",
  field: { id: type, label: type, type, required: true, question: "", options: [] },
});

/** What the model's own last question makes of the next words. */
function askedBy(line: string): ReadContext["asked"] {
  if (line.includes(questions.name)) return fieldOf("name");
  if (line.includes(questions.phone)) return fieldOf("phone");
  if (line.includes(questions.when) || line.includes(questions.which)) return fieldOf("appointment");
  if (line.includes(questions.message)) return { what: "message" };
  if (line.includes(questions.cancel)) return { what: "confirm" };
  if (line.includes(questions.more)) return { what: "anything_else" };
  return { what: "nothing" };
}

type Task = "book" | "move" | "cancel" | "message";

/** What is known after all turns so far. */
type Followed = {
  task: Task | null;
  when: string | null;
  name: string | null;
  phone: string | null;
  message: string | null;
  /** The acts and words of the last turn of the caller. */
  acts: readonly Act[];
  words: string;
  /** Tools called since the task began. */
  used: ReadonlySet<string>;
  lastLine: string;
};

const taskNames: Readonly<Record<string, Task>> = {
  book: "book",
  reschedule: "move",
  cancel: "cancel",
  message: "message",
  call_back: "message",
};

/** Follows the conversation from its beginning. */
function follow(messages: readonly AskedMessage[]): Followed {
  const known: Followed = {
    task: null,
    when: null,
    name: null,
    phone: null,
    message: null,
    acts: [],
    words: "",
    used: new Set(),
    lastLine: "",
  };
  const used = new Set<string>();
  for (const { role, text, calls } of messages) {
    if (role === "assistant") {
      if (text !== "") known.lastLine = text;
      for (const { name } of calls) used.add(name);
    }
    if (role !== "user") continue;
    known.words = text;
    known.acts = actsOf(text, askedBy(known.lastLine));
    for (const act of known.acts) takeIn(known, act, used);
  }
  return { ...known, used };
}

function takeIn(known: Followed, { act, field, value, words }: Act, used: Set<string>): void {
  if (act === "new_task" || act === "cancel_task") {
    const task = act === "cancel_task" ? "cancel" : taskNames[String(value)];
    if (task && task !== known.task) {
      known.task = task;
      used.clear();
    }
  }
  if (act !== "inform" && act !== "correct" && act !== "choose") return;
  if (field === "name" || field === "caller_name") known.name = String(value);
  else if (field === "phone") known.phone = String(value);
  else if (field === "message") known.message = String(value);
  else if (field === "appointment" || field === "offer") {
    known.when = words;
    known.task ??= "book";
    // Another wish is looked up anew.
    if (known.lastLine.includes(questions.when)) used.delete("find_times");
  }
}

/** What an obedient model says next. */
export function obedient({ tools, messages }: Asked): Said {
  const tool = (name: Known): AskedTool | undefined => tools.find((one) => one.name === name);
  const last = messages.at(-1);
  if (last?.role === "tool") return afterTools(messages);
  const known = follow(messages);
  const call = (name: Known, line: string, args: Record<string, unknown> = {}): Said | null => {
    const offered = tool(name);
    return offered ? { say: line, calls: [{ name, arguments: fitting(offered, args) }] } : null;
  };
  const has = (act: Act["act"]) => known.acts.some((one) => one.act === act);

  if (has("person")) {
    const reason = known.words;
    const through = call("transfer_call", "Of course. I'll put you through.", { reason });
    if (through) return through;
    known.task = "message";
  }
  if (has("goodbye") || (has("deny") && known.lastLine.includes(questions.more)))
    return (
      call("end_call", "Thanks for calling. Goodbye.", { reason: "the caller said goodbye" }) ??
      say("Goodbye.")
    );
  const question = known.acts.find(({ act }) => act === "ask");
  const knowledge = tools.find(({ name }) => name.includes("knowledge"));
  if (question && knowledge && !has("new_task"))
    return { say: "", calls: [{ name: knowledge.name, arguments: { [firstOf(knowledge)]: known.words } }] };
  return (
    forTask(known, call, tool) ?? say(has("greeting") ? "Hello! How can I help?" : "How can I help you?")
  );
}

type Call = (name: Known, line: string, args?: Record<string, unknown>) => Said | null;

function forTask(known: Followed, call: Call, tool: (name: Known) => AskedTool | undefined): Said | null {
  const { task, when, name, phone, message, used } = known;
  switch (task) {
    case "book": {
      if (!tool("book_appointment")) return forTask({ ...known, task: "message" }, call, tool);
      if (when === null) return say(`Sure. ${questions.when}`);
      const looked = used.has("find_times") ? null : call("find_times", "", { when });
      if (looked) return looked;
      if (name === null) return say(`All right. ${questions.name}`);
      if (needs(tool("book_appointment"), "phone") && phone === null) return say(questions.phone);
      return call("book_appointment", "", { when, name, phone });
    }
    case "message": {
      if (!tool("take_message")) return null;
      if (message === null) return say(`I'll take a message. ${questions.message}`);
      if (name === null) return say(questions.name);
      return call("take_message", "", { text: message, name, call_back: true });
    }
    case "cancel":
    case "move":
      return forExisting(known, task, call);
    default:
      return null;
  }
}

function forExisting(
  { used, name, when, acts, lastLine }: Followed,
  task: "cancel" | "move",
  call: Call,
): Said | null {
  const looked = used.has("find_appointments") ? null : call("find_appointments", "", { name });
  if (looked) return looked;
  const appointment = /\[([^\]]+)\]/.exec(lastLine)?.[1] ?? "the one that was found";
  if (task === "move")
    return when === null ? say(questions.when) : call("move_appointment", "", { appointment, when });
  const agreed = acts.some(({ act }) => act === "affirm");
  return agreed ? call("cancel_appointment", "", { appointment }) : say(questions.cancel);
}

const needs = (tool: AskedTool | undefined, field: string): boolean =>
  tool?.parameters.required.includes(field) === true;

const firstOf = ({ parameters }: AskedTool): string => Object.keys(parameters.properties)[0] ?? "question";

/** The arguments that a tool takes, without those that are unknown. */
function fitting({ parameters }: AskedTool, args: Record<string, unknown>): Record<string, unknown> {
  const taken = Object.entries(args).filter(
    ([name, value]) => value !== null && Object.hasOwn(parameters.properties, name),
  );
  return Object.fromEntries(taken);
}
