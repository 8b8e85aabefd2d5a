/** What a finished call leaves in its organization. */
import { describe, expect, test } from "vitest";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import { newId } from "#app/platform/id.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { memberOf } from "../support/people.ts";
import { history, newNumber, rows } from "../support/telephone.ts";

const zone = "America/New_York";
const started = instantOf("2026-11-20", "23:30", zone);

const finished = (more: Partial<FinishedCall> = {}): FinishedCall => ({
  ...newFinishedCall({
    id: newId(started),
    direction: "inbound",
    status: "completed",
    outcome: "answered",
    ended_by: "caller",
    end_reason: "hung_up",
    agent: { id: "agent-1", name: "Front desk", version: 3 },
    number_id: "number-1",
    our_number: "+12125550100",
    other_number: newNumber(),
    caller_name: "Marta Lindqvist",
    caller_email: "marta@example.com",
    provider: "twilio",
    provider_call_id: `CA-${newId()}`,
    started_at: started,
    answered_at: started + 900,
    ended_at: started + 120_000,
    talk_seconds: 119,
    summary: "Asked about parking",
    fields: [{ id: "insurance", label: "Insurance", value: "Acme Health" }],
    lines: [
      { type: "agent", text: "Hello.", heard: null, detail: null, at_ms: 0 },
      { type: "caller", text: "Do you have parking for a unicycle?", heard: null, detail: null, at_ms: 900 },
      {
        type: "note",
        text: "Answered from “Parking”",
        heard: null,
        detail: { type: "answered_from" },
        at_ms: 950,
      },
    ],
    cost_items: [
      { what: "carrier", quantity: 2, unit: "minute", unit_price_micros: 8500, cost_micros: 17_000 },
    ],
    answer_ms: 800,
    time_zone: zone,
    locale: "en-US",
  }),
  ...more,
});

test("handing a call over many times at once makes one call, one count and one event", async () => {
  const owner = await memberOf();
  const call = finished();
  await Promise.all(Array.from({ length: 5 }, () => owner.store.live.finish(call)));
  await owner.store.live.finish({ ...call, outcome: "booked", summary: "another story" });
  expect(await history(owner)).toMatchObject([
    { id: call.id, summary: "Asked about parking", cost_micros: 17_000 },
  ]);
  expect(await rows(owner, "select * from call_days")).toEqual([
    {
      day: "2026-11-20",
      agent_id: "agent-1",
      calls: 1,
      answered: 1,
      booked: 0,
      seconds: 119,
      cost_micros: 17_000,
    },
  ]);
  expect(await rows(owner, "select count(*) as n from call_transcripts")).toEqual([{ n: 1 }]);
});

test("the day is the organization's own", async () => {
  const owner = await memberOf();
  await owner.store.live.finish(finished({ time_zone: "Europe/Berlin" }));
  expect(await rows(owner, "select day from call_days")).toEqual([{ day: "2026-11-21" }]);
});

test("a call is found by what was said, by name, and by what was collected, and not by notes", async () => {
  const owner = await memberOf();
  await owner.store.live.finish(finished());
  const found = async (words: string) =>
    (await rows(owner, `select rowid from call_words where call_words match '${words}'`)).length;
  expect([
    await found("unicycles"),
    await found("lindqvist"),
    await found("acme"),
    await found("answered"),
  ]).toEqual([1, 1, 1, 0]);
});

describe("the caller's contact", () => {
  test("is made of what they said, and completed later without losing what is known", async () => {
    const owner = await memberOf();
    const other_number = newNumber();
    await owner.store.live.finish(finished({ other_number, caller_email: null }));
    await owner.store.live.finish(
      finished({
        other_number,
        caller_name: "Somebody Else",
        caller_email: "m@example.com",
        outcome: "lead",
      }),
    );
    expect(await owner.store.contacts.findByPhone(other_number)).toMatchObject({
      name: "Marta Lindqvist",
      email: "m@example.com",
      status: "qualified",
    });
    expect((await history(owner)).map(({ contact_name }) => contact_name)).toEqual([
      "Marta Lindqvist",
      "Somebody Else",
    ]);
  });

  test("who asked to be left alone is never made a lead again", async () => {
    const owner = await memberOf();
    const other_number = newNumber();
    await owner.store.live.finish(finished({ other_number, outcome: "opted_out" }));
    await owner.store.live.finish(finished({ other_number, outcome: "booked" }));
    expect(await owner.store.contacts.findByPhone(other_number)).toMatchObject({ status: "do_not_call" });
  });

  test("does not exist for a withheld number", async () => {
    const owner = await memberOf();
    await owner.store.live.finish(finished({ other_number: null }));
    expect(await rows(owner, "select id from contacts")).toEqual([]);
    expect(await history(owner)).toMatchObject([{ contact_id: null, contact_name: "Marta Lindqvist" }]);
  });
});

describe("questions that nothing answered", () => {
  const ask = (question: string, call_id = newId()) => ({
    agent_id: "agent-1",
    call_id,
    question,
    now: started,
  });

  test("are counted however they are put, once a call, and leave the list when they are answered", async () => {
    const owner = await memberOf();
    const { questions } = owner.store;
    const call_id = newId();
    await questions.note(ask("Do you do braces?"));
    await questions.note(ask("uh, do you do any braces", call_id));
    await questions.note(ask("Braces, do you do them?", call_id));
    await questions.note(ask("Is there a bus stop?"));
    await questions.note(ask("?!"));
    const open = await questions.open(10);
    expect(open.map(({ question, times }) => [question, times])).toEqual([
      ["Do you do braces?", 2],
      ["Is there a bus stop?", 1],
    ]);
    expect(await questions.markAnswered(open[0]?.id ?? "", started)).toBe(true);
    expect(await questions.markAnswered(open[0]?.id ?? "", started)).toBe(false);
    expect(await questions.open(10)).toHaveLength(1);
    await questions.note(ask("do you do braces"));
    expect((await questions.open(10))[0]).toMatchObject({ question: "Do you do braces?", times: 3 });
  });
});
