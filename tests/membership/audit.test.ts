/** What members do and may not do leaves its line in the audit (R46). */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { sha256 } from "#app/platform/crypto.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";

const sources = import.meta.glob<string>(["/app/**/*.server.ts", "/workers/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const linesOf = ({ userId }: Person) =>
  controlPlane().select().from(control.auditEvents).where(eq(control.auditEvents.actor_id, userId));

/** The lines, once there are as many: refusals are noted after their answer. */
const noted = (person: Person, count: number) =>
  vi.waitFor(async () => {
    const lines = await linesOf(person);
    if (lines.length < count) throw new Error(`${lines.length} of ${count} lines`);
    return lines;
  });

test("R46: what a role may not do is noted with who wanted it, where and what", async () => {
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

test("R46: a foreign organization in the cookie opens one's own, and is noted once", async () => {
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

test("R46: whatever is written into that cookie, the audit keeps an id's worth of it", async () => {
  const person = await memberOf();
  const cookie = `__Host-sid=${person.cookieValue("sid")}; __Host-active_organization_id=${"x".repeat(180)}`;
  expect((await person.get("/agents", { cookie })).status).toBe(200);
  const [line] = await noted(person, 1);
  expect(line?.target).toBe("x".repeat(64));
});

test("R46: a line says who did what to whom, where from and with which request, and holds no address and no secret", async () => {
  const owner = await memberOf({ ip: "203.0.113.41" });
  const other = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const answer = await owner.post(
    "/users",
    { intent: "role", member: other.userId, role: "member" },
    { "user-agent": "Firefox of Mara" },
  );
  expect(answer.status).toBe(302);
  const [line] = await noted(owner, 1);
  expect(line).toMatchObject({
    action: "member.role_changed",
    actor_id: owner.userId,
    organization_id: owner.organizationId,
    target: other.userId,
    ip_prefix: "203.0.113",
    user_agent_hash: await sha256("Firefox of Mara"),
    request_id: answer.headers.get("x-request-id"),
  });
  expect(line?.changes).toEqual({ role_before: "viewer", role: "member" });
  expect(JSON.stringify(line)).not.toMatch(/Firefox|@people\.test|203\.0\.113\.41/);
});

test("R46: every action is a noun and what was done to it", async () => {
  // What a spending cap does is called its action too.
  const audited = Object.entries(sources).filter(([path]) => !/spending|usage-panel/.test(path));
  const written = audited.flatMap(([, source]) =>
    [...source.matchAll(/(?:\baction: |\b(?:actor|found|own)\.(?:note|record)\(\s*)"([^"]+)"/g)].map(
      ([, action = ""]) => action,
    ),
  );
  expect(written.length).toBeGreaterThan(20);
  for (const action of written) expect(action).toMatch(/^[a-z_]+\.[a-z_]+$/);
});

test("R46: no code changes a line or takes one away, but for those that are past their 400 days", () => {
  const changing = Object.entries(sources).filter(([, source]) =>
    /(?:update|delete)\(auditEvents\)|(?:update|delete from) audit_events/i.test(source),
  );
  expect(changing.map(([file]) => file)).toEqual(["/app/audit/forget-audit.server.ts"]);
});

test("R46: what members may do leaves nothing there by merely looking", async () => {
  const person = await memberOf();
  for (const path of ["/dashboard", "/agents", "/numbers", "/subscription", `/agents/${newId()}`])
    await person.get(path);
  expect(await linesOf(person)).toEqual([]);
});
