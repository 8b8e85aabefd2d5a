/** Errors for tests: made through the front door, or written as they would stand. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import { errorGroups, errorLogs } from "#drizzle/control/schema.ts";
import { type Client, controlPlane, type Person } from "../support/people.ts";

/** A group of an organization (null: the platform's own) with one occurrence; its id. */
export async function keptError(
  organization_id: string | null,
  more: Partial<typeof errorGroups.$inferInsert> = {},
): Promise<string> {
  const id = newId().replaceAll("-", "");
  const now = Date.now();
  await controlPlane().batch([
    controlPlane()
      .insert(errorGroups)
      .values({
        id,
        organization_id,
        source: "loader",
        severity: "error",
        route: "agents",
        error_message: "no such table: agents",
        times: 3,
        first_seen_at: now - 60_000,
        last_seen_at: now,
        ...more,
      }),
    controlPlane().insert(errorLogs).values({
      id: newId(),
      organization_id,
      group_id: id,
      error_message: "no such table: agents",
      url: "/agents",
      severity: "error",
      request_id: newId(),
      created_at: now,
    }),
  ]);
  return id;
}

/** From now on this organization's pages of agents fail. */
export async function breakAgents({ organizationId, ...person }: Person): Promise<void> {
  // The object makes its tables when it is first used.
  await person.get("/agents");
  await runInDurableObject(env.ORGANIZATION.getByName(organizationId), (_, { storage }) => {
    storage.sql.exec("alter table agents rename to away");
  });
}

/** Repairs them. */
export const repairAgents = ({ organizationId }: Person): Promise<void> =>
  runInDurableObject(env.ORGANIZATION.getByName(organizationId), (_, { storage }) => {
    storage.sql.exec("alter table away rename to agents");
  });

/** Something is wrong in a browser, and its page says so. */
export const tells = (client: Client, more: object = {}) =>
  client.fetch("/reports/errors", {
    method: "POST",
    headers: {
      origin: "https://app.test",
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "cf-connecting-ip": "203.0.113.77",
    },
    body: JSON.stringify({
      kind: "event",
      message: "TypeError: Cannot read properties of undefined (reading 'name')",
      stack: "TypeError: x\n    at save (https://app.test/assets/agent.route-abc.js:3:14)",
      path: "/agents",
      release: "test-1",
      width: 1280,
      online: true,
      ...more,
    }),
  });

/** The groups of an organization; of null: the platform's own. */
export const groupsOf = (organizationId: string | null) =>
  controlPlane()
    .select()
    .from(errorGroups)
    .where(
      organizationId === null
        ? isNull(errorGroups.organization_id)
        : and(eq(errorGroups.organization_id, organizationId)),
    );

/** Waits until a group of this organization is as wanted. */
export const group = (
  organizationId: string | null,
  isWanted: (one: typeof errorGroups.$inferSelect) => boolean = () => true,
) =>
  vi.waitFor(
    async () => {
      const found = (await groupsOf(organizationId)).find(isWanted);
      if (!found) throw new Error(`no such group of ${organizationId}`);
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );

/** The kept occurrences of a group. */
export const rowsOf = (group_id: string) =>
  controlPlane().select().from(errorLogs).where(eq(errorLogs.group_id, group_id));
