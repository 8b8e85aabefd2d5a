import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { forgetExpired } from "#app/accounts/expired.server.ts";
import { forgetAudit } from "#app/audit/forget-audit.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { runCron } from "#workers/cron.ts";
import { mailsTo } from "../support/inbox.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";

const day = 86_400_000;

test("the clock's strike sends the mail that waits", async () => {
  const to = newAddress();
  const mail = { to, subject: "Waiting", html: "<p>x</p>", text: "x" };
  const { row } = await promiseMail(env, mail, Date.now() - 60_000);
  await controlPlane().insert(control.mailOutbox).values(row);
  const answer = await anonymous().fetch("/sandbox/clock", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect(answer.ok).toBe(true);
  await vi.waitFor(async () => expect(await mailsTo(to)).toHaveLength(1), { timeout: 20_000 });
});

test("R46: what is over is forgotten, and nothing else", async () => {
  const now = Date.now();
  const [gone, here] = [await memberOf(), await memberOf()];
  const db = controlPlane();
  await db
    .update(control.sessions)
    .set({ expires_at: now - 1 })
    .where(eq(control.sessions.user_id, gone.userId));
  const audit = (at: number) => ({ id: newId(at), action: "x", actor_id: here.userId, created_at: at });
  await db.insert(control.auditEvents).values([audit(now - 401 * day), audit(now - 399 * day)]);
  const counter = (key: string, at: number) => ({ key, window_start: at, count: 1 });
  await db.insert(control.rateCounters).values([counter("old", now - 3 * day), counter("new", now - day)]);

  await forgetExpired(env, now);
  await forgetAudit(env, now);

  const kept = await db.select().from(control.sessions);
  expect(kept.map(({ user_id }) => user_id)).not.toContain(gone.userId);
  expect(kept.map(({ user_id }) => user_id)).toContain(here.userId);
  const events = await db
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.actor_id, here.userId));
  expect(events.map(({ created_at }) => created_at)).toEqual([now - 399 * day]);
  const counters = await db.select().from(control.rateCounters);
  expect(counters.map(({ key }) => key)).toContain("new");
  expect(counters.map(({ key }) => key)).not.toContain("old");
});

test("R33: what a spent run leaves is first in the next one, and every task gets its turn", async () => {
  const done: string[] = [];
  const spending = (name: string, statements: number) => async (bindings: Env) => {
    done.push(name);
    const db = platform(new Database(bindings.DB, new Timing()));
    for (let n = 0; n < statements; n++) await db.run(sql`select 1`);
  };
  const tasks = {
    a: spending("a", 200),
    b: spending("b", 200),
    c: spending("c", 400),
    d: spending("d", 1),
  };
  const turn = async () => {
    done.length = 0;
    await runCron(env, Date.now(), tasks);
    return done.join("");
  };
  expect(await turn()).toBe("ab");
  expect(await turn()).toBe("c");
  expect(await turn()).toBe("dab");
  expect(await turn()).toBe("c");
  await controlPlane().delete(control.cronCursors).where(eq(control.cronCursors.name, "cron"));
});
