/** A deleted organization: when nothing is left of it, its owners get a signed receipt. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall, wordsOf } from "../calls/arrange.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { begin, ready } from "./arrange.ts";

const day = 86_400_000;

async function deleted(owner: Person): Promise<void> {
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: Date.now() - 31 * day, purge_at: Date.now() - day })
    .where(eq(control.organizations.id, owner.organizationId));
}

const receiptsOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.dataReceipts)
    .where(eq(control.dataReceipts.organization_id, organizationId));

test("the owner gets a receipt that proves what was deleted, and stands when everything else is gone", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  await ended(owner, finishedCall());
  await begin(owner);
  await ready(owner);
  await deleted(owner);
  await purgeDeleted(env, Date.now());
  const mail = await mailTo(owner.email, 2);
  expect(mail.subject).toBe("Permanently deleted: Bright Smile");
  const [, path = ""] = /(\/receipts\/[0-9a-f]{32})/.exec(mail.text) ?? [];
  const page = wordsOf(await (await anonymous().get(path)).text());
  expect(page).toContain("This receipt is genuine");
  expect(page).toContain("Receipt: organization deleted");
  const file = await (await anonymous().get(`${path}/file`)).text();
  expect(file).toMatch(/"rows_left": 0,\s+"object_tables_left": 0,\s+"files_left": 0/);
  expect(file).toContain(owner.organizationId);
  for (const trace of ["Bright Smile", owner.email]) expect(file).not.toContain(trace);
  expect(await receiptsOf(owner)).toEqual([expect.objectContaining({ kind: "deletion", recipients: null })]);
  expect((await env.FILES.list({ prefix: `exports/${owner.organizationId}/` })).objects).toEqual([]);
  expect(await mailsTo(member.email)).toEqual([]);
});

test("a purge that runs again writes no second receipt and sends no second mail", async () => {
  const owner = await memberOf();
  await deleted(owner);
  await Promise.all([purgeDeleted(env, Date.now()), purgeDeleted(env, Date.now())]);
  await purgeDeleted(env, Date.now());
  await mailTo(owner.email);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  const complete = (await receiptsOf(owner)).filter(({ document }) => document !== null);
  expect(complete).toHaveLength(1);
});
