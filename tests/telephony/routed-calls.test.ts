/** Who takes a call when the number's agent does not: after hours, on closed days, in forbidden countries, at the fallback number. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { localDate } from "#app/platform/zoned-time.ts";
import { organizations } from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import {
  type Clinic,
  clinic,
  history,
  newCallSid,
  newNumber,
  ring,
  rows,
  webhook,
} from "../support/telephone.ts";

const fallback = "+14155550177";

/** What the page of a number posts. */
const routes = (owner: Clinic, change: Record<string, string> = {}) => ({
  do: "save",
  label: "",
  agent_id: owner.agentId,
  outbound_agent_id: "",
  when_closed: "agent",
  after_hours_agent_id: "",
  fallback_number: fallback,
  ...change,
});

const route = (owner: Clinic, change: Record<string, string> = {}) =>
  owner.post(`/numbers/${owner.numberId}`, routes(owner, change));

/** The organization is closed today, whatever the hour. */
async function closeToday(owner: Clinic): Promise<void> {
  const date = localDate(Date.now(), "America/New_York");
  const answer = await owner.post("/settings", {
    intent: "closed",
    "days[0].date": date,
    "days[0].name": "Holiday",
  });
  expect(answer.status).toBeLessThan(400);
}

async function rings(owner: Clinic, from = newNumber()) {
  const call_sid = newCallSid();
  const xml = await (await ring({ call_sid, from, to: owner.number })).text();
  return { call_sid, from, xml };
}

/** The address to which the carrier reports the end of a forwarding. */
function actionOf(xml: string): string {
  const action = / action="([^"]*)"/.exec(xml)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const { pathname, search } = new URL(action);
  return pathname + search;
}

const ends = (xml: string, call_sid: string, form: Record<string, string>) =>
  webhook(actionOf(xml), { CallSid: call_sid, CallStatus: "in-progress", ...form });

test("without an agent callers are put through to the fallback number, and the history says so with its cost", async () => {
  const owner = await clinic();
  expect((await route(owner, { agent_id: "" })).status).toBe(302);
  const { xml, call_sid } = await rings(owner);
  expect(xml).toContain("<Dial");
  expect(xml).toContain(fallback);
  expect(await owner.store.live.list()).toMatchObject([{ agent_name: "Fallback number +1 415 555 0177" }]);
  // Announced again it is the same call.
  const again = await (await ring({ call_sid, from: newNumber(), to: owner.number })).text();
  expect(actionOf(again)).toBe(actionOf(xml));
  const over = await ends(xml, call_sid, { DialCallStatus: "completed", DialCallDuration: "61" });
  expect(await over.text()).toContain("<Hangup/>");
  const [row] = await history(owner);
  expect(row).toMatchObject({
    status: "completed",
    outcome: "transferred",
    end_reason: "transferred",
    end_detail: "forwarded_no_agent",
    agent_id: null,
  });
  expect(Number(row?.cost_micros)).toBeGreaterThan(0);
  expect(String(row?.cost_items)).not.toContain("speech");
  expect(JSON.parse(String(row?.cost_items))).toMatchObject([{ what: "carrier" }, { what: "transfer" }]);
  expect(await owner.store.live.list()).toEqual([]);
  const text = await pageText(await (await owner.get(`/call-history/${row?.id}`)).text());
  expect(text).toContain("No agent was assigned: put through to the fallback number");
});

test("at the organization's own account it is measured here how long a caller was put through", async () => {
  const owner = await clinic();
  await route(owner, { agent_id: "" });
  await rows(owner, `update numbers set account_id = 'own' where id = '${owner.numberId}'`);
  const long = async (told: (xml: string, call_sid: string) => Promise<unknown>) => {
    const { xml, call_sid } = await rings(owner);
    await rows(
      owner,
      `update live_calls set started_at = started_at - 600000 where provider_call_id = '${call_sid}'`,
    );
    await told(xml, call_sid);
    return (await history(owner)).find(({ provider_call_id }) => provider_call_id === call_sid);
  };
  const short = { DialCallStatus: "completed", DialCallDuration: "5" };
  const told = await long((xml, call_sid) => ends(xml, call_sid, short));
  expect(Number(told?.talk_seconds)).toBeGreaterThanOrEqual(575);
  expect(told?.end_reason).toBe("transferred");
  // Whatever it says of a call that no one took.
  const untaken = await long((xml, call_sid) => ends(xml, call_sid, { DialCallStatus: "no-answer" }));
  expect(untaken).toMatchObject({ talk_seconds: 0, end_reason: "transfer_failed" });
});

test("a fallback number that does not answer leaves the caller words, and the call is missed", async () => {
  const owner = await clinic();
  await route(owner, { agent_id: "" });
  const { xml, call_sid } = await rings(owner);
  const over = await ends(xml, call_sid, { DialCallStatus: "no-answer" });
  expect(await over.text()).toContain("No one can take your call right now");
  expect(await history(owner)).toMatchObject([
    { status: "no_answer", outcome: "missed", end_reason: "transfer_failed", talk_seconds: 0 },
  ]);
});

test("a caller who hangs up while it rings, and a report that comes before the end of the forwarding", async () => {
  const owner = await clinic();
  await route(owner, { agent_id: "" });
  const first = await rings(owner);
  await webhook(actionOf(first.xml), {
    CallSid: first.call_sid,
    CallStatus: "completed",
    DialCallStatus: "canceled",
  });
  const second = await rings(owner);
  const ended = { CallSid: second.call_sid, From: second.from, To: owner.number, Direction: "inbound" };
  await webhook("/webhooks/twilio/status", { ...ended, CallStatus: "completed", CallDuration: "30" });
  expect(await owner.store.live.list()).toHaveLength(1);
  await webhook(actionOf(second.xml), {
    CallSid: second.call_sid,
    CallStatus: "completed",
    DialCallStatus: "completed",
    DialCallDuration: "25",
  });
  expect(await history(owner)).toMatchObject([
    { end_reason: "caller_left_during_transfer", outcome: "missed" },
    { end_reason: "transferred", talk_seconds: 25 },
  ]);
});

test("on a closed day another agent answers, or the fallback number, or a sentence, as the number says", async () => {
  const owner = await clinic();
  await closeToday(owner);
  const night = crypto.randomUUID();
  const spec = { ...owner.spec, name: "Night desk" };
  await owner.store.agents.create({ id: night, spec, created_by: owner.userId, now: Date.now() });
  await route(owner, { when_closed: "other", after_hours_agent_id: night });
  expect((await rings(owner)).xml).toContain("<ConversationRelay");
  expect((await owner.store.live.list())[0]).toMatchObject({ agent_name: "Night desk" });
  await route(owner, { when_closed: "fallback" });
  const put = await rings(owner);
  expect(put.xml).toContain(fallback);
  await ends(put.xml, put.call_sid, { DialCallStatus: "completed", DialCallDuration: "5" });
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "forwarded_closed" });
  await route(owner, { when_closed: "message" });
  const said = await rings(owner);
  expect(said.xml).toContain("closed at the moment");
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "outside_hours", outcome: "missed" });
});

test("an archived agent, a suspended organization and full lines put callers through; a deleted or unpaid one does not", async () => {
  const archived = await clinic();
  await route(archived);
  await rows(archived, `update agents set archived_at = 1 where id = '${archived.agentId}'`);
  expect((await rings(archived)).xml).toContain(fallback);
  const suspended = await clinic();
  await route(suspended);
  const change = (values: Partial<typeof organizations.$inferInsert>) =>
    controlPlane().update(organizations).set(values).where(eq(organizations.id, suspended.organizationId));
  await change({ suspended_at: Date.now() });
  const put = await rings(suspended);
  expect(put.xml).toContain(fallback);
  await ends(put.xml, put.call_sid, { DialCallStatus: "completed" });
  expect(await history(suspended)).toMatchObject([{ end_detail: "forwarded_suspended" }]);
  await change({ archived_at: Date.now() });
  expect((await rings(suspended)).xml).not.toContain(fallback);
});

test("a fallback number that rings here, costs extra or is none is refused at its field; a viewer saves nothing", async () => {
  const owner = await clinic();
  const refused = async (fallback_number: string) => {
    const answer = await route(owner, { fallback_number });
    expect(answer.status).toBe(422);
    return pageText(await answer.text());
  };
  expect(await refused(owner.number)).toContain("This number rings here");
  expect(await refused("+19005550142")).toMatch(/cost extra|isn't a number/);
  expect(await refused("nonsense")).toContain("Use a full number");
  // Written in full, and still no number that exists.
  expect(await refused("+1 415 155 0100")).toContain("Use a full number that exists");
  const none = await route(owner, { when_closed: "fallback", fallback_number: "" });
  expect(await pageText(await none.text())).toContain("Enter a number");
  const gone = await route(owner, { outbound_agent_id: crypto.randomUUID() });
  expect(gone.status).toBe(422);
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect((await viewer.get(`/numbers/${owner.numberId}`)).status).toBe(200);
  expect((await viewer.post(`/numbers/${owner.numberId}`, routes(owner))).status).toBe(403);
  expect((await viewer.post("/twilio-settings", { do: "emergency", emergency_number: "911" })).status).toBe(
    403,
  );
});

test("two agents assigned to one number at once: one of them answers, and the page agrees", async () => {
  const owner = await clinic();
  const other = crypto.randomUUID();
  const spec = { ...owner.spec, name: "Other desk" };
  await owner.store.agents.create({ id: other, spec, created_by: owner.userId, now: Date.now() });
  const answers = await Promise.all([route(owner), route(owner, { agent_id: other })]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302]);
  const held = (await owner.store.numbers.list())[0];
  expect([owner.agentId, other]).toContain(held?.agent_id);
  expect((await rings(owner)).xml).toContain("<ConversationRelay");
  expect((await owner.store.live.list())[0]?.agent_id).toBe(held?.agent_id);
});

test("countries that are not allowed are refused with words that name the emergency number, and calls to them too", async () => {
  const owner = await clinic();
  const save = (form: Record<string, string>) => owner.post("/twilio-settings", form);
  expect((await save({ do: "emergency", emergency_number: "911" })).status).toBe(302);
  const wrong = await save({ do: "countries", countries_in: "Atlantis", countries_out: "" });
  expect(wrong.status).toBe(422);
  expect(await pageText(await wrong.text())).toContain("isn't a country");
  expect((await save({ do: "countries", countries_in: "canada, UK", countries_out: "US" })).status).toBe(302);
  const { xml } = await rings(owner, "+12125550142");
  expect(xml).toContain("take calls from your country");
  expect(xml).toContain("If this is an emergency, hang up and dial 9 1 1.");
  expect(await history(owner)).toMatchObject([{ end_detail: "country_blocked", status: "rejected" }]);
  expect((await rings(owner, "+442079460958")).xml).toContain("<ConversationRelay");
  expect(await owner.store.telephony.isCountryAllowed("outbound", "+442079460958")).toBe(false);
  expect(await owner.store.telephony.isCountryAllowed("outbound", "+12125550142")).toBe(true);
  const text = await pageText(await (await owner.get("/twilio-settings")).text());
  expect(text).toContain("Telephony");
});

test("caller ID and the default account are kept, and nothing else is touched", async () => {
  const owner = await clinic();
  const save = (form: Record<string, string>) => owner.post("/twilio-settings", form);
  expect((await save({ do: "outgoing", default_account: "", caller_id: owner.numberId })).status).toBe(302);
  const strange = crypto.randomUUID();
  expect((await save({ do: "outgoing", default_account: strange, caller_id: "" })).status).toBe(422);
  expect((await save({ do: "outgoing", default_account: "", caller_id: strange })).status).toBe(422);
  expect(await owner.store.telephony.settings()).toMatchObject({
    caller_id: owner.numberId,
    default_account: null,
  });
  expect(await owner.store.telephony.callerId()).toMatchObject({ phone_number: owner.number });
  expect(await owner.store.numberRouting.callingAgent(owner.numberId)).toBe(owner.agentId);
});
