/** The export of an organization: everything that it has, in one archive, made in the background. */
import { env } from "cloudflare:workers";
import { eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { withheldColumns } from "#app/data-rights/export-tables.server.ts";
import * as control from "#drizzle/control/schema.ts";
import * as own from "#drizzle/organization/schema.ts";
import { ended, finishedCall, leftMessage } from "../calls/arrange.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { begin, cron, download, exportsOf, ready, theExport } from "./arrange.ts";
import { rowsIn } from "./unzip.ts";

const tablesOf = (schema: object) => Object.values(schema).filter((one) => is(one, SQLiteTable));

test("R48: the archive has every table of the organization, and a table that is forgotten fails here", async () => {
  const owner = await memberOf();
  const call = finishedCall({ summary: '=Asked about, "parking"', other_number: "+14155550177" });
  await ended(owner, call);
  await owner.store.messages.take(leftMessage({ call_id: call.id }));
  expect((await begin(owner)).headers.get("location")).toBe("/settings/data?done=export");
  const { id } = await ready(owner);
  const files = await download(owner, id);
  const left = { object: ["timers", "outbox", "api_requests"], control: ["event_outbox", "applied_events"] };
  for (const table of tablesOf(own).map(getTableName))
    expect(files.has(`data/${table}.jsonl`), table).toBe(!left.object.includes(table));
  for (const table of tablesOf(control)) {
    const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
    const name = getTableName(table);
    const isTheirs = columns.includes("organization_id") || columns.includes("agency_id");
    if (isTheirs) expect(files.has(`account/${name}.jsonl`), name).toBe(!left.control.includes(name));
  }
  expect(rowsIn(files, "data/calls.jsonl")).toEqual([
    expect.objectContaining({
      id: call.id,
      summary: call.summary,
      started_at: new Date(call.started_at).toISOString(),
      fields: [],
    }),
  ]);
  expect(rowsIn(files, "data/call_transcripts.jsonl")).toEqual([{ call_id: call.id, lines: call.lines }]);
  expect(rowsIn(files, "data/messages.jsonl")).toHaveLength(1);
  expect(rowsIn(files, "account/organizations.jsonl")).toEqual([
    expect.objectContaining({ id: owner.organizationId, name: "Bright Smile" }),
  ]);
  expect(rowsIn(files, "account/organization_members.jsonl")).toEqual([
    expect.objectContaining({ user_id: owner.userId, role: "owner", email: owner.email }),
  ]);
  const [heading, line] = (files.get("calls.csv") ?? "").split("\r\n");
  expect(heading).toMatch(/^id,started_at,ended_at,/);
  expect(line).toContain(`"'=Asked about, ""parking"""`);
  // A number begins with a plus: a spreadsheet would compute it.
  expect(line).toContain("'+14155550177");
  expect(files.get("contacts.csv")).toContain("'+14155550177");
  const manifest = JSON.parse(files.get("manifest.json") ?? "");
  expect(manifest.files).toContainEqual({ name: "data/calls.jsonl", rows: 1 });
});

test("the archive holds no other organization's row, and no secret", async () => {
  const owner = await memberOf();
  const other = await memberOf({ organization: { name: "Northside Dental" } });
  await ended(other, finishedCall({ summary: "Theirs alone" }));
  await owner.post("/users", { intent: "invite", emails: "new@people.test", role: "member" });
  await begin(owner);
  const files = await download(owner, (await ready(owner)).id);
  const all = [...files.values()].join("\n");
  for (const foreign of [other.organizationId, other.userId, other.email, "Theirs alone"])
    expect(all).not.toContain(foreign);
  const [invitation] = await controlPlane()
    .select()
    .from(control.userInvitations)
    .where(eq(control.userInvitations.organization_id, owner.organizationId));
  expect(all).not.toContain(invitation?.token);
  expect(rowsIn(files, "account/user_invitations.jsonl")).toHaveLength(1);
});

test("a column that sounds like a secret is withheld, or is here by name", () => {
  const open = ["custom_domains.proof", "brand_images.sha256", "phone_numbers.provider_sid"];
  const suspicious = tablesOf(control).flatMap((table) => {
    const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
    if (!columns.includes("organization_id") && !columns.includes("agency_id")) return [];
    const table_name = getTableName(table);
    return columns
      .filter((name) => /token|secret|hash|sealed|proof|password|sha256|session_id|signature/.test(name))
      .filter((name) => !withheldColumns[table_name]?.includes(name))
      .map((name) => `${table_name}.${name}`);
  });
  // Stripe's ids of checkouts, and signatures, which prove and open nothing.
  const known = [
    ...open,
    "checkout_sessions.session_id",
    "data_receipts.signature",
    "number_orders.session_id",
  ];
  expect(suspicious.filter((name) => !known.includes(name))).toEqual([]);
});

test("whoever asked for it gets a mail with the page, and the page shows the file and for how long", async () => {
  const owner = await memberOf();
  await memberOf({ role: "admin", organizationId: owner.organizationId });
  await begin(owner);
  const { id, expires_at, ready_at } = await ready(owner);
  expect((expires_at ?? 0) - (ready_at ?? 0)).toBe(7 * 86_400_000);
  const mail = await mailTo(owner.email);
  expect(mail.subject).toBe("Export ready: Bright Smile");
  expect(mail.text).toContain("/settings/data");
  expect(mail.text).not.toContain(id);
  const html = await (await owner.get("/settings/data")).text();
  expect(html).toContain(`/settings/data/exports/${id}`);
  expect(await pageText(html)).toContain("available until");
});

test("two presses begin one export", async () => {
  const owner = await memberOf();
  await Promise.all([begin(owner), begin(owner)]);
  expect(await exportsOf(owner)).toHaveLength(1);
  const started = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, owner.organizationId));
  expect(started.filter(({ action }) => action === "data.export_started")).toHaveLength(1);
});

test("R25: only owners and admins export and download, and nothing of another organization", async () => {
  const owner = await memberOf();
  await begin(owner);
  const { id } = await ready(owner);
  const path = `/settings/data/exports/${id}`;
  const { organizationId } = owner;
  for (const role of ["member", "viewer", "billing"] as const) {
    const colleague = await memberOf({ role, organizationId });
    expect((await colleague.get(path)).status).toBe(403);
    expect((await begin(colleague)).status).toBe(403);
  }
  const admin = await memberOf({ role: "admin", organizationId });
  expect((await admin.get(path)).status).toBe(200);
  const stranger = await memberOf();
  expect((await stranger.get(path)).status).toBe(404);
});

test("R3: without a fresh proof of identity nothing is exported", async () => {
  const owner = await memberOf();
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 15 * 60_000 })
    .where(eq(control.sessions.user_id, owner.userId));
  expect((await begin(owner)).headers.get("location")).toBe("/settings/data");
  expect(await exportsOf(owner)).toEqual([]);
  expect(await pageText(await (await owner.get("/settings/data")).text())).toContain("Confirm it's you");
});

test("after seven days the file is deleted, and its address leads nowhere", async () => {
  const owner = await memberOf();
  await begin(owner);
  const { id } = await ready(owner);
  const past = Date.now() - 1;
  await controlPlane()
    .update(control.dataExports)
    .set({ expires_at: past, due_at: past })
    .where(eq(control.dataExports.id, id));
  expect((await owner.get(`/settings/data/exports/${id}`)).status).toBe(404);
  await cron();
  expect((await theExport(owner)).state).toBe("expired");
  const { objects } = await env.FILES.list({ prefix: `exports/${owner.organizationId}/` });
  expect(objects).toEqual([]);
});
