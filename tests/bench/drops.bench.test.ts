/** Forced drops of the line, over the relay as it is: a thousand between the turns, and as many in the middle of an answer as `SEQUENCES` says. Prints how many turns were lost. */
import { expect, test } from "vitest";
import { clinicNumbers } from "#workers/sandbox/demo-clinic.ts";
import { dropCalls, dropsOfCall } from "../carriers/dropping.ts";
import { dropMidAnswer } from "../carriers/dropping-mid-answer.ts";
import { sandbox } from "../sandbox/world.ts";

const wanted = 1000;
const midAnswer = Number(process.env.SEQUENCES ?? "60");

type Figure = [figure: string, value: number, unit: string, budget: string];
const print = (figures: Figure[]): void => {
  for (const [figure, value, unit, budget] of figures)
    console.log(`\nBENCH ${JSON.stringify({ figure, value, unit, budget })}`);
};

test("a thousand drops", async () => {
  expect((await sandbox("/seed", { method: "POST" })).status).toBe(200);
  const to = clinicNumbers.find(({ carrier }) => carrier === "twilio")?.phone_number ?? "";
  const { drops, turns, lost } = await dropCalls(Math.ceil(wanted / dropsOfCall), to);
  for (const one of lost) console.log(`lost: ${one}`);
  print([
    ["forced drops of the line", drops, `drops in ${turns} turns`, `≥ ${wanted}`],
    ["turns lost by them", lost.length, "turns", "= 0"],
  ]);
}, 3_600_000);

test("drops in the middle of an answer", async () => {
  const { drops, lost, twice } = await dropMidAnswer(Math.ceil(midAnswer / dropsOfCall));
  for (const one of lost) console.log(`lost: ${one}`);
  for (const one of twice) console.log(`twice: ${one}`);
  print([
    ["drops in the middle of an answer", drops, "drops", `≥ ${midAnswer}`],
    ["turns lost by them", lost.length, "turns", "= 0"],
    ["answers and actions that came twice", twice.length, "turns", "= 0"],
  ]);
}, 3_600_000);
