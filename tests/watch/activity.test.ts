/** /users/activity: what changed in an organization, for its owners and admins alone, and as a file. */

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditedActions } from "#app/membership/audit-words.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { trailFile } from "#app/watch/trail-file.server.ts";
import { eventGroups, trailFilters } from "#app/watch/trail-filters.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";

const db = controlPlane();
const day = 86_400_000;

const shown = async (person: Person, query = "") =>
  pageText(await (await person.get(`/users/activity${query}`)).text());

/** Events of an organization, one a minute, the last a minute ago. */
const filled = (
  { organizationId, userId }: Person,
  count: number,
  more: Partial<typeof control.auditEvents.$inferInsert> = {},
) =>
  db.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into audit_events (id, actor_id, organization_id, action, target, created_at)
    select printf('%s-%06d', '${newId(Date.now() - day)}', i), '${userId}', '${organizationId}',
      '${more.action ?? "agent.changed"}', '${more.target ?? newId()}', ${Date.now() - day} + i from n`);

test("it says who did what, with their names, and nothing of other organizations", async () => {
  const owner = await memberOf();
  const stranger = await memberOf();
  const member = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  await stranger.post("/settings", { intent: "profile", name: "Other House", address: "", website: "" });
  await owner.post("/users", { intent: "role", member: member.userId, role: "member" });
  const page = await shown(owner);
  expect(page).toContain(`Changed ${member.email}'s role to member`);
  expect(page).toContain(owner.email);
  expect(page).not.toContain(stranger.email);
  expect(page).not.toContain("Changed the organization's profile");
});

test("of people who are no members it says no name and no address", async () => {
  const owner = await memberOf();
  const [gone, admin] = [await memberOf(), await memberOf({ isPlatformAdmin: true })];
  const event = (actor_id: string | null) => ({
    id: newId(),
    actor_id,
    organization_id: owner.organizationId,
    action: "brand.saved",
    created_at: Date.now(),
  });
  await db
    .insert(control.auditEvents)
    .values([event(gone.userId), event(admin.userId), event(null), event("api_key:x")]);
  const page = await shown(owner);
  for (const words of ["A former member", "Your provider", "Automatic", "An API key"])
    expect(page).toContain(words);
  for (const { email } of [gone, admin]) expect(page).not.toContain(email);
});

test("pages hold every event once", async () => {
  const owner = await memberOf();
  await filled(owner, 60);
  const seen: string[] = [];
  let query = "";
  for (let page = 0; page < 3; page++) {
    const html = await (await owner.get(`/users/activity${query}`)).text();
    seen.push(...(html.match(/wrap-anywhere">Changed an agent/g) ?? []));
    query = /href="(?:\/users\/activity)?(\?cursor=older[^"]*)"/.exec(html)?.[1] ?? "";
  }
  expect(query).toBe("");
  expect(seen).toHaveLength(60);
});

test("filters narrow it by what, who and when", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await filled(owner, 2);
  await filled(admin, 1, { action: "member.removed", target: "x" });
  expect(await shown(owner, "?what=people")).toContain("Removed a member");
  expect(await shown(owner, "?what=people")).not.toContain("Changed an agent");
  expect(await shown(owner, `?who=${admin.userId}`)).not.toContain("Changed an agent");
  const tomorrow = new Date(Date.now() + 2 * day).toISOString().slice(0, 10);
  expect(await shown(owner, `?from=${tomorrow}`)).toContain("No matching events");
  expect(await shown(owner, "?to=2020-01-01")).toContain("No matching events");
  // What an address spells wrongly is not asked for.
  for (const bad of ["?what=everything", "?from=yesterday", "?to=2026-99-99", "?cursor=x'"])
    expect(await shown(owner, bad), bad).toContain("Changed an agent");
  // Another organization's trail is not a filter of this one.
  const stranger = await memberOf();
  await filled(stranger, 1, { action: "client.created" });
  expect(await shown(owner, `?where=${stranger.organizationId}`)).not.toContain("Created a client");
});

test("a rare event is found however many lie before it, and a page reads no more than its budget", async () => {
  const owner = await memberOf();
  await filled(owner, 1, { action: "member.removed" });
  await filled(owner, 2500);
  const first = await owner.get("/users/activity?what=people");
  const html = await first.text();
  expect(await pageText(html)).toContain("No matches back to");
  const rows = Number(/rows;desc="?(\d+)/.exec(first.headers.get("server-timing") ?? "")?.[1] ?? 0);
  expect(rows).toBeLessThan(12_000);
  const older = /href="(?:\/users\/activity)?(\?[^"]*cursor=older[^"]*)"/.exec(html)?.[1] ?? "";
  expect(await shown(owner, older.replaceAll("&amp;", "&"))).toContain("Removed a member");
});

test("the file holds all of it, is safe in a spreadsheet, and is an event itself", async () => {
  const owner = await memberOf();
  await filled(owner, 2300);
  await db.update(control.users).set({ name: "=cmd()" }).where(eq(control.users.id, owner.userId));
  const answer = await owner.get("/users/activity/export");
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await answer.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe("event_id,time,what,action,who,organization,organization_id,target,changes");
  // With the export itself.
  expect(lines).toHaveLength(2302);
  expect(lines[1]).toContain("Downloaded the audit trail");
  expect(lines[2]).toContain("'=cmd()");
  const narrowed = await (await owner.get("/users/activity/export?what=people")).text();
  expect(narrowed.trimEnd().split("\r\n")).toHaveLength(1);
});

test("a file that holds not all of it says so in its last line, and one that holds all doesn't", async () => {
  const { organizationId, ...owner } = await memberOf();
  await filled({ organizationId, ...owner }, 1500);
  const scope = { organizationId, place: { locale: "en-US", timeZone: "UTC" } };
  const file = async (most: number) => {
    const database = new Database(env.DB, new Timing());
    const answer = trailFile(database, scope, trailFilters("https://a.example/"), most);
    return (await answer.text()).trimEnd().split("\r\n");
  };
  const cut = await file(1);
  expect(cut).toHaveLength(1002);
  expect(cut.at(-1)).toContain("This file ends here");
  const whole = await file(2);
  expect(whole).toHaveLength(1501);
  expect(whole.at(-1)).toContain("agent.changed");
});

test("every kind of event is in exactly one group of the filter", () => {
  const nouns = Object.values(eventGroups).flatMap((group) => group.nouns.split(" "));
  expect(new Set(nouns).size).toBe(nouns.length);
  const acted = auditedActions.map((action) => action.slice(0, action.indexOf(".")));
  expect([...new Set(acted)].filter((noun) => !nouns.includes(noun))).toEqual([]);
});
