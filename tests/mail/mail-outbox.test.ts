import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { promiseMail, sendWaitingMail } from "#app/mail/mail-outbox.server.ts";
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

test("a brand's name begins no header and adds no address", async () => {
  const to = newAddress();
  const { send } = await promised(to, null, {
    from_name: 'Evil\r\nBcc: v@z.test", "Other" <o@z.test>',
    subject: "One\r\nX-Two: three",
  });
  await send();
  const received = await mailTo(to);
  expect(received.from).not.toMatch(/[\r\n]/);
  expect(received.from.match(/</g)).toHaveLength(1);
  expect(received.from).toMatch(/^"[^"<>]*" <no-reply@mail\.localhost>$/);
  expect(received.subject).toBe("One X-Two: three");
});
