/** A thousand forced drops of the line, over the relay as it is. Prints how many turns were lost. */
import { expect, test } from "vitest";
import { clinicNumbers } from "#workers/sandbox/demo-clinic.ts";
import { dropCalls, dropsOfCall } from "../carriers/dropping.ts";
import { sandbox } from "../sandbox/world.ts";

const wanted = 1000;

test("a thousand drops", async () => {
  expect((await sandbox("/seed", { method: "POST" })).status).toBe(200);
  const to = clinicNumbers.find(({ carrier }) => carrier === "twilio")?.phone_number ?? "";
  const { drops, turns, lost } = await dropCalls(Math.ceil(wanted / dropsOfCall), to);
  for (const one of lost) console.log(`lost: ${one}`);
  for (const [figure, value, unit, budget] of [
    ["forced drops of the line", drops, `drops in ${turns} turns`, `≥ ${wanted}`],
    ["turns lost by them", lost.length, "turns", "= 0"],
  ])
    console.log(`\nBENCH ${JSON.stringify({ figure, value, unit, budget })}`);
}, 3_600_000);
