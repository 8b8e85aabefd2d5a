/** Deleting the pages of calls gives no number another call: caps and cool-down count what was called, and who was talked with. */
import { expect, test } from "vitest";
import { second_ms } from "#app/platform/durations.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { houseAt } from "../calls/placing.ts";
import { pageText } from "../support/page-form.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { attemptsOver, contactOf, started } from "./arrange.ts";

test("a number that was called, or talked with, waits as long as before once the calls are deleted", async () => {
  const house = await houseAt("twilio");
  const [called, talked] = [await contactOf(house), await contactOf(house)];
  const started_at = Date.now() - 2 * second_ms;
  const unanswered = { status: "no_answer", answered_at: null, talk_seconds: 0 } as const;
  const calls = [
    finishedCall({
      ...unanswered,
      ...{ direction: "outbound", other_number: called.to, started_at, ended_at: Date.now() },
    }),
    finishedCall({ other_number: talked.to, started_at, answered_at: started_at, ended_at: Date.now() }),
    // A person called and was not answered: that counts for nothing.
    finishedCall({ ...unanswered, other_number: newNumber(), started_at, ended_at: Date.now() }),
  ];
  await ended(house, ...calls);
  const campaign = await started(house, { cooldown_hours: 24 });
  await attemptsOver(house, campaign, 0);
  await house.post(`/campaigns/${campaign}`, { do: "pause" });
  const why = async ({ id }: { id: string }) => {
    const page = await (await house.get(`/contacts/${id}`)).text();
    return pageText(page);
  };
  const asBefore = async () => {
    expect(await why(called)).toContain("Called often enough.");
    expect(await why(talked)).toContain("Waiting between calls.");
  };
  await asBefore();
  for (const { id } of calls) {
    const answer = await house.post("/call-history", { do: "delete_calls", call: id });
    expect(await pageText(await answer.text())).toContain("1 call deleted.");
  }
  expect(await rows(house, "select 1 from calls")).toEqual([]);
  await asBefore();
  // Nothing else of them is kept.
  const kept = await rows(
    house,
    "select contact_id, number_id, agent_id from dial_attempts where campaign_id = ''",
  );
  expect(kept).toEqual(Array(2).fill({ contact_id: "", number_id: "", agent_id: "" }));
});
