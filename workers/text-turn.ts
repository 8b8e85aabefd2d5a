/** Answers what waits in a thread of texts: the number's agent, with the brain that answers its calls, one message for each text. */
import { z } from "zod";
import { calledById } from "#app/calls/answering.server.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import type { Json } from "#app/platform/json.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { asText } from "#app/texts/segments.ts";
import type { TextArrival, TextTurn } from "#app/texts/texts.schema.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { callerWords } from "#workers/conversation/brains/caller-words.ts";
import type { Action, Brain, Outcome, Scene } from "#workers/conversation/line/conversation.ts";
import type { ScriptLine } from "#workers/conversation/line/line-events.ts";
import { freshLoop, type LoopState, loopState } from "#workers/conversation/line/loop-state.ts";
import { freshTalk } from "#workers/conversation/line/talk.ts";
import { TurnLoop } from "#workers/conversation/line/turn-loop.ts";
import { carryOut } from "./call-actions.ts";
import { type CallProgress, callProgress, freshProgress } from "./call-facts.ts";
import { modelBrainOf } from "./call-models.ts";
import { callWebhook } from "./call-webhook.ts";
import { reportObjectError } from "./object-errors.ts";

/** A worker that breaks off frees the thread by itself after so long; no answer takes longer. */
const lease_ms = 2 * minute_ms;
/** Turns that one task takes; what waits then is for the next one. */
const mostTurns = 20;

/** What a conversation remembers between texts. */
const remembered = z.object({ loop: loopState, progress: callProgress, line: z.int() });
type Remembered = z.infer<typeof remembered>;

/** Endings that are said by voice in words about a call; by text they have words of their own. */
const unsayable: ReadonlySet<string> = new Set([
  "max_words",
  "keys_storm",
  "looping",
  "silence",
  "max_duration",
  "failed",
]);

/** Answers every text that waits in a thread, in order. Doing it twice answers nothing twice. */
export async function answerTexts(env: Env, organization_id: string, thread_id: string): Promise<void> {
  const owner = await calledById(new Database(env.DB, new Timing()), organization_id);
  if (!owner) return;
  const store = storeOf(organizationObject(owner.organization, env));
  const token = randomToken(16);
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const now = Date.now();
    const arrival: TextArrival = {
      ...owner,
      provider: "text",
      provider_call_id: thread_id,
      capacity_account: "text",
      direction: "inbound",
      our_number: null,
      other_number: null,
      now,
    };
    const begun = await store.texts.begin(arrival, { thread_id, token, until: now + lease_ms, now });
    if (begun.is !== "turn") return;
    const { turn } = begun;
    const said = await takeTurn(turn, store, env);
    const { id, number_id, agent } = turn.call;
    const kept = await store.texts.answered({
      thread_id,
      token,
      text_id: turn.text_id,
      conversation: { id, number_id, agent_id: agent.id, agent_version: agent.version },
      ...said,
      now: Date.now(),
    });
    if (!kept.is_kept) return;
  }
  throw new Error("more texts wait than one task answers");
}

type Said = { state: Json; reply: string; notes: string[]; ended: string | null; outcome: string | null };

/** One text and its answer. */
async function takeTurn({ call, words, state }: TextTurn, store: Store, env: Env): Promise<Said> {
  const brain = brainFor(call.agent.spec, {
    model: (agent) => modelBrainOf(agent, call.organization.id, env, { purpose: "call" }),
  });
  const before = remembered.safeParse(state).data ?? null;
  const line = new TextLine(call, before ?? freshMemory(brain, call), { store, env, brain });
  if (!before) await line.open();
  return line.answer(words);
}

const freshMemory = (brain: Brain, { busy }: PreparedCall): Remembered => ({
  loop: freshLoop(brain.fresh()),
  progress: freshProgress(busy),
  line: 0,
});

type With = { store: Store; env: Env; brain: Brain };

/** The turn loop of calls over a line that carries texts: every word arrives, no one interrupts, and silence is no event. */
class TextLine {
  readonly #call: PreparedCall;
  readonly #loop: TurnLoop;
  readonly #state: LoopState;
  readonly #progress: CallProgress;
  readonly #with: With;
  readonly #isFirst: boolean;
  #line: number;
  #said = "";
  /** What the agent did in this turn, by the number of its line. */
  readonly #deeds = new Map<number, string>();

  constructor(call: PreparedCall, { loop, progress, line }: Remembered, given: With) {
    this.#call = call;
    this.#state = loop;
    this.#progress = { ...progress, busy: call.busy };
    this.#line = line;
    this.#isFirst = !loop.opened;
    this.#with = given;
    this.#loop = new TurnLoop(this.#ports(), this.#state);
  }

  /** The brain begins as at a call. Its greeting is for the ear: no one reads it. */
  async open(): Promise<void> {
    await this.#loop.hear({ type: "opened", transfer_failed: false });
    this.#heard();
    this.#state.transcript = [];
    this.#said = "";
    this.#deeds.clear();
  }

  async answer(words: string): Promise<Said> {
    await this.#loop.hear({ type: "prompt", text: words, last: true });
    this.#heard();
    const { ending } = this.#state;
    const ended = ending?.reason ?? null;
    const said = ended !== null && unsayable.has(ended) ? this.#farewell() : this.#said;
    const reply = this.#isFirst && said !== "" ? `${this.#introduced()} ${said}` : said;
    const state: Remembered = { loop: this.#state, progress: this.#progress, line: this.#line };
    return {
      // Plain data without undefined parts, as rows keep it.
      state: JSON.parse(JSON.stringify(state)),
      reply: asText(reply),
      notes: [...this.#deeds.values()],
      ended,
      outcome: this.#outcome(ended),
    };
  }

  /** A text that was sent was read. */
  #heard(): void {
    this.#state.talk = freshTalk();
    this.#state.unanswered = null;
  }

  /** Who writes, and how it ends, in the first text of a conversation. */
  #introduced(): string {
    const { organization, agent } = this.#call;
    return this.#state.language === "es-US"
      ? `${organization.name}: soy ${agent.spec.name}, asistente de IA. Responda STOP para no recibir más mensajes.`
      : `${organization.name}: this is ${agent.spec.name}, an AI assistant. Reply STOP to opt out.`;
  }

  #farewell(): string {
    const number = internationally(this.#call.our_number ?? "");
    return this.#state.language === "es-US"
      ? `Lo siento, por mensaje no puedo ayudarle más. Por favor, llame al ${number}.`
      : `I'm sorry, I can't help any further by text. Please call us at ${number}.`;
  }

  #outcome(ended: string | null): string | null {
    const { appointments } = this.#progress;
    const made = Object.values(appointments);
    if (made.some(({ is }) => is === "booked")) return "booked";
    if (made.some(({ is }) => is === "moved")) return "moved";
    if (made.some(({ is }) => is === "canceled")) return "canceled";
    const done = Object.values(this.#state.deeds).filter(({ outcome }) => outcome?.ok);
    if (done.some(({ action }) => action.type === "take_message")) return "message";
    if (done.some(({ action }) => action.type === "save_lead")) return "lead";
    return ended === "looping" ? "looping" : null;
  }

  #world = (): Scene => ({
    organization: { ...this.#call.organization, phone_number: this.#call.our_number },
    agent: this.#call.agent.spec,
    calendar: { busy: this.#progress.busy },
    caller: { phone_number: this.#call.other_number },
    direction: "inbound",
    by_text: true,
    has_knowledge: this.#call.has_knowledge,
  });

  #ports() {
    return {
      brain: this.#with.brain,
      now: () => Date.now(),
      send: (order: { type: string; token?: string }) => {
        if (order.type === "text") this.#said += order.token ?? "";
      },
      world: this.#world,
      act: (action: Action) => this.#act(action),
      write: ({ type, text }: ScriptLine) => {
        this.#line += 1;
        if (type === "action") this.#deeds.set(this.#line, text);
        return this.#line;
      },
      revise: (seq: number, { text }: { text?: string }) => {
        if (text !== undefined && this.#deeds.has(seq)) this.#deeds.set(seq, text);
      },
      keep: () => {},
      wake: () => {},
      later: () => () => {},
      ...callerWords,
      failed: (error: unknown) => void this.#report("text/turn", error),
    };
  }

  #report(where: string, error: unknown): Promise<void> {
    const { organization } = this.#call;
    return reportObjectError(this.#with.env, { error, where, organization_id: organization.id });
  }

  async #act(action: Action): Promise<Outcome> {
    const { store, env } = this.#with;
    try {
      if (action.type === "call_webhook") return await callWebhook(action, this.#call, env);
      return await carryOut(action, this.#call, this.#progress, store, Date.now());
    } catch (error) {
      await this.#report(`text/${action.type}`, error);
      return { ok: false, reason: "failed" };
    }
  }
}
