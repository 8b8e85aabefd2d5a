/** The sample of a call that each starting point shows is a call as the agent really has it. */
import { expect, it } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { startingPoints } from "#app/agents/starting-point-words.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { worlds } from "../support/conversation-worlds.ts";

/** What the caller's last line brings. */
const goesOn = {
  receptionist: /^What's it about/,
  appointment_booking: /^Hello, Daniel/,
  lead_qualification: /within three months. What name/,
};

it.each(startingPoints)("the sample of “$title” is what its agent says", ({ kind, sample }) => {
  const world = worlds.clinic();
  const agent = specFor(kind);
  const line = new SimulatedLine(
    { ...world, agent },
    instantOf("2026-11-19", "10:00", world.organization.time_zone),
  );
  const said: string[] = [];
  for (const { who, words } of sample) {
    if (who === "agent") expect(said.at(-1)).toBe(words);
    else {
      line.do({ say: words });
      said.push(line.turns.at(-1)?.text ?? "");
    }
  }
  expect(said.at(-1)).toMatch(goesOn[kind]);
});
