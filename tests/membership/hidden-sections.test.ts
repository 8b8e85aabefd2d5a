/** What a brand hides is neither shown nor reached nor done, and people can still protect their account. */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type BrandSection,
  brandSections,
  flaggedSections,
  flagOf,
  isHidden,
} from "#app/branding/hidden-sections.ts";
import * as control from "#drizzle/control/schema.ts";
import { asData, doors, met } from "../organizations/doors.ts";
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
  ["hide_settings_section", "/settings/data"],
  ["hide_settings_section", "/settings/models"],
  ["hide_settings_section", "/twilio-settings"],
  ["hide_integrations_section", "/integrations"],
  ["hide_integrations_section", "/integrations/setup-guide"],
  ["hide_integrations_section", "/integrations/slack"],
  ["hide_integrations_section", "/integrations/keys"],
  ["hide_integrations_section", "/integrations/webhooks"],
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
const filled = async (owner: Person) => {
  await controlPlane()
    .update(control.organizations)
    .set({ subscription_status: "active" })
    .where(eq(control.organizations.id, owner.organizationId));
  await holding(owner, 5);
  return owner;
};

test.each(["hide_upgrade_button", "hide_subscription_section"] as const)(
  "with %s a client is not told to get a larger plan, but whom to ask",
  async (flag) => {
    const owner = await filled(await hiding({ [flag]: true }));
    expect(await anotherNumber(owner)).toContain("Release one first, or ask your provider.");
    expect(await anotherAgent(owner)).toContain("Archive one first, or ask your provider.");
  },
);

/** Where people without a number read how they get one. */
const numberless = (person: Person) =>
  Promise.all(
    ["/numbers", "/dashboard"].map(async (path) => pageText(await (await person.get(path)).text())),
  );

test("who could buy numbers if the brand did not hide it is told to ask their provider, by its brand's name", async () => {
  const agency = await memberOf({ organization: { name: "Northwind Telephony LLC" } });
  const organization = { parent_organization_id: agency.organizationId };
  const owner = await memberOf({ organization: { ...organization, name: "Harborview Plumbing" } });
  const brand = { organization_id: agency.organizationId, hide_purchase_numbers: true };
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ ...brand, updated_at: Date.now() });
  for (const page of await numberless(owner))
    expect(page).toContain("Ask Northwind Telephony LLC to add one.");
  await controlPlane()
    .update(control.organizationBranding)
    .set({ company_name: "Northwind Voice" })
    .where(eq(control.organizationBranding.organization_id, agency.organizationId));
  for (const page of await numberless(owner)) {
    expect(page).toContain("Ask Northwind Voice to add one.");
    expect(page).not.toContain("Ask an owner or admin");
  }
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  for (const page of await numberless(member)) expect(page).toContain("Ask an owner or admin to get one.");
});

test("the upgrade's flag hides no page", async () => {
  const owner = await hiding({ hide_upgrade_button: true });
  for (const path of ["/subscription", "/settings", "/numbers/search", "/dashboard"])
    expect((await owner.get(path)).status, path).toBe(200);
});

test("whoever can change the plan is told where, and whoever cannot whom to ask", async () => {
  const owner = await filled(await memberOf());
  expect(await anotherNumber(owner)).toContain("or choose the Growth plan under Plan and usage.");
  expect(await anotherAgent(owner)).toContain("or choose the Growth plan under Plan and usage.");
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

/** The pages of each section, at least: later ones are found by their addresses. */
const pagesOf: Record<BrandSection, readonly string[]> = {
  settings: ["/settings", "/white-label", "/white-label/images"],
  integrations: ["/integrations", "/integrations/webhooks", "/integrations/webhooks/events"],
  subscription: ["/subscription"],
  upgrade: [],
  purchase_numbers: ["/numbers/search"],
  agents: ["/agents", "/agents/new", "/agents/knowledge", "/voices", "/call-transfer"],
  numbers: ["/numbers", "/numbers/protection", "/numbers/search"],
  calls: [
    "/call-history",
    "/search",
    "/dashboard",
    "/dash",
    "/analytics",
    "/bookings",
    "/bookings/new",
    "/campaigns",
    "/campaigns/new",
    "/workflows",
    "/workflows/new",
    "/contacts",
    "/contacts/new",
    "/contacts/do-not-call",
    "/messages",
    "/messages/new",
  ],
};

const isFlagged = (section: BrandSection): section is (typeof flaggedSections)[number] =>
  flaggedSections.some((one) => one === section);

/** The owner of a client from whom a section is hidden: by its flag, or by its agency's choice of roles. */
async function without(section: BrandSection): Promise<Person> {
  if (isFlagged(section)) return hiding({ [flagOf[section]]: true });
  const owner = await hiding({});
  await controlPlane()
    .update(control.organizations)
    .set({ withheld_sections: { [section]: ["owner"] } })
    .where(eq(control.organizations.id, owner.organizationId));
  return owner;
}

const addresses = doors.filter((door) => !door.includes(":") && !door.includes("*"));
const startPages = ["/dashboard", "/dash", "/analytics"];

const through = (person: Person, method: string, path: string) =>
  method === "GET" ? person.get(path) : person.post(path, { intent: "save" });

test.each(brandSections)(
  "%s has the pages that it should, and no link leads to one that is hidden",
  async (section) => {
    for (const page of pagesOf[section]) {
      expect(
        addresses.some((door) => door.endsWith(` ${page}`)),
        page,
      ).toBe(true);
      expect(isHidden([section], page), page).toBe(true);
    }
    const html = await (await (await without(section)).get("/organizations")).text();
    for (const page of pagesOf[section]) expect(html).not.toContain(`href="${page}"`);
  },
);

describe("each door is closed with its section, as a document, as data and as a form, and with no other", () => {
  let all: Person;
  const closed = new Map<BrandSection, Person>();
  beforeAll(async () => {
    all = await hiding({});
    for (const section of brandSections) closed.set(section, await without(section));
  });

  // A session ends behind /sign-out, and the next door would be tried without one.
  test.each(addresses.filter((door) => !door.endsWith(" /sign-out")))("%s", async (door) => {
    const [method = "", address = ""] = door.split(" ");
    const open = method === "GET" ? (await through(all, method, address)).status : null;
    for (const [section, person] of closed) {
      const isClosed = isHidden([section], address);
      // Who may see no start page begins with another.
      const isLedOn = isClosed && method === "GET" && startPages.includes(address);
      if (!isClosed) {
        if (open !== null) expect((await through(person, method, address)).status, section).toBe(open);
        continue;
      }
      expect((await through(person, method, address)).status, section).toBe(isLedOn ? 302 : 404);
      const asked = await through(person, method, asData(address));
      if (isLedOn) expect(await met(asked), section).toBe("/agents");
      else expect(asked.status, section).toBe(404);
    }
  });
});

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
