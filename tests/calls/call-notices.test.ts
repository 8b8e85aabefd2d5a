/** Mails about calls: to members who asked for them and may still see who called, once for each call. */
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { withAuthenticator } from "../factors/arrange.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { clinic, newCallSid, newNumber, ring, rows } from "../support/telephone.ts";
import { ended, finishedCall, leftMessage } from "./arrange.ts";

const wants = (person: Person, ...events: ("booking" | "message" | "missed")[]) =>
  person.post("/profile", {
    intent: "notices",
    organization: person.organizationId,
    ...Object.fromEntries(events.map((event) => [event, "on"])),
  });

const booked = (more: Partial<FinishedCall> = {}) =>
  finishedCall({
    outcome: "booked",
    caller_name: "Marta Lindqvist",
    summary: "Booked a cleaning for Tuesday at 3:00 PM",
    ...more,
  });

/** Until every subscriber has been told of what this organization's calls came to. */
const allDelivered = (person: Person) =>
  expect
    .poll(() => rows(person, "select id from outbox where kind = 'call.finished'"), { timeout: 20_000 })
    .toEqual([]);

/** The queue delivers a booked call of this organization; with the same `call_id`, the same one again. */
const deliver = ({ organizationId }: Person, call_id?: string) =>
  delivered([callFinished(organizationId, {}, call_id)]);

/** An agent that answers in hours it never has: every call is missed. */
const neverOpen = (spec: AgentSpec): AgentSpec => ({
  ...spec,
  answers_only_in_hours: true,
  hours: { ...spec.hours, weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } },
});

test("a booked appointment is mailed to whoever asked for it, with the way to its call", async () => {
  const owner = await memberOf({ organization: { name: "Bright Smile" } });
  const other = await memberOf({ role: "admin", organizationId: owner.organizationId });
  expect((await wants(owner, "booking")).status).toBe(302);
  const call = booked();
  await ended(owner, call);
  const mail = await mailTo(owner.email);
  expect(mail.subject).toBe("Appointment booked by Marta Lindqvist: Bright Smile");
  expect(mail.text).toContain("Booked a cleaning for Tuesday at 3:00 PM.");
  expect(mail.text).toContain(`/call-history/${call.id}`);
  expect(await mailsTo(other.email)).toEqual([]);
});

test("a missed call is mailed with the number that called", async () => {
  const owner = await clinic(neverOpen);
  await wants(owner, "missed");
  const from = newNumber();
  await ring({ call_sid: newCallSid(), from, to: owner.number });
  const mail = await mailTo(owner.email);
  expect(mail.subject).toMatch(/^Missed call from \+1 212/);
  expect(mail.subject.replace(/\D/g, "")).toContain(from.slice(1));
});

test("what a caller left and was promised is in the mail about the call, with name and number", async () => {
  const owner = await memberOf();
  await wants(owner, "message");
  const call = finishedCall({ outcome: "call_back", summary: "Wants a callback" });
  await owner.store.messages.take(leftMessage({ call_id: call.id }));
  await ended(owner, call);
  const mail = await mailTo(owner.email);
  expect(mail.subject).toMatch(/^Message from \+1 415 555 0142/);
  expect(mail.text).toContain("We promised Hank Sorensen a callback (+1 415 555 0198).");
  expect(mail.text).toContain("Do you whiten teeth with a laser");
});

test("a booked call with a promise is one mail to each member, whatever they asked for, and tells of both", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await wants(owner, "booking", "message");
  await wants(admin, "message");
  const call = booked();
  await owner.store.messages.take(leftMessage({ call_id: call.id, phone_number: null }));
  await ended(owner, call);
  const [first, second] = [await mailTo(owner.email), await mailTo(admin.email)];
  expect(first.subject).toContain("Appointment booked by Marta Lindqvist");
  expect(second.subject).toContain("Message from Marta Lindqvist");
  for (const { text } of [first, second])
    expect(text).toContain("We promised Hank Sorensen a callback (no number given)");
  await allDelivered(owner);
  expect(await mailsTo(owner.email)).toHaveLength(1);
});

test("nobody is mailed of what they did not ask for, and a test call is no call", async () => {
  const owner = await memberOf();
  await wants(owner, "missed");
  await ended(
    owner,
    booked(),
    finishedCall({ outcome: "answered" }),
    finishedCall({ outcome: "missed", type: "test" }),
  );
  await allDelivered(owner);
  await wants(owner);
  await ended(owner, finishedCall({ outcome: "missed" }));
  await allDelivered(owner);
  expect(await mailsTo(owner.email)).toEqual([]);
});

/** What /settings keeps, and shows, of the number with which agents are tried out. */
const testNumber = (person: Person, default_test_number: string) =>
  person.post("/settings", { intent: "test", default_test_number });
const shownTestNumber = async (person: Person) =>
  (await pageForm(await (await person.get("/settings")).text(), "settings-test")).values.get(
    "default_test_number",
  );

test("a call from the default test number is answered like any other, and nobody is mailed of it", async () => {
  const owner = await clinic(neverOpen);
  await wants(owner, "missed");
  const own = newNumber();
  expect((await testNumber(owner, own.slice(2))).headers.get("location")).toBe("/settings?done=test");
  const heard = await (await ring({ call_sid: newCallSid(), from: own, to: owner.number })).text();
  expect(heard).toContain("We&apos;re closed at the moment.");
  const from = newNumber();
  await ring({ call_sid: newCallSid(), from, to: owner.number });
  expect((await mailTo(owner.email)).subject.replace(/\D/g, "")).toContain(from.slice(1));
  await allDelivered(owner);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  expect(await rows(owner, "select other_number from calls order by seq")).toEqual([
    { other_number: own },
    { other_number: from },
  ]);
});

test("without a default test number, the same phone is mailed of again", async () => {
  const owner = await clinic(neverOpen);
  await wants(owner, "missed");
  const own = newNumber();
  await testNumber(owner, own);
  await testNumber(owner, "");
  expect(await shownTestNumber(owner)).toBe("");
  await ring({ call_sid: newCallSid(), from: own, to: owner.number });
  expect((await mailTo(owner.email)).subject.replace(/\D/g, "")).toContain(own.slice(1));
});

test("the default test number of one organization is any caller in another, and a withheld number is nobody's", async () => {
  const [owner, stranger] = [await memberOf(), await memberOf()];
  await testNumber(stranger, "+1 415 555 0142");
  await wants(owner, "booking");
  await ended(owner, booked({ other_number: "+14155550142" }), booked({ other_number: null }));
  await mailTo(owner.email, 2);
});

test("a call that we placed to the default test number is mailed of", async () => {
  const owner = await memberOf();
  await testNumber(owner, "+14155550142");
  await wants(owner, "booking");
  await ended(owner, booked({ direction: "outbound", other_number: "+14155550142" }));
  expect((await mailTo(owner.email)).subject).toContain("Marta Lindqvist");
});

test("the default test number is kept whole, shown as people read it, and audited without its digits", async () => {
  const owner = await memberOf({ organization: { country: "GB" } });
  expect((await testNumber(owner, "020 7946 0018")).status).toBe(302);
  expect(await shownTestNumber(owner)).toBe("+44 20 7946 0018");
  const events = await controlPlane()
    .select({ changes: control.auditEvents.changes })
    .from(control.auditEvents)
    .where(
      and(
        eq(control.auditEvents.organization_id, owner.organizationId),
        eq(control.auditEvents.action, "organization.test_number_changed"),
      ),
    );
  expect(events).toEqual([{ changes: { is_set: true } }]);
});

test.each(["123", "nobody", "+1 415 555 0142 ext. 7", "1".repeat(41)])(
  "%j is refused as default test number, and the one before stays",
  async (typed) => {
    const owner = await memberOf();
    await testNumber(owner, "+1 415 555 0142");
    const answer = await testNumber(owner, typed);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(await pageText(html)).toMatch(/Use a full number, like|At most 40 characters/);
    expect((await pageForm(html, "settings-test")).values.get("default_test_number")).toBe(typed);
    expect(await shownTestNumber(owner)).toBe("+1 415 555 0142");
  },
);

test("B22: a member sets no default test number", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await testNumber(member, "+1 415 555 0142")).status).toBe(403);
  expect(await shownTestNumber(owner)).toBe("");
});

test("the same event delivered again mails nothing more", async () => {
  const owner = await memberOf();
  await wants(owner, "booking");
  const call_id = newId();
  for (let times = 0; times < 3; times++) await deliver(owner, call_id);
  expect(await mailsTo(owner.email)).toHaveLength(1);
});

test("whoever left, may not know who called any more, or was never here, is not mailed", async () => {
  const owner = await memberOf();
  const gone = await memberOf({ role: "admin", organizationId: owner.organizationId });
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const stranger = await memberOf();
  for (const { userId } of [owner, gone, viewer, stranger])
    await owner.store.notices.want(userId, ["booking"]);
  await owner.post("/users", { intent: "remove", member: gone.userId });
  await deliver(owner);
  const counts = await Promise.all(
    [owner, gone, viewer, stranger].map(async ({ email }) => (await mailsTo(email)).length),
  );
  expect(counts).toEqual([1, 0, 0, 0]);
});

test("where two factors are required, a member without one chooses no mails and gets none", async () => {
  const owner = await memberOf({ organization: { require_two_factor: true } });
  const { organizationId } = owner;
  const keyed = await memberOf({ role: "admin", organizationId });
  const bare = await memberOf({ role: "admin", organizationId });
  await withAuthenticator(owner.userId);
  await controlPlane().insert(control.passkeys).values({
    id: newId(),
    user_id: keyed.userId,
    name: "Phone",
    public_key: "",
    counter: 0,
    rp_id: "app.test",
    created_at: Date.now(),
  });
  expect(await (await bare.get("/profile")).text()).not.toContain("own-notices");
  const refused = await wants(bare, "booking");
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("Set it up first; nothing was changed.");
  expect(await owner.store.notices.wantedBy(bare.userId)).toEqual([]);
  // It was chosen before two factors were required.
  for (const { userId } of [owner, keyed, bare]) await owner.store.notices.want(userId, ["booking"]);
  await deliver(owner);
  const counts = await Promise.all(
    [owner, keyed, bare].map(async ({ email }) => (await mailsTo(email)).length),
  );
  expect(counts).toEqual([1, 1, 0]);
});

test("a deleted organization mails nothing", async () => {
  const owner = await clinic();
  await wants(owner, "booking", "missed");
  await owner.post("/settings", { intent: "delete", name: "Bright Smile" });
  await deliver(owner);
  await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number });
  await allDelivered(owner);
  expect(await mailsTo(owner.email)).toEqual([]);
});

test("R38: a storm of calls is no storm of mail: 60 an hour", async () => {
  const owner = await memberOf();
  await wants(owner, "booking");
  for (let times = 0; times < 62; times++) await deliver(owner);
  const promised = await controlPlane()
    .select({ id: control.appliedEvents.id })
    .from(control.appliedEvents)
    .where(
      and(
        eq(control.appliedEvents.organization_id, owner.organizationId),
        like(control.appliedEvents.id, "%/notices:%"),
      ),
    );
  expect(promised).toHaveLength(60);
});

test("B47: what a caller says of themselves becomes text, and no header", async () => {
  const owner = await memberOf();
  await wants(owner, "booking");
  await ended(owner, booked({ caller_name: "<b>Eve</b>\r\nBcc: v@z.test", summary: "<script>x</script>" }));
  const mail = await mailTo(owner.email);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.html).not.toContain("<script>");
  expect(mail.html).not.toContain("<b>Eve");
});

test.each(["admin", "member"] as const)(
  "an owner and a %s see and change their own choice only, and it is audited",
  async (role) => {
    const owner = await memberOf();
    const admin = await memberOf({ role, organizationId: owner.organizationId });
    await wants(owner, "booking", "missed");
    const shown = async (person: Person) => {
      const html = await (await person.get("/profile")).text();
      expect(await pageText(html)).toContain(`Sent to ${person.email}.`);
      const { values } = await pageForm(html, "own-notices");
      return [values.get("booking"), values.get("missed")];
    };
    expect(await shown(owner)).toEqual(["on", "on"]);
    expect(await shown(admin)).toEqual([null, null]);
    await wants(owner, "missed");
    expect(await shown(owner)).toEqual([null, "on"]);
    const audited = await controlPlane()
      .select()
      .from(control.auditEvents)
      .where(eq(control.auditEvents.action, "member.notices_changed"));
    expect(audited.filter(({ actor_id }) => actor_id === owner.userId).map(({ changes }) => changes)).toEqual(
      [{ events: "booking, missed" }, { events: "missed" }],
    );
  },
);

test.each(["viewer", "billing"] as const)(
  "a %s, who may not know who called, is offered no mails and gets none",
  async (role) => {
    const owner = await memberOf();
    const reader = await memberOf({ role, organizationId: owner.organizationId });
    expect(await (await reader.get("/profile")).text()).not.toContain("own-notices");
    expect((await wants(reader, "booking")).status).toBe(403);
  },
);
