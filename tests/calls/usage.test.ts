/** What an organization's outbox tells the control plane is added up once. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { errorLogs, usageRollups } from "#drizzle/control/schema.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { controlPlane } from "../support/people.ts";

const quarter = Date.parse("2026-11-20T15:15:00Z");

const finished = (organization_id: string, more: object = {}) =>
  callFinished(organization_id, { started_at: quarter + 60_000, ...more });

const rollups = (organization_id: string) =>
  controlPlane().select().from(usageRollups).where(eq(usageRollups.organization_id, organization_id));

test("finished calls are added to their quarter of an hour, each once, however often they are delivered", async () => {
  const organization_id = newId();
  const first = finished(organization_id);
  const second = finished(organization_id, { answered: false, booked: false, seconds: 0, cost_micros: 0 });
  await delivered([first, first, second]);
  const { explicitAcks } = await delivered([first, second]);
  expect(explicitAcks).toEqual(["m0", "m1"]);
  expect(await rollups(organization_id)).toEqual([
    {
      organization_id,
      quarter_start: quarter,
      calls: 2,
      answered: 1,
      bookings: 1,
      seconds: 90,
      cost_micros: 157_000,
    },
  ]);
});

test("calls of two quarters and of two organizations stay apart", async () => {
  const [one, other] = [newId(), newId()];
  await delivered([finished(one), finished(one, { started_at: quarter + 900_000 }), finished(other)]);
  expect((await rollups(one)).map(({ quarter_start, calls }) => [quarter_start, calls])).toEqual([
    [quarter, 1],
    [quarter + 900_000, 1],
  ]);
  expect(await rollups(other)).toHaveLength(1);
});

test("an event that cannot be applied comes again, and holds up no other", async () => {
  const organization_id = newId();
  const broken = finished(organization_id, { seconds: "many" });
  const result = await delivered([broken, finished(organization_id)]);
  expect(result.retryMessages.map(({ msgId }) => msgId)).toEqual(["m0"]);
  expect(await rollups(organization_id)).toMatchObject([{ calls: 1 }]);
});

test("an event that nobody understands is let go", async () => {
  const { explicitAcks, retryMessages } = await delivered(["?", { ...finished(newId()), kind: "weather" }]);
  expect([explicitAcks, retryMessages]).toEqual([["m0", "m1"], []]);
});

test("an error inside an object is recorded with the others, without what it knew of people", async () => {
  const id = newId();
  await delivered([
    {
      id,
      kind: "object_error",
      organization_id: "organization-1",
      created_at: quarter,
      payload: { message: "no answer from +12125550142", where: "call/book" },
    },
  ]);
  expect(await controlPlane().select().from(errorLogs).where(eq(errorLogs.request_id, id))).toMatchObject([
    { error_message: "no answer from [phone]", url: "/objects/call/book", organization_id: "organization-1" },
  ]);
});
