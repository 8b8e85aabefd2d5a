/** How a finished call reaches its organization when that cannot take it at once. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Clinic, call, clinic, hangUp, history, rows } from "../support/telephone.ts";

/** Runs SQL in the organization's own database. */
const sql = ({ organizationId }: Clinic, statement: string) =>
  runInDurableObject(env.ORGANIZATION.getByName(organizationId), (_, { storage }) => {
    storage.sql.exec(statement);
  });

test("a finished call that its organization cannot take is handed over again until it is taken", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  await placed.relay.say("a cleaning please");
  await sql(owner, "alter table calls rename to calls_away");
  await hangUp(placed);
  const session = env.CALL_SESSION.getByName(placed.call_id);
  const again = async () => {
    await runInDurableObject(session, (_, { storage }) => {
      storage.sql.exec("update timers set due_at = 0 where kind = 'deliver'");
    });
    return runDurableObjectAlarm(session);
  };
  expect(await again()).toBe(true);
  expect(await again()).toBe(true);
  await sql(owner, "alter table calls_away rename to calls");
  expect(await history(owner)).toEqual([]);
  await again();
  expect(await history(owner)).toMatchObject([{ id: placed.call_id, ended_by: "caller" }]);
  expect(await again().catch(() => false)).toBe(false);
  // Told to its subscribers, it leaves the outbox: the file must not end while the queue is being consumed.
  await expect.poll(() => rows(owner, "select id from outbox"), { timeout: 20_000 }).toEqual([]);
});
