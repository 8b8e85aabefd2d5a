/** Far more words than anyone says: the call ends, is stored, and gives its line back. */
import { expect, test, vi } from "vitest";
import { call, clinic, hangUp, history, rows } from "../support/telephone.ts";
import { lineOf, ticketFor, widget } from "./calling.ts";

const words = "tell me about the crown, please. ".repeat(1200);
const flood = { type: "prompt", voicePrompt: words, lang: "en-US", last: true };

test("on a phone line they end the call politely, and it is in the history", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const { relay } = placed;
  for (let n = 0; n < 40; n++) relay.send(flood);
  await relay.until(() => relay.frames.some(({ type }) => type === "end") || relay.closed !== null);
  expect(relay.turns.join(" ")).toContain("more than I can keep in one call");
  await hangUp(placed);
  expect(await history(owner)).toMatchObject([{ end_detail: "max_words" }]);
  await nothingIsLeft(owner);
});

test("a browser that sends them faster than anyone speaks is cut off, and its call is in the history", async () => {
  const owner = await clinic();
  const opening = await ticketFor(await widget(owner));
  const line = await lineOf(opening.ticket);
  line.setUp(opening.call);
  await line.turn(0);
  for (let n = 0; n < 40; n++) line.send(flood);
  await line.until(() => line.closed !== null);
  await vi.waitFor(async () => expect(await history(owner)).toMatchObject([{ type: "web" }]), {
    timeout: 20_000,
  });
  await nothingIsLeft(owner);
});

/** The transcript is bounded, and the call is none of the running ones. */
async function nothingIsLeft(owner: { organizationId: string }) {
  const [script] = await rows(owner, "select length(lines) as n from call_transcripts");
  expect(Number(script?.n)).toBeLessThan(400_000);
  expect(await rows(owner, "select call_id from live_calls")).toEqual([]);
  expect(await rows(owner, "select seq from live_lines")).toEqual([]);
}
