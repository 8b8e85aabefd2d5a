/** What members do and may not do leaves its line in the audit (R46). */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";

const linesOf = ({ userId }: Person) =>
  controlPlane().select().from(control.auditEvents).where(eq(control.auditEvents.actor_id, userId));

/** The lines, once there are as many: refusals are noted after their answer. */
const noted = (person: Person, count: number) =>
  vi.waitFor(async () => {
    const lines = await linesOf(person);
    if (lines.length < count) throw new Error(`${lines.length} of ${count} lines`);
    return lines;
  });

test("what a role may not do is noted with who wanted it, where and what", async () => {
  const viewer = await memberOf({ role: "viewer", ip: "203.0.113.9" });
  const refused = await viewer.post("/agents/new", { kind: "receptionist" });
  expect(refused.status).toBe(403);
  expect(await noted(viewer, 1)).toMatchObject([
    {
      action: "access.refused",
      target: "agents.write",
      organization_id: viewer.organizationId,
      ip_prefix: "203.0.113",
      request_id: refused.headers.get("x-request-id"),
    },
  ]);
});

test("a foreign organization in the cookie opens one's own, and is noted once", async () => {
  const [person, other] = [await memberOf(), await memberOf()];
  const session = `__Host-sid=${person.cookieValue("sid")}`;
  const cookie = `${session}; __Host-active_organization_id=${other.organizationId}`;
  const answer = await person.get("/agents", { cookie });
  expect(answer.status).toBe(200);
  expect(person.cookieValue("active_organization_id")).toBe(person.organizationId);
  expect(await noted(person, 1)).toMatchObject([
    {
      action: "organization.foreign_asked_for",
      target: other.organizationId,
      organization_id: person.organizationId,
    },
  ]);
  await person.get("/agents");
  expect(await linesOf(person)).toHaveLength(1);
});

test("whatever is written into that cookie, the audit keeps an id's worth of it", async () => {
  const person = await memberOf();
  const cookie = `__Host-sid=${person.cookieValue("sid")}; __Host-active_organization_id=${"x".repeat(180)}`;
  expect((await person.get("/agents", { cookie })).status).toBe(200);
  const [line] = await noted(person, 1);
  expect(line?.target).toBe("x".repeat(64));
});

test("what members may do leaves nothing there by merely looking", async () => {
  const person = await memberOf();
  for (const path of ["/dashboard", "/agents", "/numbers", "/subscription", `/agents/${newId()}`])
    await person.get(path);
  expect(await linesOf(person)).toEqual([]);
});
