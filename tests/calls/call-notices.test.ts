/** Mails about calls: to whoever asked for them and may still know who called, once for each call. */
import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import * as control from "#drizzle/control/schema.ts";
import { consume } from "#workers/queues.ts";
import { ended, finishedCall } from "../calls-pages/arrange.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { clinic, newCallSid, newNumber, ring, rows } from "../support/telephone.ts";

const wants = (person: Person, ...events: ("booking" | "missed")[]) =>
  person.post("/settings", {
    intent: "notices",
    ...Object.fromEntries(events.map((event) => [event, "on"])),
  });

const booked = (more: Partial<FinishedCall> = {}) =>
  finishedCall({
    outcome: "booked",
    caller_name: "Marta Lindqvist",
    summary: "Booked a cleaning for Tuesday at 3:00 PM",
    ...more,
  });

/** A notice as it waits in the organization's outbox. */
const waitingNotices = (person: Person) => rows(person, "select * from outbox where kind = 'call_notice'");

/** The queue delivers a notice of a call to these people; once more is once more. */
const deliver = (organization: Person, call: FinishedCall, to: string[], event = "booking") =>
  consume(
    createMessageBatch("outbox", [
      {
        id: crypto.randomUUID(),
        timestamp: new Date(),
        attempts: 1,
        body: {
          id: `notice:${call.id}`,
          kind: "call_notice",
          organization_id: organization.organizationId,
          created_at: Date.now(),
          payload: {
            event,
            to,
            call_id: call.id,
            who: "Marta",
            summary: "Booked",
            started_at: call.started_at,
          },
        },
      },
    ]),
    env,
  );

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
  const owner = await clinic((spec) => ({
    ...spec,
    answers_only_in_hours: true,
    hours: { ...spec.hours, weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } },
  }));
  await wants(owner, "missed");
  const from = newNumber();
  await ring({ call_sid: newCallSid(), from, to: owner.number });
  const mail = await mailTo(owner.email);
  expect(mail.subject).toMatch(/^Missed call from \+1 212/);
  expect(mail.subject.replace(/\D/g, "")).toContain(from.slice(1));
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
  expect(await waitingNotices(owner)).toEqual([]);
  await wants(owner);
  await ended(owner, finishedCall({ outcome: "missed" }));
  expect(await waitingNotices(owner)).toEqual([]);
});

test("the same event delivered again mails nothing more", async () => {
  const owner = await memberOf();
  const call = booked();
  for (let times = 0; times < 3; times++) await deliver(owner, call, [owner.userId]);
  expect(await mailsTo(owner.email)).toHaveLength(1);
});

test("whoever left, may not know who called any more, or was never here, is not mailed", async () => {
  const owner = await memberOf();
  const gone = await memberOf({ role: "admin", organizationId: owner.organizationId });
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const stranger = await memberOf();
  await owner.post("/users", { intent: "remove", member: gone.userId });
  await deliver(owner, booked(), [owner.userId, gone.userId, viewer.userId, stranger.userId]);
  const counts = await Promise.all(
    [owner, gone, viewer, stranger].map(async ({ email }) => (await mailsTo(email)).length),
  );
  expect(counts).toEqual([1, 0, 0, 0]);
});

test("a deleted organization mails nothing", async () => {
  const owner = await clinic();
  await wants(owner, "missed");
  await owner.post("/settings", { intent: "delete", name: "Bright Smile" });
  await deliver(owner, booked(), [owner.userId]);
  await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number });
  expect(await waitingNotices(owner)).toEqual([]);
  expect(await mailsTo(owner.email)).toEqual([]);
});

test("R38: a storm of calls is no storm of mail: 60 an hour", async () => {
  const owner = await memberOf();
  for (let times = 0; times < 62; times++) await deliver(owner, booked(), [owner.userId]);
  const promised = await controlPlane()
    .select({ id: control.appliedEvents.id })
    .from(control.appliedEvents)
    .where(eq(control.appliedEvents.organization_id, owner.organizationId));
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

test("everybody sees and changes their own choice only, and it is audited", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await wants(owner, "booking", "missed");
  const shown = async (person: Person) => {
    const html = await (await person.get("/settings")).text();
    expect(await pageText(html)).toContain(`To you, at ${person.email}.`);
    const { values } = await pageForm(html, "settings-notices");
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
  expect(audited.filter(({ actor_id }) => actor_id === owner.userId).map(({ changes }) => changes)).toEqual([
    { events: "booking, missed" },
    { events: "missed" },
  ]);
});
