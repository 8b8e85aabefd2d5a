/** The platform's own pages: for its admins alone, asked again after a while, every look accounted for. */
import { asc, eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { agentOf } from "../agents/editor-client.ts";
import { withPassword } from "../security/arrange.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  goodPassword,
  memberOf,
  type Person,
} from "../support/people.ts";
import { bought } from "../telephony/buyer.ts";
import { numberForSale } from "../telephony/carrier.ts";

const pages = [
  "/customer-management",
  "/customer-management/users",
  "/admin/security",
  "/admin/audit",
  "/admin/billing-events",
  "/admin/error-logs",
  "/admin/incidents",
  "/admin/web-vitals",
  "/testing",
];
const minute = 60_000;

test("each page shows an admin what is there", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const customers = await (await admin.get("/customer-management")).text();
  const security = await (await admin.get("/admin/security")).text();
  const checks = await (await admin.get("/testing")).text();
  const [own] = await controlPlane()
    .select({ name: control.organizations.name })
    .from(control.organizations)
    .where(eq(control.organizations.id, admin.organizationId));
  expect(customers).toContain(own?.name);
  expect(security).toContain(admin.email);
  for (const name of ["Database", "Hosts", "Email", "Calls"]) expect(checks).toContain(name);
  expect(checks).not.toContain("No response");
});

test("events are in words, with the person whom they concern", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await admin.get("/testing");
  const page = await pageText(await (await admin.get("/admin/audit")).text());
  expect(page).toContain("Viewed the platform's Checks page");
  expect(page).not.toContain("platform.viewed");
  const stranger = await memberOf();
  await anonymous().post("/auth", { intent: "sign-in", email: stranger.email, password: "wrong-harbor-27" });
  const later = await pageText(await (await admin.get("/admin/audit")).text());
  expect(later).toContain(`Sign-in failed for ${stranger.email}`);
  expect(later).toContain("Not signed in");
});

describe("where an admin begins", () => {
  const began = async (person: Client, path = "/auth") => (await person.get(path)).headers.get("location");
  const signIn = async (person: Person, path = "/auth") => {
    await withPassword(person.userId);
    const typed = { intent: "sign-in", email: person.email, password: goodPassword };
    return (await anonymous().post(path, typed)).headers.get("location");
  };

  test("without an organization's work at the platform's own page, after signing in and at /", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    expect(await signIn(admin)).toBe("/customer-management");
    expect(await began(admin)).toBe("/customer-management");
    expect(await began(admin, "/")).toBe("/auth");
    expect((await admin.get("/dashboard")).status).toBe(200);
  });

  test("with a return path there", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    expect(await signIn(admin, "/auth?returnPath=/users")).toBe("/users");
    expect(await began(admin, "/auth?returnPath=/users")).toBe("/users");
  });

  test("with a number at the dashboard, as everyone else", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    await bought(admin, await numberForSale("415"), await agentOf(admin));
    expect(await signIn(admin)).toBe("/dashboard");
    expect(await began(admin)).toBe("/dashboard");
    const owner = await memberOf();
    expect(await signIn(owner)).toBe("/dashboard");
    expect(await began(owner)).toBe("/dashboard");
  });
});

test("an admin without a second factor sets one up before anything else", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await controlPlane()
    .update(control.sessions)
    .set({ factor: null })
    .where(eq(control.sessions.user_id, admin.userId));
  for (const path of pages) {
    const answer = await admin.get(path);
    expect([answer.status, answer.headers.get("location")], path).toEqual([302, "/mfa-setup"]);
  }
});

test("R46: every look of an admin is in the audit trail", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  for (const path of pages) await admin.get(path);
  // Noted behind the answer.
  await vi.waitFor(
    async () => {
      const looks = await controlPlane()
        .select({ target: control.auditEvents.target })
        .from(control.auditEvents)
        .where(eq(control.auditEvents.actor_id, admin.userId))
        .orderBy(asc(control.auditEvents.id));
      expect(looks.map(({ target }) => target)).toEqual(expect.arrayContaining(pages));
    },
    { timeout: 20_000, interval: 100 },
  );
});

test.each([
  ["half an hour without use", { proven: 31 * minute, seen: 31 * minute }, true],
  ["use a minute ago, proven an hour ago", { proven: 60 * minute, seen: minute }, false],
  ["12 hours, however much in use", { proven: 12 * 60 * minute, seen: 0 }, true],
])("R3: after %s an admin confirms or not that it is them", async (_, { proven, seen }, asks) => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const now = Date.now();
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: now - proven, last_seen_at: now - seen })
    .where(eq(control.sessions.user_id, admin.userId));
  for (const path of pages) {
    const page = await (await admin.get(path)).text();
    expect(page.includes("Confirm it&#x27;s you"), path).toBe(asks);
  }
  const data = await (await admin.get("/admin/audit.data")).text();
  expect(data.includes("Viewed the platform's")).toBe(!asks);
});

test("older and newer pages of organizations hold each of them once", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  for (let i = 0; i < 27; i++) await memberOf();
  const first = await (await admin.get("/customer-management")).text();
  const older = /href="(?:\/customer-management)?\?cursor=(older[^"]*)"/.exec(first)?.[1] ?? "";
  expect(older).not.toBe("");
  const second = await (await admin.get(`/customer-management?cursor=${older}`)).text();
  const newer = /href="(?:\/customer-management)?\?cursor=(newer[^"]*)"/.exec(second)?.[1] ?? "";
  expect(newer).not.toBe("");
  const back = await (await admin.get(`/customer-management?cursor=${newer}`)).text();
  const rows = (html: string) => html.match(/<tr class="relative/g)?.length;
  expect(rows(back)).toBe(rows(first));
  for (const bad of ["older.", "sideways.1", "older.%27", "x"])
    expect((await admin.get(`/customer-management?cursor=${bad}`)).status, bad).toBe(200);
});
