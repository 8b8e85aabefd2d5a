/** What happens to a call when something behind it fails. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { errorLogs } from "#drizzle/control/schema.ts";
import { controlPlane } from "../support/people.ts";
import {
  type Clinic,
  call,
  clinic,
  hangUp,
  history,
  newCallSid,
  newNumber,
  ring,
} from "../support/telephone.ts";

/** Runs SQL in the organization's own database. */
const sql = ({ organizationId }: Clinic, statement: string) =>
  runInDurableObject(env.ORGANIZATION.getByName(organizationId), (_, { storage }) => {
    storage.sql.exec(statement);
  });

test("an organization that cannot answer leaves the caller with words, and the error with the others", async () => {
  const owner = await clinic();
  await sql(owner, "update agents set spec = '{}'");
  const response = await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number });
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/<Say[^>]*>We&apos;re sorry, we can&apos;t take your call right now/);
  const [error] = await controlPlane().select().from(errorLogs).orderBy(desc(errorLogs.created_at)).limit(1);
  expect(error).toMatchObject({ url: "/webhooks/twilio/voice", severity: "critical" });
  expect(await owner.store.live.list()).toEqual([]);
});

test("a booking that cannot be written is not said to be booked, and the call goes on", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const { relay } = placed;
  await relay.say("a cleaning please");
  await relay.say("tomorrow at ten in the morning");
  let answer = await relay.say("my name is Marta Lindqvist");
  await sql(owner, "alter table bookings rename to bookings_away");
  for (let turns = 0; turns < 4; turns++) {
    answer = await relay.say("yes please");
    expect(answer).not.toMatch(/you're (all )?(booked|set)/i);
  }
  expect(relay.closed).toBeNull();
  await sql(owner, "alter table bookings_away rename to bookings");
  await hangUp(placed);
  const [row] = await history(owner);
  expect(row?.outcome).not.toBe("booked");
});

test("words in a call are kept though nobody can be told of them meanwhile", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  await sql(owner, "alter table live_calls rename to live_away");
  await placed.relay.say("a cleaning please");
  await sql(owner, "alter table live_away rename to live_calls");
  await placed.relay.say("tomorrow at ten in the morning");
  await hangUp(placed);
  const [row] = await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) =>
    storage.sql.exec("select lines from call_transcripts").toArray(),
  );
  expect(String(row?.lines)).toContain("a cleaning please");
});
