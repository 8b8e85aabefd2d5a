/** Deleting the account at /security: who may, what goes with it, what must be settled first, and that nothing is deleted by halves. */
import { and, eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { forgottenTables } from "#app/security/delete-account.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { withAuthenticator } from "../factors/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, goodPassword, memberOf, origin, type Person } from "../support/people.ts";
import { anotherBrowser, deedsOf, unproven, userWith, withGoogle, withPassword } from "./arrange.ts";

const goesTo = (answer: Response) => answer.headers.get("location");

/** What the page offers, with what a person types into it. */
async function deletionForm(person: Person, typed = person.email): Promise<URLSearchParams> {
  const { values, buttons } = await pageForm(await (await person.get("/security")).text(), "delete-account");
  expect(buttons.map(({ words }) => words)).toEqual(["Delete account"]);
  values.set("email", typed);
  values.set("intent", "delete");
  return values;
}
const deleted = async (person: Person, typed?: string) =>
  person.post("/security", await deletionForm(person, typed));

/** A person who is the only member of no organization: a founder is there too. */
async function colleague(role: "member" | "owner" = "member") {
  const founder = await memberOf();
  return { founder, person: await memberOf({ role, organizationId: founder.organizationId }) };
}

const organization = (id: string) =>
  controlPlane().select().from(control.organizations).where(eq(control.organizations.id, id)).get();
const isThere = async ({ userId }: Person) => (await userWith(userId))?.deleted_at === null;

/** How many rows each table holds of a person, of those that hold any. */
async function traces(userId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of forgottenTables) {
    const rows = await controlPlane()
      .select({ id: table.user_id })
      .from(table)
      .where(eq(table.user_id, userId));
    if (rows.length > 0) found[getTableName(table)] = rows.length;
  }
  return found;
}

describe("what goes", () => {
  test("everything that opens the account, its name and address, in one go; a mail says so", async () => {
    const { person } = await colleague();
    await withPassword(person.userId);
    await withGoogle(person.userId, person.email);
    await withAuthenticator(person.userId);
    await anotherBrowser(person.userId);
    await person.post("/security", { intent: "email", email: `${newId()}@people.test` });
    await mailTo(person.email);
    expect(Object.keys(await traces(person.userId)).sort()).toEqual([
      "one_time_tokens",
      "organization_members",
      "sessions",
      "user_factors",
      "user_identities",
    ]);

    const answer = await deleted(person);
    expect(goesTo(answer)).toBe("/security/deleted");
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
    expect(person.cookieValue("sid")).toBeUndefined();
    expect(await traces(person.userId)).toEqual({});
    const row = await userWith(person.userId);
    const { id, deleted_at, created_at, updated_at, email, email_folded, ...rest } = row ?? {};
    expect({ id, email, email_folded }).toEqual({
      id: person.userId,
      email: "",
      email_folded: `deleted:${person.userId}`,
    });
    expect(deleted_at).toBe(updated_at);
    expect(created_at).toBeGreaterThan(0);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    const mail = await mailTo(person.email, 2);
    expect(mail.subject).toContain("Your account was deleted");
    expect(mail.text).not.toContain("Also deleted");
    expect(await deedsOf(person.userId)).toContain("account.deleted");
  });

  test("R4: every device is signed out, and the password opens nothing any more", async () => {
    const { person } = await colleague();
    await withPassword(person.userId);
    const other = await anotherBrowser(person.userId);
    const { cookie } = person;
    await deleted(person);
    for (const browser of [other, anonymous({ cookie: cookie.split("; ")[0] ?? "" })])
      expect(goesTo(await browser.get("/dashboard"))).toBe("/auth");
    const signedIn = await anonymous().post("/auth", {
      intent: "sign-in",
      email: person.email,
      password: goodPassword,
    });
    expect(signedIn.status).toBe(401);
  });

  test("R4: a session that begins in the same moment opens nothing", async () => {
    const { person } = await colleague();
    await deleted(person);
    const late = await anotherBrowser(person.userId);
    for (const path of ["/dashboard", "/organizations", "/security"])
      expect(goesTo(await late.get(path))).toMatch(/^\/auth/);
  });

  test("the address is free: whoever signs up with it begins anew", async () => {
    const { person } = await colleague();
    const google = { email: person.email };
    // In their own browser: joining Google signs every other one out.
    await continueWithGoogle(person, google);
    await deleted(person);
    const browser = anonymous();
    expect(goesTo(await continueWithGoogle(browser, google))).toBe("/dashboard");
    const again = await controlPlane()
      .select()
      .from(control.users)
      .where(eq(control.users.email_folded, person.email))
      .get();
    expect(again?.id).not.toBe(person.userId);
    expect(await pageText(await (await browser.get("/security")).text())).toContain(person.email);
  });

  test("R48: the address also goes from invitations that were taken up, and the person from the visit they came by", async () => {
    const { founder, person } = await colleague();
    const click = newId();
    const now = Date.now();
    const db = controlPlane();
    await db.batch([
      db.insert(control.userInvitations).values({
        id: click,
        organization_id: founder.organizationId,
        email: person.email,
        role: "member",
        token: click,
        expires_at: now,
        accepted_at: now,
        accepted_by: person.userId,
        created_at: now,
      }),
      db
        .insert(control.referralClicks)
        .values({ id: click, referral_code: "friend", user_id: person.userId, created_at: now }),
      db.update(control.users).set({ click_id: click }).where(eq(control.users.id, person.userId)),
    ]);
    await deleted(person);
    const invitation = await db
      .select()
      .from(control.userInvitations)
      .where(eq(control.userInvitations.id, click))
      .get();
    expect(invitation?.email).toBe("");
    const visit = await db
      .select()
      .from(control.referralClicks)
      .where(eq(control.referralClicks.id, click))
      .get();
    expect(visit).toMatchObject({ user_id: null, referral_code: "friend" });
  });

  test("R48: no table that says whose a row is was forgotten", () => {
    const tables = Object.values(control).filter((one) => is(one, SQLiteTable));
    const personal = tables.filter((table) => "user_id" in getTableColumns(table)).map(getTableName);
    // Errors keep an id that leads to an empty row, for 90 days; a click loses the person, a support visit the name. What
    // an organization bought stays the organization's, with such an id.
    const otherwise = [
      "checkout_sessions",
      "error_logs",
      "number_orders",
      "referral_clicks",
      "support_visits",
    ];
    expect([...forgottenTables.map(getTableName), ...otherwise].sort()).toEqual(personal.sort());
  });

  test("what others have stays theirs", async () => {
    const { founder, person } = await colleague();
    const stranger = await memberOf();
    await deleted(person);
    expect((await founder.get("/users")).status).toBe(200);
    expect((await stranger.get("/dashboard")).status).toBe(200);
    expect((await organization(founder.organizationId))?.archived_at).toBeNull();
  });
});

describe("organizations", () => {
  test("two of them are spoken of as two", async () => {
    const person = await memberOf();
    expect((await person.post("/organizations/new", { name: "Second" })).status).toBe(302);
    const page = await pageText(await (await person.get("/security")).text());
    expect(page).toContain(
      "they're deleted too. Callers of their numbers will hear that no one is available",
    );
    expect(page).toContain(
      "after 30 days their agents, calls, contacts and numbers will be permanently deleted.",
    );
  });

  test("those without another member are named, and deleted with the account, with 30 days of grace", async () => {
    const person = await memberOf();
    const page = await pageText(await (await person.get("/security")).text());
    expect(page).toContain(
      "No one else belongs to Bright Smile , so it's deleted too. Callers of its numbers",
    );
    expect(goesTo(await deleted(person))).toBe("/security/deleted");
    const row = await organization(person.organizationId);
    expect((row?.purge_at ?? 0) - (row?.archived_at ?? 0)).toBe(30 * 86_400_000);
    const events = await controlPlane()
      .select({ action: control.auditEvents.action })
      .from(control.auditEvents)
      .where(
        and(
          eq(control.auditEvents.organization_id, person.organizationId),
          eq(control.auditEvents.actor_id, person.userId),
        ),
      );
    expect(events).toEqual([{ action: "organization.deleted" }]);
    expect((await mailTo(person.email)).text).toContain(
      "Bright Smile was also deleted because no one else belonged to it.",
    );
  });

  test("the last owner of an organization with other members must hand it over first", async () => {
    const owner = await memberOf();
    await memberOf({ role: "admin", organizationId: owner.organizationId });
    const html = await (await owner.get("/security")).text();
    expect(await pageText(html)).toContain("Other people work in Bright Smile , and you're the only owner.");
    expect(html).not.toContain("Delete account");
    const answer = await owner.post("/security", { intent: "delete", email: owner.email });
    expect(answer.status).toBe(409);
    expect(await isThere(owner)).toBe(true);
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  test("the last member of an agency with clients keeps the account until someone else has them", async () => {
    const owner = await memberOf({ organization: { subscription_tier: "scale" } });
    const client = await memberOf({ organization: { parent_organization_id: owner.organizationId } });
    const html = await (await owner.get("/security")).text();
    expect(await pageText(html)).toContain("Bright Smile has clients, and no one else belongs to it.");
    expect(html).not.toContain("Delete account");
    const form = { intent: "delete", email: owner.email, organizations: owner.organizationId };
    const answer = await owner.post("/security", form);
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain("Bright Smile has clients");
    expect(await (await owner.post("/security.data", form)).text()).toContain(
      "Bright Smile has clients. Make someone else an owner, or release the clients and delete the organization first.",
    );
    expect(await isThere(owner)).toBe(true);
    expect((await organization(owner.organizationId))?.archived_at).toBeNull();
    await owner.post(`/clients/${client.organizationId}`, { intent: "move" });
    expect(goesTo(await deleted(owner))).toBe("/security/deleted");
  });

  test("several agencies with clients are named as one list", async () => {
    const owner = await memberOf({ organization: { subscription_tier: "scale" } });
    const { organizationId } = await memberOf({
      organization: { name: "Northside", subscription_tier: "scale" },
    });
    const { organizationMembers } = control;
    await controlPlane()
      .update(organizationMembers)
      .set({ user_id: owner.userId })
      .where(eq(organizationMembers.organization_id, organizationId));
    for (const agency of [owner.organizationId, organizationId])
      await memberOf({ organization: { parent_organization_id: agency } });
    const answer = await owner.post("/security.data", { intent: "delete", email: owner.email });
    expect(await answer.text()).toMatch(
      /(?:Bright Smile and Northside|Northside and Bright Smile) have clients\. .* release the clients and delete the organizations first\./,
    );
  });

  test("a deleted organization that nobody else could restore is named first, and agreed to", async () => {
    const owner = await memberOf();
    await memberOf({ role: "admin", organizationId: owner.organizationId });
    await owner.post("/settings", { intent: "delete", name: "Bright Smile" });
    expect((await organization(owner.organizationId))?.archived_at).not.toBeNull();
    const words = await pageText(await (await owner.get("/security")).text());
    expect(words).toContain(
      "Bright Smile was deleted, and you're the only owner. Without your account, no one",
    );
    const unaware = await owner.post("/security", { intent: "delete", email: owner.email });
    expect(unaware.status).toBe(409);
    expect(await isThere(owner)).toBe(true);
    expect(goesTo(await deleted(owner))).toBe("/security/deleted");
  });

  test("a deleted organization that another owner can restore holds nobody back", async () => {
    const { founder, person } = await colleague("owner");
    await founder.post("/settings", { intent: "delete", name: "Bright Smile" });
    const page = await (await person.get("/security")).text();
    expect(await pageText(page)).not.toContain("no one can restore");
    expect(goesTo(await deleted(person))).toBe("/security/deleted");
  });

  test("one of two owners may go, and the other one stays", async () => {
    const { founder, person } = await colleague("owner");
    expect(goesTo(await deleted(person))).toBe("/security/deleted");
    expect((await founder.get("/settings")).status).toBe(200);
  });

  test("of two owners who both delete their accounts at once, one finds that something changed", async () => {
    const { founder, person } = await colleague("owner");
    const forms = [await deletionForm(founder), await deletionForm(person)];
    const answers = await Promise.all([
      founder.post("/security", forms[0]),
      person.post("/security", forms[1]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect([await isThere(founder), await isThere(person)].filter(Boolean)).toHaveLength(1);
    expect((await organization(founder.organizationId))?.archived_at).toBeNull();
  });

  test("one that the page did not name is not deleted: nothing is", async () => {
    const person = await memberOf();
    const answer = await person.post("/security", { intent: "delete", email: person.email });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain(
      "Something changed in the meantime, so nothing was deleted.",
    );
    expect(await isThere(person)).toBe(true);
    expect((await organization(person.organizationId))?.archived_at).toBeNull();
  });

  test("B19: another one's is not deleted by naming it", async () => {
    const stranger = await memberOf();
    const { person } = await colleague();
    const answer = await person.post("/security", {
      intent: "delete",
      email: person.email,
      organizations: [stranger.organizationId],
    });
    expect(answer.status).toBe(409);
    expect((await organization(stranger.organizationId))?.archived_at).toBeNull();
    expect(await isThere(person)).toBe(true);
  });

  test("one that somebody joined after the page was read is not deleted", async () => {
    const person = await memberOf();
    const form = await deletionForm(person);
    await memberOf({ role: "owner", organizationId: person.organizationId });
    expect((await person.post("/security", form)).status).toBe(409);
    expect((await organization(person.organizationId))?.archived_at).toBeNull();
  });

  test("somebody without any deletes their account too", async () => {
    const person = await memberOf();
    await controlPlane()
      .delete(control.organizationMembers)
      .where(eq(control.organizationMembers.user_id, person.userId));
    expect(goesTo(await deleted(person))).toBe("/security/deleted");
    expect(await isThere(person)).toBe(false);
  });
});

describe("who may", () => {
  test("R3: asks for a fresh proof first", async () => {
    const { person } = await colleague();
    await withPassword(person.userId);
    const form = await deletionForm(person);
    await unproven(person);
    expect(goesTo(await person.post("/security", form))).toBe("/security");
    expect(await isThere(person)).toBe(true);
    const html = await (await person.get("/security")).text();
    expect(html).toContain("download your data or delete your account.");
    expect(html).not.toContain("Delete account");
  });

  test.each([
    ["", "Type your email address"],
    ["somebody@else.test", "That&#x27;s not “"],
    ["\u202e", "Remove the invisible characters"],
  ])("what is typed must be the address, not %j", async (typed, words) => {
    const { person } = await colleague();
    const answer = await deleted(person, typed);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
    expect(await isThere(person)).toBe(true);
  });

  test("capitals and blanks around it do not matter", async () => {
    const { person } = await colleague();
    expect(goesTo(await deleted(person, ` ${person.email.toUpperCase()} `))).toBe("/security/deleted");
  });

  test("pressed twice it is done once", async () => {
    const { person } = await colleague();
    const form = await deletionForm(person);
    const { cookie } = person;
    const press = () => anonymous().post("/security", new URLSearchParams(form), { cookie, origin });
    const answers = await Promise.all([press(), press()]);
    expect(answers.filter((answer) => goesTo(answer) === "/security/deleted")).toHaveLength(1);
    expect((await deedsOf(person.userId)).filter((deed) => deed === "account.deleted")).toHaveLength(1);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});

test("the last page says that it is done, and sends whoever has an account to it", async () => {
  const answer = await anonymous().get("/security/deleted");
  expect(await pageText(await answer.text())).toContain("Your account was deleted");
  expect(goesTo(await (await memberOf()).get("/security/deleted"))).toBe("/security");
});
