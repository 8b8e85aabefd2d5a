/** Calls whose line drops while the agent answers: while a model thinks, after it has done something, and in the middle of its words. */
import { vi } from "vitest";
import { z } from "zod";
import { askedOf, type Scripted, script } from "../models/asking.ts";
import {
  type Call,
  type Clinic,
  call,
  clinic,
  connect,
  hangUp,
  relayAction,
  relayOrder,
  rows,
} from "../support/telephone.ts";

/** A call comes back three times. */
const dropsOfCall = 3;
/** How long a model thinks, and how fast it speaks then: a drop has to fall in between. */
const pace = { first_token_ms: 120, tokens_per_second: 40 };

const moments = ["while it thinks", "after it did something", "in the middle of its words"] as const;
type Moment = (typeof moments)[number];

const lines = z.array(z.object({ type: z.string(), text: z.string(), heard: z.string().nullable() }));

/** A word for a number: figures of a model are held back. */
const wordOf = (n: number): string =>
  [...String(n).padStart(4, "0")]
    .map((digit) => "bdfgklmnpr"[Number(digit)])
    .join("o")
    .concat("a");

type Turn = { moment: Moment; said: string; answer: string };

const turnsOf = (number: number): Turn[] =>
  Array.from({ length: dropsOfCall }, (_, turn) => {
    const word = wordOf(number * dropsOfCall + turn);
    return {
      moment: moments[(number + turn) % moments.length] ?? "while it thinks",
      said: `Please tell my dentist about ${word}`,
      answer: `All right, this is about ${word}, and someone here will look after it as soon as they can.`,
    };
  });

const scripted = ({ moment, said, answer }: Turn): Scripted[] => [
  ...(moment === "after it did something"
    ? [
        {
          after: said,
          first_token_ms: 0,
          calls: [
            {
              name: "take_message",
              arguments: { text: said, name: "Marta", phone_number: null, call_back: false },
            },
          ],
        },
      ]
    : []),
  { after: moment === "after it did something" ? "Done" : said, say: answer, times: 3 },
  { after: said, say: answer, times: 3 },
];

/** Resolves once the moment of a turn has come. */
async function comes(
  { moment, said }: Turn,
  key: string,
  { relay }: Call,
  framesBefore: number,
): Promise<void> {
  if (moment === "in the middle of its words")
    return relay.until(() => relay.frames.slice(framesBefore).some(({ token }) => token?.trim()));
  const isIt = async () => {
    const body = (await askedOf(key)).at(-1)?.body ?? "";
    const comesNow = body.includes(said) && (moment === "while it thinks" || body.includes('"role":"tool"'));
    if (!comesNow) throw new Error(`${moment}: not asked yet: ${body.slice(-600)}`);
  };
  await vi.waitFor(isIt, { timeout: 20_000, interval: 10 });
}

async function backAgain(placed: Call, lose: (placed: Call) => Promise<void>): Promise<Call> {
  await lose(placed);
  const next = await relayAction(placed, { SessionStatus: "failed", ErrorCode: "64105" });
  const order = relayOrder(await next.text());
  if (!order) throw new Error("the call was not taken up again");
  const relay = await connect(order.url);
  relay.setUp(placed.call_sid);
  return { ...placed, relay, greeting: await relay.turn(0) };
}

export type DroppedMidAnswer = { drops: number; lost: string[]; twice: string[] };

const clinicWithModel = async (): Promise<{ owner: Clinic; key: string }> => {
  const owner = await clinic((spec) => ({
    ...spec,
    actions: { ...spec.actions, take_message: true },
    model: { chain: [{ provider: "openai", model: "gpt-4.1-mini" }], temperature: 0.3, first_token_ms: 5000 },
  }));
  const key = `sk-${crypto.randomUUID()}`;
  await owner.post("/settings/models", { intent: "add", provider: "openai", name: "", base_url: "", key });
  return { owner, key };
};

const closed = async ({ relay }: Call): Promise<void> => relay.close(1011);

/** Makes so many calls one after the other, each with three drops. @param lose how the line of a call is lost */
export async function dropMidAnswer(
  calls: number,
  lose: (placed: Call) => Promise<void> = closed,
): Promise<DroppedMidAnswer> {
  const dropped: DroppedMidAnswer = { drops: 0, lost: [], twice: [] };
  const { owner, key } = await clinicWithModel();
  for (let number = 0; number < calls; number += 1) {
    let placed = await call(owner);
    const turns = turnsOf(number);
    for (const turn of turns) {
      await script(key, scripted(turn), pace);
      const before = placed.relay.frames.length;
      placed.relay.send({ type: "prompt", voicePrompt: turn.said, lang: "en", last: true });
      await comes(turn, key, placed, before);
      placed = await backAgain(placed, lose);
      if (!placed.greeting.includes(turn.answer)) dropped.lost.push(`${turn.moment}: ${placed.greeting}`);
      dropped.drops += 1;
    }
    await hangUp(placed);
    await count(owner, placed, turns, dropped);
  }
  return dropped;
}

/** What the script of a call and its messages say of it. */
async function count(
  owner: Clinic,
  { call_id }: Call,
  turns: Turn[],
  dropped: DroppedMidAnswer,
): Promise<void> {
  const [row] = await rows(owner, `select lines from call_transcripts where call_id = '${call_id}'`);
  const kept = lines.parse(JSON.parse(String(row?.lines ?? "[]")));
  const messages = await rows(owner, `select text from messages where call_id = '${call_id}'`);
  for (const { said, answer, moment } of turns) {
    const times = {
      said: kept.filter(({ type, text }) => type === "caller" && text === said).length,
      answered: kept.filter(
        ({ type, text, heard }) => type === "agent" && heard === null && text.includes(answer),
      ).length,
      noted: messages.filter(({ text }) => text === said).length,
    };
    const noted = moment === "after it did something" ? 1 : 0;
    const where = `${moment}: ${said} ${JSON.stringify(times)}`;
    if (times.said < 1 || times.answered < 1 || times.noted < noted) dropped.lost.push(where);
    if (times.said > 1 || times.answered > 1 || times.noted > noted) dropped.twice.push(where);
  }
}
