import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { promiseMail, sendWaitingMail } from "#app/mail/mail-outbox.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { sendMail } from "#app/platform/mail.server.ts";
import * as control from "#drizzle/control/schema.ts";
import "#workers/local.ts";
import { mailFails, mailsTo, mailTo } from "../support/inbox.ts";
import { controlPlane, newAddress } from "../support/people.ts";

const mail = (to: string, changes: Record<string, string> = {}) => ({
  to,
  subject: "A subject",
  html: "<p>Hello</p>",
  text: "Hello",
  ...changes,
});

async function promised(to: string, usefulUntil: number | null = null, changes: Record<string, string> = {}) {
  const made = await promiseMail(env, mail(to, changes), Date.now(), usefulUntil);
  await controlPlane().insert(control.mailOutbox).values(made.row);
  return made;
}
const rowOf = (id: string) =>
  controlPlane().select().from(control.mailOutbox).where(eq(control.mailOutbox.id, id)).get();
const later = (ms: number) => Date.now() + ms;

test("a mail that waits is sealed, and empty once it is gone", async () => {
  const to = newAddress();
  const { row, send } = await promised(to);
  expect(row.sealed).not.toContain(to);
  await send();
  expect(await rowOf(row.id)).toMatchObject({ sealed: null, next_attempt_at: null, attempts: 1 });
  expect((await mailTo(to)).text).toBe("Hello");
});

test("when the provider fails, the mail waits for cron and arrives once", async () => {
  const to = newAddress();
  await mailFails({ status: 500, times: 1 });
  const { row, send } = await promised(to);
  await send();
  const waiting = await rowOf(row.id);
  expect(waiting).toMatchObject({ attempts: 1, sent_at: null, last_error: "status 500" });
  expect(waiting?.next_attempt_at).toBeGreaterThan(Date.now());
  await sendWaitingMail(env, Date.now());
  expect(await mailsTo(to)).toHaveLength(0);
  await sendWaitingMail(env, later(60_000));
  expect((await mailTo(to)).subject).toBe("A subject");
  await sendWaitingMail(env, later(86_000_000));
  expect(await mailsTo(to)).toHaveLength(1);
});

test("a lost connection is no lost mail", async () => {
  const to = newAddress();
  await mailFails({ drop: true, times: 1 });
  const { row, send } = await promised(to);
  await send();
  expect((await rowOf(row.id))?.sent_at).toBeNull();
  await sendWaitingMail(env, later(60_000));
  await vi.waitFor(async () => expect(await mailsTo(to)).toHaveLength(1));
});

test("a mail that the provider refuses for what it is is given up at once", async () => {
  const to = newAddress();
  await mailFails({ status: 422, times: 1 });
  const { row, send } = await promised(to);
  await send();
  const given = await rowOf(row.id);
  expect(given).toMatchObject({ sealed: null, next_attempt_at: null, last_error: "status 422" });
  expect(given?.failed_at).toBeGreaterThan(0);
});

test("a code that is over is not sent any more", async () => {
  const to = newAddress();
  const { row } = await promised(to, Date.now() - 1);
  await sendWaitingMail(env, later(60_000));
  expect(await rowOf(row.id)).toMatchObject({ sealed: null, last_error: "over" });
  expect(await mailsTo(to)).toHaveLength(0);
});

test("two runs of cron at once send a mail once", async () => {
  const to = newAddress();
  await promised(to);
  await Promise.all([sendWaitingMail(env, later(60_000)), sendWaitingMail(env, later(60_000))]);
  await vi.waitFor(async () => expect(await mailsTo(to)).toHaveLength(1));
});

const hostile = 'Evil\r\nBcc: v@z.test", "Other" <o@z.test>\u202e\u2028';

test.each([
  ["the neutral sender", {}, /^"[^"<>,;]* via Callmail" <no-reply@callmail\.example>$/],
  ["the tenant's own address", { from_address: "hello@harbor.test" }, /^"[^"<>,;]*" <hello@harbor\.test>$/],
])("R42: a brand's name begins no header and adds no address, from %s", async (_, address, from) => {
  const to = newAddress();
  const { send } = await promised(to, null, {
    from_name: hostile,
    subject: "One\r\nX-Two: three",
    ...address,
  });
  await send();
  const received = await mailTo(to);
  expect(received.from).not.toMatch(/[\r\n\u202e\u2028]/);
  expect(received.from).toMatch(from);
  expect(received.subject).toBe("One X-Two: three");
});

test("a mail without a tenant is the platform's, and a tenant's never shows the platform's name", async () => {
  const [own, tenants, long] = [newAddress(), newAddress(), newAddress()];
  await (await promised(own)).send();
  await (await promised(tenants, null, { from_name: "Harbor Dental" })).send();
  await (await promised(long, null, { from_name: "x".repeat(5000) })).send();
  expect((await mailTo(own)).from).toBe('"AI Voice Agents" <no-reply@mail.localhost>');
  expect((await mailTo(tenants)).from).toBe('"Harbor Dental via Callmail" <no-reply@callmail.example>');
  expect((await mailTo(long)).from).toBe(`"${"x".repeat(80)} via Callmail" <no-reply@callmail.example>`);
});

test.each([
  [
    "AI Voice Agents <no-reply@mail.localhost>",
    undefined,
    '"Harbor via mail.localhost" <no-reply@mail.localhost>',
  ],
  ["no-reply@mail.localhost", undefined, '"Harbor via mail.localhost" <no-reply@mail.localhost>'],
  [
    "AI Voice Agents <a@b.test>",
    "post@callmail.example",
    '"Harbor via callmail.example" <post@callmail.example>',
  ],
])(
  "with MAIL_FROM %j and TENANT_MAIL_FROM %j a tenant's mail is from %s",
  async (MAIL_FROM, neutral, from) => {
    const to = newAddress();
    const { TENANT_MAIL_FROM: _, ...known } = settings(env);
    const deployment = { ...known, MAIL_FROM, ...(neutral !== undefined && { TENANT_MAIL_FROM: neutral }) };
    expect(await sendMail(deployment, crypto.randomUUID(), { ...mail(to), from_name: "Harbor" })).toEqual({
      ok: true,
    });
    expect((await mailTo(to)).from).toBe(from);
  },
);
