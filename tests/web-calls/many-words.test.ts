/** A browser that sends far more words than anyone says: the call ends with a goodbye, is stored, and gives its line back. */
import { expect, test, vi } from "vitest";
import { clinic, history, rows } from "../support/telephone.ts";
import { lineOf, ticketFor, widget } from "./calling.ts";

test("a flood of words ends the call politely, and it is in the history", async () => {
  const owner = await clinic();
  const opening = await ticketFor(await widget(owner));
  const line = await lineOf(opening.ticket);
  line.setUp(opening.call);
  await line.turn(0);
  const words = "tell me about the crown, please. ".repeat(240);
  for (let n = 0; n < 40; n++) line.send({ type: "prompt", voicePrompt: words, lang: "en-US", last: true });
  await line.until(() => line.frames.some(({ type }) => type === "end") || line.closed !== null);
  const said = line.turns.join(" ");
  expect(said).toContain("more than I can keep in one call");
  line.close();
  await vi.waitFor(
    async () => expect(await history(owner)).toMatchObject([{ type: "web", end_reason: "max_words" }]),
    { timeout: 20_000 },
  );
  const [script] = await rows(owner, "select length(lines) as n from call_transcripts");
  expect(Number(script?.n)).toBeLessThan(400_000);
  expect(await rows(owner, "select call_id from live_calls")).toEqual([]);
  expect(await rows(owner, "select seq from live_lines")).toEqual([]);
});
