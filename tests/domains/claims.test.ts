/** One host, two organizations: who gets it, and what the other is told. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf } from "../support/people.ts";
import {
  add,
  cronAt,
  domainOf,
  goLive,
  homeOf,
  hostnamesOf,
  newHost,
  page,
  record,
  rowOf,
  until,
} from "./domaining.ts";

// The pages' modules are loaded by one request: several at once would wait for each other's.
beforeAll(async () => {
  expect((await (await memberOf()).get(page)).status).toBe(200);
});

const auditOf = async (organization_id: string) =>
  (
    await controlPlane()
      .select({ action: control.auditEvents.action })
      .from(control.auditEvents)
      .where(eq(control.auditEvents.organization_id, organization_id))
  ).map(({ action }) => action);

test("of many organizations that add a host at once one gets it, and the others' are claims", async () => {
  const host = newHost();
  const owners = await Promise.all(Array.from({ length: 5 }, () => memberOf()));
  const answers = await Promise.all(owners.map((owner) => add(owner, host)));
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
  const rows = await Promise.all(owners.map((owner) => domainOf(owner, host)));
  expect(rows.filter(({ is_claim }) => !is_claim)).toHaveLength(1);
  expect(new Set(rows.map(({ proof }) => proof)).size).toBe(5);
});

test("B39, B42: a host that is in use is refused without a hint whose it is, and goes to the one who proves it", async () => {
  const [holder, claimant] = [
    await memberOf({ organization: { name: "First Harbor" } }),
    await memberOf({ organization: { name: "Second Harbor" } }),
  ];
  const host = newHost();
  const now = await goLive(holder, host);
  const answer = await add(claimant, host);
  expect(answer.status).toBe(409);
  const said = await pageText(await answer.text());
  expect(said).toContain(`${host} is already in use.`);
  expect(said).toContain("Used elsewhere");
  expect(said).not.toContain("First Harbor");
  // Without the proof nothing changes, however often it is looked for.
  await cronAt(now + 1_000_000);
  expect(await homeOf(holder)).toBe(host);
  expect(await domainOf(claimant, host)).toMatchObject({ is_claim: true, provider_id: null });
  // The record of the claimant is what moves it.
  const { provider_id } = await domainOf(holder, host);
  await record(`_verify.${host}`, "TXT", (await domainOf(claimant, host)).proof);
  await until(claimant, host, "live", now + 1_000_000);
  expect(await rowOf(holder, host)).toBeUndefined();
  expect([await homeOf(holder), await homeOf(claimant)]).toEqual([null, host]);
  expect(await hostnamesOf(host)).toMatchObject([{ id: provider_id }]);
  const shown = await (await anonymous().get(`https://${host}/auth`)).text();
  expect(shown).toContain("Second Harbor");
  expect(shown).not.toContain("First Harbor");
  expect((await mailTo(holder.email, 2)).subject).toContain("was moved to another organization");
  expect((await mailTo(claimant.email, 2)).text).toContain(host);
  expect(await auditOf(holder.organizationId)).toContain("domain.lost");
  expect(await auditOf(claimant.organizationId)).toContain("domain.won");
});

test("a holder who has proven nothing gives way to one who has, and is not told of a loss", async () => {
  const [squatter, owner] = [await memberOf(), await memberOf()];
  const host = newHost();
  await add(squatter, host);
  expect((await add(owner, host)).status).toBe(302);
  await record(`_verify.${host}`, "TXT", (await domainOf(owner, host)).proof);
  await cronAt(Date.now() + 600_000);
  expect(await rowOf(squatter, host)).toBeUndefined();
  expect(await domainOf(owner, host)).toMatchObject({ is_claim: false, state: "hostname_pending" });
  await mailTo(owner.email);
  expect(await auditOf(squatter.organizationId)).toContain("domain.lost");
});

test("people who were signed in on a host that was moved have no session there any more", async () => {
  const [holder, claimant] = [await memberOf(), await memberOf()];
  const host = newHost();
  const now = await goLive(holder, host);
  const colleague = await memberOf({ organizationId: holder.organizationId, host });
  expect((await colleague.get(`https://${host}/agents`)).status).toBe(200);
  await add(claimant, host);
  await record(`_verify.${host}`, "TXT", (await domainOf(claimant, host)).proof);
  await until(claimant, host, "live", now);
  expect((await colleague.get(`https://${host}/agents`)).headers.get("location")).toContain("/auth");
});

test("a claim that is removed leaves the holder as it was, and closes the host to nobody", async () => {
  const [holder, claimant, third] = [await memberOf(), await memberOf(), await memberOf()];
  const host = newHost();
  await goLive(holder, host);
  await add(claimant, host);
  const { id } = await domainOf(claimant, host);
  expect((await claimant.post(page, { intent: "remove", domain: id })).status).toBe(302);
  expect(await homeOf(holder)).toBe(host);
  expect(await hostnamesOf(host)).toHaveLength(1);
  expect((await add(third, host)).status).toBe(409);
  expect(await domainOf(third, host)).toMatchObject({ is_claim: true });
});
