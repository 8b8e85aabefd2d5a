/** Legal pages in an organization's own words: saved by those who keep its brand, shown on its hosts, and on the main host to its people and those it invites. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { standardVersions } from "#app/pages/legal-choices.ts";
import * as control from "#drizzle/control/schema.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  memberOf,
  newAddress,
  type Person,
} from "../support/people.ts";

const own = "## House rules\n\nBe kind to <b>callers</b>.\n\n- no spam\n- no threats";

/** An organization with a host of its own. */
async function housed(organization: Partial<typeof control.organizations.$inferInsert> = {}) {
  const owner = await memberOf({ organization: { name: "Harbor", ...organization } });
  const custom_domain = `calls.${owner.organizationId}.test`;
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, custom_domain, updated_at: Date.now() });
  return { owner, host: `https://${custom_domain}` };
}

const save = (owner: Person, body: string, page = "terms") =>
  owner.post("/white-label/legal", { intent: "save", page, body });

const shown = async (url: string, by: Pick<Client, "get"> = anonymous()) =>
  pageText(await (await by.get(url)).text());

test("an organization's own terms stand on its host at once, as words; its privacy policy stays the standard one", async () => {
  const { owner, host } = await housed();
  expect(await shown(`${host}/terms`)).toContain("Harbor gives your organization voice agents");
  expect((await save(owner, own)).status).toBe(302);
  const html = await (await anonymous().get(`${host}/terms`)).text();
  expect(html).toContain("<h2>House rules</h2>");
  expect(html).toContain("Be kind to &lt;b&gt;callers&lt;/b&gt;.");
  expect(html).toContain("<li>no threats</li>");
  expect(html).not.toContain("gives your organization voice agents");
  expect(await shown(`${host}/privacy`)).toContain("What we keep about your account");
  expect(await shown("/terms")).not.toContain("House rules");

  expect((await owner.post("/white-label/legal", { intent: "reset", page: "terms" })).status).toBe(302);
  expect(await shown(`${host}/terms`)).toContain("Harbor gives your organization voice agents");
});

test("a client's host shows its agency's terms until the client has its own", async () => {
  const agency = await housed();
  const client = await housed({ name: "Dock", parent_organization_id: agency.owner.organizationId });
  expect(await shown(`${client.host}/terms`)).toContain("Dock gives your organization");
  await save(agency.owner, own);
  await vi.waitFor(async () => expect(await shown(`${client.host}/terms`)).toContain("House rules"), {
    timeout: 20_000,
    interval: 200,
  });
  await save(client.owner, "Dock's own terms.");
  expect(await shown(`${client.host}/terms`)).toContain("Dock's own terms.");
  expect(await shown(`${agency.host}/terms`)).toContain("House rules");
});

test("the change is audited", async () => {
  const { owner } = await housed();
  await save(owner, own);
  const events = await controlPlane()
    .select({ action: control.auditEvents.action, target: control.auditEvents.target })
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, owner.organizationId));
  expect(events).toContainEqual({ action: "legal_page.saved", target: "terms" });
});

test.each([
  ["", "Enter the text of the page"],
  [" \n ", "Enter the text of the page"],
  ["Be kind\u202e", "Remove the invisible characters"],
  ["Be\u0000kind", "Remove the invisible characters"],
  ["a".repeat(50_001), "At most 50000 characters"],
])("a text that cannot stand is refused at its field: %#", async (body, words) => {
  const { owner, host } = await housed();
  const answer = await save(owner, body);
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(words);
  expect(await shown(`${host}/terms`)).toContain("Harbor gives your organization voice agents");
});

test("a page that is none is refused", async () => {
  const { owner } = await housed();
  expect((await save(owner, own, "imprint")).status).toBe(422);
  expect((await owner.post("/white-label/legal", { intent: "reset", page: "imprint" })).status).toBe(422);
});

test("on the main host the text is that of the active organization, or of its agency; visitors read the standard one", async () => {
  const agency = await memberOf();
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  const { headers } = await save(agency, own);
  expect(await shown(headers.get("location") ?? "", agency)).toContain("Your terms are live.");
  for (const by of [agency, client]) expect(await shown("/terms", by)).toContain("House rules");
  await save(client, "Dock's own terms.");
  expect(await shown("/terms", client)).toContain("Dock's own terms.");
  expect(await shown("/terms", agency)).toContain("House rules");
  for (const by of [anonymous(), await memberOf()])
    expect(await shown("/terms", by)).toContain("gives your organization voice agents");
});

test("signing up on the main host with an agency's ref, a newcomer agrees to the agency's terms", async () => {
  const { owner, host } = await housed({ subscription_tier: "scale", subscription_status: "active" });
  await save(owner, own);
  const ref = new URL(host).host;
  const form = await (await anonymous().get(`/auth?mode=signup&ref=${ref}`)).text();
  for (const page of ["terms", "privacy"]) expect(form).toContain(`href="/${page}?ref=${ref}"`);
  const page = await (await anonymous().get(`/terms?ref=${ref}`)).text();
  expect(page).toContain("<h2>House rules</h2>");
  expect(page).not.toContain("AI Voice Agents");
  for (const next of ["/privacy", "/auth"]) expect(page).toContain(`href="${next}?ref=${ref}"`);
  const privacy = await shown(`/privacy?ref=${ref}`);
  expect(privacy).toContain("What we keep about your account");
  expect(privacy).toContain("Harbor");
  expect(privacy).not.toContain("AI Voice Agents");
  // A referral code, and a host without an organization, are no brand.
  for (const unknown of ["partner-1", "nobody.harbor-nobody.test"])
    expect(await shown(`/terms?ref=${unknown}`)).toContain("AI Voice Agents gives your organization");
});

test("while the database does not answer, an organization's people read the standard text", async () => {
  const owner = await memberOf();
  await save(owner, own);
  const answer = await withBrokenDatabase("legal_pages", "/terms", owner.cookie);
  expect(answer.status).toBe(200);
  expect(await pageText(await answer.text())).toContain("gives your organization voice agents");
});

const versionsOf = async (userEmail: string) => {
  const [user] = await controlPlane()
    .select({ terms: control.users.terms_version, privacy: control.users.privacy_version })
    .from(control.users)
    .where(eq(control.users.email, userEmail));
  return user;
};

/** Signs a newcomer up on a host, or on the main one. */
async function signUp(host = ""): Promise<string> {
  const email = newAddress();
  const password = "Tulip-Harbour-47";
  const answer = await anonymous().post(`${host}/auth?mode=signup`, {
    intent: "sign-up",
    email,
    password,
    confirm_password: password,
    terms: "on",
  });
  expect(answer.status).toBe(302);
  return email;
}

test("every text of an organization stays readable as a version, and the page says which one is shown", async () => {
  const { owner, host } = await housed();
  await save(owner, "The first text.");
  await save(owner, "The first text.");
  await save(owner, "The second text.");
  const now = await (await anonymous().get(`${host}/terms`)).text();
  expect(await pageText(now)).toContain("Version 2, effective ");
  expect(now).toContain('href="/terms?version=1"');
  const first = await shown(`${host}/terms?version=1`);
  expect(first).toContain("The first text.");
  expect(first).toContain("This version has been replaced.");
  expect(await shown(`${host}/terms?version=2`)).not.toContain("has been replaced");

  await owner.post("/white-label/legal", { intent: "reset", page: "terms" });
  expect(await shown(`${host}/terms`)).toContain("Effective November 1, 2026.");
  expect(await shown(`${host}/terms?version=2`)).toContain("The second text.");
  await save(owner, "The third text.");
  expect(await shown(`${host}/terms`)).toContain("Version 3, effective ");
  expect(await shown(`${host}/terms?version=2026-11-01`)).toContain("This version has been replaced.");
});

test("a text that was saved before versions were kept is the first of them", async () => {
  const { owner, host } = await housed();
  await controlPlane().insert(control.legalPages).values({
    organization_id: owner.organizationId,
    page: "terms",
    body: "From before.",
    updated_at: Date.now(),
  });
  await save(owner, "From now on.");
  expect(await shown(`${host}/terms`)).toContain("Version 2, effective ");
  expect(await shown(`${host}/terms?version=1`)).toContain("From before.");
});

test.each(["0", "4", "-1", "1.5", "2026-10-01", "latest", "1'--", "9999999", " "])(
  "a version that there is none of is not found: %j",
  async (version) => {
    const { owner, host } = await housed();
    await save(owner, own);
    const answer = await anonymous().get(`${host}/terms?version=${encodeURIComponent(version)}`);
    expect(answer.status).toBe(404);
  },
);

test("an organization's versions are read where its documents are, and nowhere else", async () => {
  const agency = await housed();
  const client = await housed({ name: "Dock", parent_organization_id: agency.owner.organizationId });
  const stranger = await housed();
  await save(agency.owner, "The agency's first.");
  const named = `/terms?version=${agency.owner.organizationId}.1`;
  for (const { host } of [agency, client])
    expect(await shown(`${host}${named}`)).toContain("The agency's first.");
  expect(await shown(named, agency.owner)).toContain("The agency's first.");
  for (const by of [anonymous(), stranger.owner]) expect((await by.get(named)).status).toBe(404);
  expect((await anonymous().get(`${stranger.host}${named}`)).status).toBe(404);
});

test("the privacy policy says how long countries of sign-ins are kept", async () => {
  const now = await shown("/privacy");
  expect(now).toContain("Countries you've signed in from");
  expect(now).toContain("365 days after the last sign-in from there");
  expect(await shown("/privacy?version=2026-11-01")).not.toContain("Countries you've signed in from");
});

test("the earlier standard privacy policy stays readable", async () => {
  const now = await (await anonymous().get("/privacy")).text();
  expect(now).toContain('href="/privacy?version=2026-11-01"');
  const before = await shown("/privacy?version=2026-11-01");
  expect(before).toContain("Effective November 1, 2026.");
  expect(before).toContain("This version has been replaced.");
});

test("an account keeps which versions its person agreed to: the standard ones, or those of the host", async () => {
  expect(await versionsOf(await signUp())).toEqual({
    terms: standardVersions.terms[0],
    privacy: standardVersions.privacy[0],
  });
  const { owner, host } = await housed({ subscription_tier: "scale", subscription_status: "active" });
  await save(owner, "The first text.");
  await save(owner, "The second text.");
  expect(await versionsOf(await signUp(host))).toEqual({
    terms: `${owner.organizationId}.2`,
    privacy: standardVersions.privacy[0],
  });
});

test("who signs up again agrees to what is shown then, not to what was shown before", async () => {
  const { owner, host } = await housed({ subscription_tier: "scale", subscription_status: "active" });
  const email = await signUp(host);
  await save(owner, "The first text.");
  const again = {
    intent: "sign-up",
    email,
    password: "Tulip-Harbour-47",
    confirm_password: "Tulip-Harbour-47",
  };
  expect((await anonymous().post(`${host}/auth?mode=signup`, { ...again, terms: "on" })).status).toBe(302);
  expect((await versionsOf(email))?.terms).toBe(`${owner.organizationId}.1`);
});
