/** Each trade's own questions, asked word for word, are answered in the words that its agent keeps for them. */
import { expect, test } from "vitest";
import { specForTrade } from "#app/agents/agent-templates.ts";
import { tradeIds } from "#app/agents/trades/trade-words.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { playTest } from "#workers/conversation/simulation/play-test.ts";

const organization = {
  name: "Ace",
  time_zone: "America/New_York",
  country: "US",
  address: null,
  phone_number: null,
};

test.each(tradeIds)("%s", async (trade) => {
  const spec = specForTrade(trade);
  expect(spec.knowledge.length).toBeGreaterThan(0);
  for (const { question, answer } of spec.knowledge) {
    const { turns } = await playTest(
      {
        name: "Asks",
        now: "2026-11-20 10:00",
        from: "+14155550198",
        appointments: [],
        turns: [{ say: question }],
        expect: [],
      },
      { spec, brain: brainFor(spec), organization, search: null },
    );
    expect(turns[1]?.agent, question).toContain(answer.replace(/[.!?]$/, ""));
  }
});
