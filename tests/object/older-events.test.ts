/** Events that the version before wrote, and that arrive after a deploy, are applied as that version would have applied them. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { appliedEvents, usageRollups } from "#drizzle/control/schema.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { delivered } from "../support/outbox.ts";
import { controlPlane, memberOf } from "../support/people.ts";

const quarter = Date.parse("2026-11-20T15:15:00Z");

const older = (organization_id: string, kind: string, id: string, payload: object) => ({
  id,
  kind,
  organization_id,
  created_at: quarter,
  payload,
});

const usage = { started_at: quarter, answered: true, booked: true, seconds: 90, cost_micros: 157_000 };

const rollups = (organization_id: string) =>
  controlPlane().select().from(usageRollups).where(eq(usageRollups.organization_id, organization_id));

test("a call_finished is added to the usage once", async () => {
  const organization_id = newId();
  const event = older(organization_id, "call_finished", `call:${newId()}`, usage);
  await delivered([event, event]);
  const { explicitAcks } = await delivered([event]);
  expect(explicitAcks).toEqual(["m0"]);
  expect(await rollups(organization_id)).toMatchObject([{ calls: 1, bookings: 1, seconds: 90 }]);
});

test("a call_finished that the version before has applied is not applied again", async () => {
  const organization_id = newId();
  const id = `call:${newId()}`;
  await controlPlane().insert(appliedEvents).values({ id, organization_id, applied_at: quarter });
  await delivered([older(organization_id, "call_finished", id, usage)]);
  expect(await rollups(organization_id)).toEqual([]);
});

test("a call_notice is mailed once to the members that it names", async () => {
  const owner = await memberOf();
  const call_id = newId();
  const event = older(owner.organizationId, "call_notice", `notice:${call_id}`, {
    event: "booking",
    to: [owner.userId],
    call_id,
    who: "Marta",
    summary: "Booked",
    started_at: Date.now(),
  });
  await delivered([event, event]);
  expect((await mailTo(owner.email)).subject).toContain("Appointment booked by Marta");
  await delivered([event]);
  expect(await mailsTo(owner.email)).toHaveLength(1);
});
