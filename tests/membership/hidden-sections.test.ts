/** What a brand hides is neither shown nor reached nor done, and people can still protect their account. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { holding } from "../telephony/buyer.ts";
import { numberForSale, pressFor } from "../telephony/carrier.ts";

const hiding = async (flags: Partial<typeof control.organizationBranding.$inferInsert>) => {
  const owner = await memberOf();
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, updated_at: Date.now(), ...flags });
  return owner;
};

test.each([
  ["hide_settings_section", "/settings"],
  ["hide_subscription_section", "/subscription"],
  ["hide_purchase_numbers", "/numbers/search"],
] as const)("with %s nobody reaches %s, by page, data or form", async (flag, path) => {
  const owner = await hiding({ [flag]: true });
  expect((await owner.get(path)).status).toBe(404);
  expect((await owner.get(`${path}.data`)).status).toBe(404);
  expect((await owner.post(path, { intent: "profile", name: "Other" })).status).toBe(404);
  const html = await (await owner.get("/agents")).text();
  expect(html).not.toContain(`href="${path}"`);
});

test("without flags everything is there", async () => {
  const owner = await hiding({});
  for (const path of ["/settings", "/subscription", "/numbers/search"])
    expect((await owner.get(path)).status, path).toBe(200);
});

const anotherNumber = async (owner: Person) => {
  const phone_number = await numberForSale("312");
  const answer = await owner.post("/numbers/search", { buy: await pressFor(owner, phone_number) });
  expect(answer.status).toBe(409);
  return pageText(await answer.text());
};

const anotherAgent = async (owner: Person) => {
  for (let agents = 0; agents < 10; agents++) await owner.post("/agents/new", { kind: "receptionist" });
  const answer = await owner.post("/agents/new", { kind: "receptionist" });
  expect(answer.status).toBe(409);
  return pageText(await answer.text());
};

/** A subscriber whose plan holds no more numbers. */
const full = async (flags: Partial<typeof control.organizationBranding.$inferInsert>) => {
  const owner = await hiding(flags);
  await controlPlane()
    .update(control.organizations)
    .set({ subscription_status: "active" })
    .where(eq(control.organizations.id, owner.organizationId));
  await holding(owner, 5);
  return owner;
};

test.each(["hide_upgrade_button", "hide_subscription_section"] as const)(
  "with %s nobody is told to get a larger plan, but whom to ask",
  async (flag) => {
    const owner = await full({ [flag]: true });
    expect(await anotherNumber(owner)).toContain("Release one first, or ask your administrator.");
    expect(await anotherAgent(owner)).toContain("Archive one first, or ask your administrator.");
  },
);

test("the upgrade's flag hides no page", async () => {
  const owner = await hiding({ hide_upgrade_button: true });
  for (const path of ["/subscription", "/settings", "/numbers/search", "/dashboard"])
    expect((await owner.get(path)).status, path).toBe(200);
});

test("whoever can change the plan is told where, and whoever cannot whom to ask", async () => {
  const owner = await full({});
  expect(await anotherNumber(owner)).toContain("or upgrade under Plan and usage.");
  expect(await anotherAgent(owner)).toContain("or upgrade your plan.");
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect(await anotherAgent(member)).toContain("or ask your administrator.");
});

test("no flag keeps anybody from their second factor or from the users", async () => {
  const owner = await hiding({
    hide_settings_section: true,
    hide_integrations_section: true,
    hide_subscription_section: true,
    hide_upgrade_button: true,
    hide_purchase_numbers: true,
  });
  for (const path of ["/mfa-setup", "/users", "/organizations", "/dashboard"])
    expect((await owner.get(path)).status, path).toBe(200);
});

test("who may see the subscription alone begins with their organizations where the brand hides it", async () => {
  const owner = await hiding({ hide_subscription_section: true });
  const billing = await memberOf({ role: "billing", organizationId: owner.organizationId });
  expect((await billing.get("/dashboard")).headers.get("location")).toBe("/organizations");
  expect((await billing.get("/organizations")).status).toBe(200);
});
