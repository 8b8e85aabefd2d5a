/** What members do in threads of text messages: write, mark as seen, and let the agent answer again. */
import { z } from "zod";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { longestText } from "./segments.ts";
import type { WriteRefusal } from "./texts.schema.ts";

const about = { permission: "messages.write", section: "calls" } as const;
const id = z.uuid();

const writing = z.object({
  /** Of a thread, or of a call with the person. */
  id,
  text: z
    .string()
    .trim()
    .min(1, "Write something first")
    .max(longestText, `At most ${longestText} characters`),
  /** Which press it is: the same one again sends nothing. */
  request: z.uuid(),
});

type Sent = { ok: true; thread_id: string } | { ok: false; reason: WriteRefusal };

/** Sends a text to the person of a thread, and leaves the thread to people. */
export const sendText: Verb<typeof writing, [], Sent> = verb(
  { verb: "texts.send", ...about, input: writing },
  async (actor, { id, text, request: key }) => {
    const author = { id: authorOf(actor), name: actor.by.name };
    const { country, tier, status } = actor.organization;
    const dialling = { country, reach: reachOf(tier, status) };
    const answer = await actor.store.texts.write({ id, text, key, author, dialling, now: Date.now() });
    if (!answer.ok) return { ok: false, reason: answer.reason };
    await actor.record("text.sent", answer.thread_id);
    return { ok: true, thread_id: answer.thread_id };
  },
);

const writingTo = writing.omit({ id: true, request: true }).extend({
  /** The number that is texted. */
  to: z.e164(),
  /** Which of the organization's numbers writes; null: the one that the person knows. */
  number_id: z.string().max(64).nullable(),
  /** The same one again sends nothing. */
  request: z.string().min(8).max(120),
  /** Whether the answers are left to people, because one of them writes. */
  takes_over: z.boolean().default(false),
});

/** Sends a text to a number. What writes by itself leaves the answers to the agent. */
export const textPerson: Verb<typeof writingTo, [], Sent> = verb(
  { verb: "texts.send_to", ...about, input: writingTo },
  async (actor, input) => {
    // What writes by itself fills texts in: it is read here too, whatever the caller did.
    const { to, number_id, text, request: key, takes_over } = writingTo.parse(input);
    const author = { id: authorOf(actor), name: actor.by.name };
    const { country, tier, status } = actor.organization;
    const dialling = { country, reach: reachOf(tier, status) };
    const now = Date.now();
    const whom = { to, number_id, takes_over };
    const answer = await actor.store.texts.writeTo({ ...whom, text, key, author, dialling, now });
    if (!answer.ok) return { ok: false, reason: answer.reason };
    await actor.record("text.sent", answer.thread_id);
    return { ok: true, thread_id: answer.thread_id };
  },
);

const choice = z.object({ id });
type Changed = { ok: true } | { ok: false; reason: "not_found" };
const changedIf = (known: boolean): Changed => (known ? { ok: true } : { ok: false, reason: "not_found" });

/** Marks what came in as seen. */
export const markTextsRead: Verb<typeof choice, [], Changed> = verb(
  { verb: "texts.mark_read", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }) => changedIf((await actor.store.texts.markRead(id)).known),
);

const handing = z.object({ id, answers: z.boolean() });

/** Lets the agent answer in a thread, or leaves it to people. */
export const letAgentText: Verb<typeof handing, [], Changed> = verb(
  { verb: "texts.let_agent", ...about, worksUnpaid: true, input: handing },
  async (actor, { id, answers }) => {
    const { known } = await actor.store.texts.letAgent(id, answers);
    if (known) await actor.record(answers ? "text.agent_on" : "text.agent_off", id);
    return changedIf(known);
  },
);

const posted = z.discriminatedUnion("do", [
  z.object({ do: z.literal("send"), text: z.string(), request: z.uuid() }),
  z.object({ do: z.literal("read") }),
  z.object({ do: z.literal("agent"), answers: z.enum(["on", "off"]) }),
]);

/** Why a text is not sent, in words. */
export const textRefusals = {
  not_found: "It is not known with whom this is.",
  number_gone: "The number isn't yours anymore, so nothing can be sent from it.",
  own_number: "That is one of your own numbers.",
  opted_out: "This person asked for no more texts. They get them again when they reply START.",
  do_not_call: "This person asked not to be contacted.",
  not_dialled: "Your organization doesn't call this number, so it can't be texted either.",
  members_day: "Your team sent 500 texts in the last day, which is as many as it may. Try again later.",
} as const;

export type Said = {
  status: number;
  isGood: boolean;
  message: string | null;
  errors: string[];
  /** What was typed and not sent. */
  typed: string;
  sent: number;
};
const good = (message: string | null, sent = 0): Said => ({
  status: 200,
  isGood: true,
  message,
  errors: [],
  typed: "",
  sent,
});

const lost = () => missing("thread", { to: "/messages", label: "Text messages" });

/** Applies what a form of a thread posted. @throws 404 for a thread that is not the organization's, 400 for another form */
export async function changeThread(actor: Actor, form: FormData, id: string): Promise<Said> {
  const wanted = posted.safeParse(Object.fromEntries(form));
  if (!choice.safeParse({ id }).success || !(await actor.store.texts.isThere(id))) throw lost();
  if (!wanted.success) throw faultResponse("bad_request");
  const given = wanted.data;
  if (given.do === "send") return written(actor, id, given);
  const changed =
    given.do === "read"
      ? await markTextsRead(actor, { id })
      : await letAgentText(actor, { id, answers: given.answers === "on" });
  if (!changed.ok) throw lost();
  if (given.do === "read") return good(null);
  return good(given.answers === "on" ? "The agent answers here again." : "You answer here now.");
}

async function written(actor: Actor, id: string, { text, request }: { text: string; request: string }) {
  const input = writing.safeParse({ id, text, request });
  if (!input.success) {
    const errors = input.error.issues.map(({ message }) => message);
    return { ...good(null), status: 422, isGood: false, errors, typed: text };
  }
  const sent = await sendText(actor, input.data);
  if (sent.ok) return good(null, Date.now());
  if (sent.reason === "not_found") throw lost();
  return { ...good(textRefusals[sent.reason]), status: 409, isGood: false, typed: text };
}
