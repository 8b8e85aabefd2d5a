/** What has been applied is remembered as long as it can come again, and no longer. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { forgetApplied } from "#app/billing/usage.server.ts";
import { newId } from "#app/platform/id.ts";
import { appliedEvents } from "#drizzle/control/schema.ts";
import { controlPlane } from "../support/people.ts";

test("events of long ago are forgotten, those of yesterday are not", async () => {
  const now = Date.now();
  const organization_id = newId();
  const day = 86_400_000;
  await controlPlane()
    .insert(appliedEvents)
    .values([
      { id: "old", organization_id, applied_at: now - 91 * day },
      { id: "new", organization_id, applied_at: now - day },
    ]);
  await forgetApplied(env, now);
  const left = await controlPlane().select({ id: appliedEvents.id }).from(appliedEvents);
  expect(left.map(({ id }) => id)).toEqual(["new"]);
});
