/** Calls whose line drops again and again: what was said in them is counted afterwards. */
import { z } from "zod";
import { clinic } from "#workers/sandbox/demo-clinic.ts";
import { post } from "../sandbox/world.ts";
import { rows } from "../support/telephone.ts";

/** A call comes back three times. */
export const dropsOfCall = 3;

const lines = z.array(z.object({ type: z.string(), text: z.string() }));

/** What a caller says after each drop, told apart from every other utterance of every call. */
const saidIn = (call: number): string[] =>
  ["I have a question", "It is about parking", "And about your hours", "Thanks, that was all"].map(
    (words, turn) => `${words} ${["one", "two", "three", "four"][turn]} ${call}`,
  );

export type Dropped = { drops: number; turns: number; lost: string[] };

/** Makes so many calls one after the other, each with three drops. @param to the number that is called */
export async function dropCalls(calls: number, to: string): Promise<Dropped> {
  const dropped: Dropped = { drops: 0, turns: 0, lost: [] };
  for (let call = 0; call < calls; call += 1) {
    const said = saidIn(call);
    const turns = said.flatMap((say, turn) => (turn === 0 ? [{ say }] : [{ drop_socket: true }, { say }]));
    const from = `+1303556${String(call).padStart(4, "0")}`;
    const answer = await post("/phone/calls", { from, to, turns: [...turns, { hang_up: true }] });
    const { call_sid }: { call_sid: string } = await answer.json();
    const kept = await rows(
      { organizationId: clinic.id },
      `select t.lines from calls as c join call_transcripts as t on t.call_id = c.id where c.provider_call_id = '${call_sid}'`,
    );
    const script = lines.parse(JSON.parse(String(kept[0]?.lines ?? "[]")));
    for (const words of said) {
      const at = script.findIndex(({ type, text }) => type === "caller" && text.includes(words));
      const isAnswered = at !== -1 && script.slice(at).some(({ type }) => type === "agent");
      // After the last words the caller hangs up.
      if (at === -1 || (!isAnswered && words !== said.at(-1))) dropped.lost.push(`${call_sid}: ${words}`);
    }
    dropped.drops += dropsOfCall;
    dropped.turns += said.length;
  }
  return dropped;
}
