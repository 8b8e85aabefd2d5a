/** What a brand hides is neither shown nor reached nor done, and people can still protect their account. */
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, memberOf } from "../support/people.ts";

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
