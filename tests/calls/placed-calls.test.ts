/** Calls that an agent makes, through the press on its page, both carriers of the sandbox and the relay, until they are history. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { mend } from "../carriers/sides.ts";
import { sandbox } from "../sandbox/world.ts";
import { anonymous } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";
import { houseAt, inHistory, lawful, picksUp, placed, placedId, press, ringingFrom } from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
afterEach(mend);

const talk = { outcome: "answered", turns: [{ say: "What are your opening hours?" }, { hang_up: true }] };

describe.each(["twilio", "telnyx"])("at %s", (carrier) => {
  test("a call that is answered: the agent speaks first, talks, and the call is in the history with who asked and why", async () => {
    const house = await houseAt(carrier, (spec) => ({
      ...spec,
      outbound_greeting: "Hello, this is {agent} of {organization}.",
    }));
    const { id, to, row } = await placed(house, talk);
    expect(row).toMatchObject({
      direction: "outbound",
      status: "completed",
      end_reason: "customer_hangup",
      provider: carrier,
      our_number: house.line,
      other_number: to,
      agent_id: house.agentId,
    });
    const [{ lines } = { lines: "" }] = await rows(house, "select lines from call_transcripts");
    expect(String(lines)).toContain(`Hello, this is ${house.spec.name} of`);
    expect(await house.store.live.list()).toEqual([]);
    const page = wordsOf(await (await house.get(`/call-history/${id}`)).text());
    expect(page).toContain("Rules for calling");
    // It didn't listen for a machine, which has its price.
    expect(String(row.cost_items)).toContain("carrier");
    expect(String(row.cost_items)).not.toContain("detection");
  });

  test.each([
    ["busy", "busy", "busy"],
    ["no-answer", "no_answer", "no_answer"],
    ["declined", "busy", "declined"],
    ["failed", "failed", "invalid_number"],
  ])("a phone that is %s ends the call truthfully", async (outcome, status, end_reason) => {
    const house = await houseAt(carrier);
    const { row } = await placed(house, { outcome });
    expect(row).toMatchObject({ status, end_reason, answered_at: null, talk_seconds: 0, cost_micros: 0 });
    expect(row.summary).toMatch(/busy|No one answered|declined|doesn't exist/);
    expect(await house.store.live.list()).toEqual([]);
  });

  test("voicemail: the message is left after the beep", async () => {
    const house = await houseAt(carrier, (spec) => ({
      ...spec,
      voicemail: "message",
      voicemail_message: "Please call {organization} back.",
    }));
    const { row } = await placed(house, {
      outcome: "answered",
      turns: [{ say: "Please leave a message after the tone" }, { answered_by: "machine_end_beep" }],
    });
    expect(row).toMatchObject({ status: "completed", ended_by: "voicemail", end_reason: "voicemail_left" });
    const [{ lines } = { lines: "" }] = await rows(house, "select lines from call_transcripts");
    expect(String(lines)).toMatch(/Please call .+ back\./);
    const page = wordsOf(await (await house.get(`/call-history/${row.id}`)).text());
    expect(page).toContain("Answered by Voicemail");
    // What the carrier takes for listening is a line of its own in the cost, once a call.
    const price = carrier === "twilio" ? 7500 : 2000;
    expect(JSON.parse(String(row.cost_items))).toContainEqual({
      what: "detection",
      quantity: 1,
      unit: "call",
      unit_price_micros: price,
      cost_micros: price,
    });
    expect(page).toContain("Machine detection $0.0");
  });

  test.each([
    ["hang_up", "Leave a message after the beep", "machine_end_beep", "voicemail_hangup"],
    ["message", "The mailbox is full and cannot accept any messages", "machine_end_other", "mailbox_full"],
    ["message", "For sales press one, for billing press two", "machine_end_silence", "ivr"],
    ["message", "", "fax", "ivr"],
  ] as const)(
    "a machine, where the agent is to %s and hears “%s”: %s, %s",
    async (voicemail, say, who, reason) => {
      const house = await houseAt(carrier, (spec) => ({
        ...spec,
        voicemail,
        voicemail_message: "Call us back.",
      }));
      const turns = [...(say ? [{ say }] : []), { answered_by: who }];
      const { row } = await placed(house, { outcome: "answered", turns });
      expect(row).toMatchObject({ status: "completed", ended_by: "voicemail", end_reason: reason });
      const [{ lines } = { lines: "" }] = await rows(house, "select lines from call_transcripts");
      expect(String(lines)).not.toContain("Call us back.");
    },
  );

  test.each(["human", "unknown"])("an answerer that is %s is a person: the call goes on", async (who) => {
    const house = await houseAt(carrier, (spec) => ({ ...spec, voicemail: "hang_up" }));
    const turns = [{ answered_by: who }, { say: "What are your opening hours?" }, { hang_up: true }];
    const { row } = await placed(house, { outcome: "answered", turns });
    expect(row).toMatchObject({ end_reason: "customer_hangup", outcome: "answered" });
  });

  test.each([
    ["at once", [{ hang_up: true }]],
    ["in silence", [{ silence_ms: 1000 }, { hang_up: true }]],
    ["while the agent speaks", [{ interrupt_after_ms: 300, say: "no" }, { hang_up: true }]],
    ["after a line that dropped", [{ drop_socket: true }, { hang_up: true }]],
  ])("a person who hangs up %s leaves no line behind", async (_when, turns) => {
    const house = await houseAt(carrier);
    const { row } = await placed(house, { outcome: "answered", turns });
    expect(row).toMatchObject({ status: "completed", end_reason: "customer_hangup" });
    expect(await house.store.live.list()).toEqual([]);
  });

  test("a phone that rings: the agent is deleted meanwhile, and the call goes on with the version that placed it", async () => {
    const house = await houseAt(carrier);
    const id = placedId(await press(house, lawful()));
    const { call_sid } = await ringingFrom(house);
    expect(wordsOf(await (await house.get(`/call-history/${id}`)).text())).toContain("The phone is ringing");
    await house.store.agents.archive({ id: house.agentId, now: Date.now() });
    const phone = await picksUp(call_sid);
    await phone.heard(({ type, role }) => type === "said" && role === "agent");
    phone.tell({ type: "hang_up" });
    expect(await inHistory(house, id)).toMatchObject({
      status: "completed",
      agent_id: house.agentId,
      end_reason: "customer_hangup",
    });
  });

  test("a phone that rings is declined by the person, or stopped by a member", async () => {
    const house = await houseAt(carrier);
    const first = placedId(await press(house, lawful()));
    const { call_sid } = await ringingFrom(house);
    expect((await sandbox(`/phone/lines/${encodeURIComponent(call_sid)}`, { method: "DELETE" })).status).toBe(
      204,
    );
    expect(await inHistory(house, first)).toMatchObject({ status: "busy", end_reason: "declined" });
    const second = placedId(await press(house, lawful()));
    await ringingFrom(house);
    expect((await house.post(`/call-history/${second}/steer`, { do: "end" })).status).toBe(200);
    expect(await inHistory(house, second)).toMatchObject({ status: "canceled", end_reason: "manual_stop" });
  });

  test("a mailbox answers at the sandbox's phone", async () => {
    const house = await houseAt(carrier, (spec) => ({ ...spec, voicemail: "hang_up" }));
    const id = placedId(await press(house, lawful()));
    const { call_sid } = await ringingFrom(house);
    const path = `/phone/lines/${encodeURIComponent(call_sid)}`;
    expect((await sandbox(path, { method: "PUT" })).status).toBe(204);
    expect(await inHistory(house, id)).toMatchObject({ end_reason: "voicemail_hangup" });
  });
});

test("a contact's name is said, and a person who is not known is greeted without a gap", async () => {
  const house = await houseAt("twilio", (spec) => ({
    ...spec,
    outbound_greeting: "Hi {name}, this is {agent}.",
  }));
  const to = lawful();
  await house.store.contacts.upsertByPhone({
    phone_number: to,
    name: "Marta Lindqvist",
    email: null,
    status: null,
    source: "call",
    now: Date.now(),
  });
  await placed(house, talk, to);
  await placed(house, talk);
  const scripts = await rows(house, "select lines from call_transcripts order by rowid");
  expect(scripts.map(({ lines }) => /Hi[^.]*\./.exec(String(lines))?.[0])).toEqual([
    `Hi Marta, this is ${house.spec.name}.`,
    `Hi, this is ${house.spec.name}.`,
  ]);
});

test("a call's page leads to calling back, with its number filled in", async () => {
  const house = await houseAt("twilio");
  const { id, to } = await placed(house, { outcome: "busy" });
  const page = await (await house.get(`/call-history/${id}`)).text();
  const [, address = ""] = /href="([^"]*dial\?call=[^"]*)"/.exec(page) ?? [];
  expect(wordsOf(page)).toContain("Call back");
  const form = await (await house.get(address)).text();
  expect(form.replaceAll(/[^\d+]/g, "")).toContain(to);
});
