/** Campaigns from their start to the calls of their contacts, through the sandbox's carrier. */
import { beforeAll, expect, test, vi } from "vitest";
import { internationally } from "#app/platform/phone-number.ts";
import { houseAt, lawful, unlawful, whenCalled } from "../calls/placing.ts";
import { anonymous } from "../support/people.ts";
import { history, rows } from "../support/telephone.ts";
import { attemptsOver, contactOf, started } from "./arrange.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);

const talk = { outcome: "answered", turns: [{ say: "What are your opening hours?" }, { hang_up: true }] };

test("a contact who agreed is called once, hears who calls and how to get no more calls, and is done", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house);
  await whenCalled(contact.to, talk);
  const id = await started(house);
  const [attempt] = await attemptsOver(house, id, 1);
  expect(attempt).toMatchObject({ contact_id: contact.id, result: "answered", number_id: house.lineId });
  const [call] = await history(house);
  expect(call).toMatchObject({ id: attempt?.call_id, direction: "outbound", other_number: contact.to });
  const [{ lines } = { lines: "" }] = await rows(house, "select lines from call_transcripts");
  expect(String(lines)).toContain("This is an automated call from");
  expect(String(lines)).toContain("say stop calling or press 9");
  await vi.waitFor(async () => {
    const campaign = await house.store.campaigns.find(id);
    expect(campaign).toMatchObject({ status: "finished", why: "done", asked: 1, answered: 1 });
  });
  expect(await house.store.campaignProgress.progress(id, Date.now())).toMatchObject({
    counts: [{ state: "done", result: "answered", leads: 1 }],
    calling_now: [],
    answer_rate: 1,
  });
  const evidence = await house.store.ledger.page(0, 10);
  expect(evidence).toHaveLength(1);
  expect(JSON.parse(evidence[0]?.content ?? "{}")).toMatchObject({
    verdict: "allowed",
    consent: { kind: "express_written" },
    do_not_call: false,
    phone_number: contact.to,
  });
});

test("a voicemail hears who calls first, and at the end how to get no more calls, however long the agent's own words are", async () => {
  const own = `This is {agent}. ${"Please call us back about your checkup. ".repeat(8)}`.trim();
  const house = await houseAt("twilio", (spec) => ({
    ...spec,
    outbound_greeting: own.slice(0, 300).trim(),
    voicemail_message: own.slice(0, 400).trim(),
  }));
  const contact = await contactOf(house);
  await whenCalled(contact.to, {
    outcome: "answered",
    turns: [{ answered_by: "machine_end_beep" }, { silence_ms: 4000 }],
  });
  const id = await started(house, { voicemail: "message" });
  const [attempt] = await attemptsOver(house, id, 1);
  expect(attempt).toMatchObject({ result: "voicemail" });
  const [{ lines } = { lines: "" }] = await rows(house, "select lines from call_transcripts");
  const number = internationally(house.line);
  expect(String(lines)).toMatch(/This is an automated message from .+?\. This is .+? Please call us back/);
  expect(String(lines)).toContain(`To get no more of these calls, call ${number} and say stop calling.`);
});

test("a voicemail hears the number that was chosen to call back, whichever number calls", async () => {
  const house = await houseAt("twilio", (spec) => ({ ...spec, voicemail_message: "Please call us back." }));
  const desk = "+14155550177";
  await rows(
    house,
    `insert into numbers (id, phone_number, country, provider, status, created_at, updated_at)
     values ('desk', '${desk}', 'US', 'twilio', 'active', ${Date.now()}, ${Date.now()})`,
  );
  const contact = await contactOf(house);
  await whenCalled(contact.to, {
    outcome: "answered",
    turns: [{ answered_by: "machine_end_beep" }, { silence_ms: 4000 }],
  });
  const id = await started(house, { voicemail: "message", call_back_number_id: "desk" });
  await attemptsOver(house, id, 1);
  const [{ lines } = { lines: "" }] = await rows(house, "select lines from call_transcripts");
  expect(String(lines)).toContain(`call ${internationally(desk)} and say stop calling.`);
  expect(await rows(house, "select our_number from calls")).toEqual([{ our_number: house.line }]);
});

test("no one is called who did not agree, asked for no calls, or sleeps; each says why", async () => {
  const house = await houseAt("twilio");
  const [silent, barred, asleep] = await Promise.all([
    contactOf(house, { consent: null }),
    contactOf(house),
    contactOf(house, { to: unlawful() }),
  ]);
  await house.store.doNotCall.bar({ phone_number: barred.to, source: "member", now: Date.now() });
  await house.store.consents.giveConsent({
    contact_id: barred.id,
    phone_number: barred.to,
    kind: "express_written",
    channel: "call",
    source: "form",
    given_at: Date.now(),
  });
  const id = await started(house);
  await attemptsOver(house, id, 2);
  const leads = await house.store.campaignProgress.leads(id, { state: null, result: null, after: null });
  expect(
    Object.fromEntries(leads.rows.map(({ contact_id, state, result }) => [contact_id, [state, result]])),
  ).toEqual({
    [silent.id]: ["done", "no_consent"],
    [barred.id]: ["done", "do_not_call"],
    [asleep.id]: ["waiting", "calling_hours"],
  });
  expect(await history(house)).toEqual([]);
  const [why] = await house.store.whyNots.whyNot(asleep.id, Date.now());
  expect(why).toMatchObject({ cause: "calling_hours" });
  expect(why?.next_at).toBeGreaterThan(Date.now());
  expect(await house.store.whyNots.whyNot(silent.id, Date.now())).toMatchObject([
    { cause: "no_consent", next_at: null },
  ]);
});

test("a busy phone is called again after a while, and not before", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house, { to: lawful() });
  await whenCalled(contact.to, { outcome: "busy" });
  const id = await started(house);
  const [attempt] = await attemptsOver(house, id, 1);
  expect(attempt).toMatchObject({ result: "busy" });
  const leads = await house.store.campaignProgress.leads(id, { state: null, result: null, after: null });
  expect(leads.rows[0]).toMatchObject({ state: "waiting", result: "busy", attempts: 1 });
  expect(leads.rows[0]?.due_at).toBeGreaterThan(Date.now() + 10 * 60_000);
});
