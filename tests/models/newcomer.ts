/** Calls of a newcomer: an agent whose model is the sandbox's, without a script and at once, and what is in the store after a call. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { type Call, type Clinic, call, clinic, rows } from "../support/telephone.ts";
import { script } from "./asking.ts";

const models = {
  openai: { model: "gpt-4.1-mini", key: "sk-" },
  anthropic: { model: "claude-haiku-5-5", key: "sk-ant-" },
} as const;
export type Provider = keyof typeof models;

/** An organization whose agent is asked by a model of this provider, with a key of its own. */
export async function modelClinic(
  provider: Provider,
  change: (spec: AgentSpec) => AgentSpec = (spec) => spec,
): Promise<Clinic> {
  const { model, key: begin } = models[provider];
  const owner = await clinic((spec) => ({
    ...change(spec),
    model: { chain: [{ provider, model }], temperature: 0.3, first_token_ms: 2500 },
  }));
  const key = `${begin}${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider, name: "", base_url: "", key });
  await script(key, []);
  return owner;
}

/** What the agent says to each line; no words that tools tell the model are among it. */
export async function talk(placed: Call, lines: readonly string[]): Promise<string[]> {
  const heard: string[] = [];
  for (const line of lines) heard.push(await placed.relay.say(line));
  const wrong = heard.find(
    (line) => line === "" || /[{}[\]]|note_question|Error:|Say that you|null|undefined/.test(line),
  );
  if (wrong !== undefined) throw new Error(`“${wrong}” was said in ${JSON.stringify(heard)}`);
  return heard;
}

/** What a call left: appointments by kind and name, messages, and whether the built-in agent had to go on. */
export async function left(owner: Clinic, { call_id }: Call) {
  const bookings = await owner.store.bookings.ofCall(call_id);
  const messages = await rows(
    owner,
    `select text, name, phone_number from messages where call_id = '${call_id}'`,
  );
  return {
    booked: bookings
      .filter(({ status }) => status !== "canceled")
      .map(({ kind, name }) => `${kind}: ${name}`),
    messages: messages.map(({ text, name, phone_number }) => ({
      text: String(text),
      name: name === null ? null : String(name),
      phone_number: phone_number === null ? null : String(phone_number),
    })),
    unanswered: (await owner.store.questions.open(50)).map(({ question }) => question),
  };
}

export const placed = (owner: Clinic, from?: string): Promise<Call> => call(owner, from);
