/** What a brand hides is neither shown nor reached nor done, and people can still protect their account. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { flaggedSections, flagOf, isHidden } from "#app/branding/hidden-sections.ts";
import * as control from "#drizzle/control/schema.ts";
import { asData, doors } from "../organizations/doors.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { holding } from "../telephony/buyer.ts";
import { numberForSale, pressFor } from "../telephony/carrier.ts";

const hiding = async (flags: Partial<typeof control.organizationBranding.$inferInsert>) => {
  const agency = await memberOf();
  const owner = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
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

/** The pages that each flag hides, at least: later ones are found by their addresses. */
const pagesOf: Record<(typeof flaggedSections)[number], readonly string[]> = {
  settings: ["/settings", "/white-label", "/white-label/images"],
  integrations: [],
  subscription: ["/subscription"],
  upgrade: [],
  purchase_numbers: ["/numbers/search"],
};

test.each(flaggedSections)(
  "the flag of %s closes every door of its section, as a document, as data and as a form, and no other",
  async (section) => {
    const [open, closed] = [await hiding({}), await hiding({ [flagOf[section]]: true })];
    const addresses = doors.filter((door) => !door.includes(":") && !door.includes("*"));
    for (const page of pagesOf[section])
      expect(
        addresses.some((door) => door.endsWith(` ${page}`)),
        page,
      ).toBe(true);
    for (const door of addresses) {
      const [method, address = ""] = door.split(" ");
      const isClosed = isHidden([section], address);
      expect(pagesOf[section].includes(address) && !isClosed, address).toBe(false);
      // A session ends behind these, and the next door would be tried without one.
      if (address === "/sign-out" || (method === "POST" && !isClosed)) continue;
      const through = (person: Person, path: string) =>
        method === "GET" ? person.get(path) : person.post(path, { intent: "save" });
      for (const path of [address, asData(address)]) {
        const met = (await through(closed, path)).status;
        expect(met, `${method} ${path}`).toBe(isClosed ? 404 : (await through(open, path)).status);
      }
    }
    const html = await (await closed.get("/organizations")).text();
    for (const page of pagesOf[section]) expect(html).not.toContain(`href="${page}"`);
  },
);

test.each([
  ["agency", "Hidden from your clients and members"],
  ["starter", "Hidden from your members"],
])(
  "who still sees a hidden page on the %s plan reads from whom it is hidden",
  async (subscription_tier, words) => {
    const owner = await memberOf({ organization: { subscription_tier } });
    const note = async (path: string) =>
      (await pageText(await (await owner.get(path)).text())).includes(words);
    expect(await note("/settings")).toBe(false);
    await controlPlane()
      .insert(control.organizationBranding)
      .values({ organization_id: owner.organizationId, hide_settings_section: true, updated_at: Date.now() });
    for (const path of ["/settings", "/white-label"]) expect(await note(path), path).toBe(true);
    for (const path of ["/subscription", "/dashboard"]) expect(await note(path), path).toBe(false);
    const member = await memberOf({ role: "member", organizationId: owner.organizationId });
    expect((await member.get("/settings")).status).toBe(404);
  },
);
