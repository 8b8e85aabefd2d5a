/** Joining on the organization's own host, where its invitations lead to: with a password, and by way of the main host with Google. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { invited, joinAsNewcomer, userWith } from "../organizations/inviting.ts";
import { codeTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane } from "../support/people.ts";
import { placeOf, tenantsHost, twoHosts } from "./crossing.ts";

const membershipsOf = async (email: string) =>
  controlPlane()
    .select({
      organization_id: control.organizationMembers.organization_id,
      role: control.organizationMembers.role,
    })
    .from(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, (await userWith(email))?.id ?? ""));

test("a newcomer joins on the organization's own host, in its brand, and belongs to it alone", async () => {
  const { owner, at } = await tenantsHost();
  const { email, link } = await invited(owner, { role: "viewer" });
  const browser = anonymous();
  expect(await pageText(await (await browser.get(at(link))).text())).toContain("Harbor, Inc.");
  const joined = await joinAsNewcomer(browser, at(link));
  const step = at(placeOf(joined));
  const verified = await browser.post(step, { intent: "verify", code: await codeTo(email, 2) });
  const taken = await browser.get(at(placeOf(verified)));
  expect(placeOf(taken)).toBe("/email-verified");
  expect((await browser.get(at("/agents"))).status).toBe(200);
  expect(await membershipsOf(email)).toEqual([{ organization_id: owner.organizationId, role: "viewer" }]);
});

test("with Google the invitation goes along by way of the main host, and the newcomer comes back as a member", async () => {
  const { owner, host, at } = await tenantsHost();
  const { email, token } = await invited(owner, { role: "admin" });
  const { main, tenant } = twoHosts(anonymous());
  const leaving = new URL(placeOf(await tenant.get(at(`/auth/google?token=${token}`))));
  expect([leaving.pathname, leaving.searchParams.get("ref"), leaving.searchParams.get("token")]).toEqual([
    "/auth/google",
    host,
    token,
  ]);
  let next = placeOf(await continueWithGoogle(main, { email }, leaving.search));
  for (let step = 0; step < 3 && !next.startsWith(at("")); step++) next = placeOf(await main.get(next));
  const arrived = await tenant.get(next);
  expect([arrived.status, placeOf(arrived)]).toEqual([303, "/dashboard"]);
  expect(await membershipsOf(email)).toEqual([{ organization_id: owner.organizationId, role: "admin" }]);
  expect((await tenant.get(at("/dashboard"))).status).toBe(200);
});
