/** What a call costs, line by line, and how long it counts. */
import { describe, expect, test } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import { costOf, totalOf } from "#app/calls/call-cost.ts";
import type { CostItem } from "#app/calls/calls.schema.ts";
import { preparedCall } from "#app/calls/live/live-calls.schema.ts";
import type { TransferAttempt } from "#app/telephony/transfers/transfer.schema.ts";
import { freshProgress } from "#workers/call-facts.ts";
import { freshLoop } from "#workers/conversation/line/loop-state.ts";
import { finishedCallOf } from "#workers/finished-call.ts";

const started_at = Date.parse("2026-11-20T15:00:00Z");
const at = (seconds: number): number => started_at + seconds * 1000;

const attempt = (
  from: number,
  until: number,
  outcome: TransferAttempt["outcome"],
  talk_seconds = 0,
): TransferAttempt => ({
  target_id: null,
  name: "Dana",
  phone_number: "+12127365001",
  mode: "announced",
  outcome,
  started_at: at(from),
  ended_at: at(until),
  talk_seconds,
});

const minutes = (items: readonly CostItem[]) =>
  Object.fromEntries(items.map(({ what, quantity }) => [what, quantity]));

const phone = { type: "phone", direction: "inbound", provider: "twilio" } as const;

describe("a call that was put through", () => {
  test("pays the relay until then, and the other phone from then on", () => {
    // Two minutes with the agent, twenty seconds of ringing, ten minutes of talk.
    const transfers = [attempt(120, 740, "answered", 600)];
    const items = costOf({ ...phone, seconds: 740, transfers });
    expect(minutes(items)).toEqual({ carrier: 13, speech: 2, model: 2, transfer: 10 });
    expect(totalOf(items)).toBe(13 * 8_500 + 2 * 70_000 + 10 * 14_000);
  });

  test("pays a phone that was taken up in vain, and no phone that only rang", () => {
    const transfers = [attempt(60, 80, "no_answer"), attempt(80, 95, "declined"), attempt(95, 120, "busy")];
    // Back at the agent for three minutes.
    const items = costOf({ ...phone, seconds: 300, transfers });
    expect(minutes(items)).toEqual({ carrier: 5, speech: 4, model: 4, transfer: 1 });
  });

  test("whose attempts last longer than the call, by other clocks, still had an agent", () => {
    const items = costOf({ ...phone, seconds: 30, transfers: [attempt(0, 60, "answered", 60)] });
    expect(minutes(items)).toMatchObject({ carrier: 1, speech: 1, transfer: 1 });
  });

  test("without a transfer pays none", () => {
    expect(minutes(costOf({ ...phone, seconds: 61 }))).toEqual({ carrier: 2, speech: 2, model: 2 });
  });
});

const finished = (is_own_account: boolean, carrier_seconds: number | null) => {
  const spec = specFor("receptionist");
  const call = preparedCall.parse({
    id: "0196b1d0-0000-7000-8000-000000000001",
    ...phone,
    provider_call_id: "CA1",
    our_number: "+12125550100",
    other_number: "+12125550142",
    number_id: "n",
    is_own_account,
    started_at,
    organization: {
      id: "o",
      region: null,
      name: "Bright Smile",
      time_zone: "America/New_York",
      locale: "en-US",
      country: "US",
      address: null,
    },
    agent: { id: "a", version: 1, spec },
    busy: [],
    capacity_account: "twilio",
  });
  return finishedCallOf({
    call,
    progress: { ...freshProgress([]), answered_at: at(2) },
    loop: freshLoop(null),
    lines: [],
    end: { by: "caller", reason: "hung_up", at: at(602), status: "completed", carrier_seconds },
  });
};

describe("the length of a call", () => {
  test("is what the platform's carrier counts", () => {
    expect(finished(false, 580).talk_seconds).toBe(580);
    expect(finished(false, null).talk_seconds).toBe(600);
  });

  test("is measured here where the carrier's account is the organization's own", () => {
    for (const told of [0, 1, 9999, null]) expect(finished(true, told).talk_seconds).toBe(600);
  });
});
