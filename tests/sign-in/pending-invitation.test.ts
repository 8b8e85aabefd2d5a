/** What becomes of an invitation that is kept in the browser (docs/product.md, "Sign-in flows", "Error texts" and "Constants"): the rule, its cookie, and a database that does not answer. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { signedCookie } from "#app/platform/cookies.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { becomesOf, pendingLifetime_ms } from "#app/sign-in/invitation/pending-invitation.ts";
import * as control from "#drizzle/control/schema.ts";
import { accept, invitationOf, invited, roleIn } from "../organizations/inviting.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf, origin, type Person } from "../support/people.ts";

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

/** A kept invitation of so many ms ago, looked at by a user whose account is so old, with this query. */
const decision = (age: number, accountAge: number, query = "", userId = "u") =>
  becomesOf(
    { userId: "u", organizationId: "o", role: "member", invitationId: "i", timestamp: now - age },
    { id: userId, created_at: now - accountAge },
    new URLSearchParams(query),
    now,
  );

test("pending invitation lifetime 1 hour; new-account window 60 s", () => {
  expect(pendingLifetime_ms).toBe(3_600_000);
  const old = 30 * minute;
  expect(decision(0, old, "invitation=i")).toBe("processed");
  expect(decision(60 * minute - 1, old, "invitation=i")).toBe("processed");
  expect(decision(60 * minute, old, "invitation=i")).toBe("cleared");
  expect(decision(0, minute - 1)).toBe("processed");
  expect(decision(0, minute)).toBe("cleared");
});

test("the URL has an invitation/invite parameter, whatever its value; a token is none of the two", () => {
  expect(decision(0, minute, "invite=1")).toBe("processed");
  expect(decision(0, minute, "invitation=")).toBe("processed");
  expect(decision(0, minute, "token=abc")).toBe("cleared");
});

test("for another user it is cleared, however new", () => {
  expect(decision(0, 0, "invitation=i", "v")).toBe("cleared");
});

type Kept = { userId?: string; timestamp?: number; secret?: string };

/** A browser of the person that keeps the invitation. */
async function keeping(person: Person, invitationId: string, organizationId: string, changes: Kept = {}) {
  const { secret = settings(env).APP_SECRET, ...values } = changes;
  const value = {
    userId: person.userId,
    organizationId,
    role: "member",
    invitationId,
    timestamp: Date.now(),
    ...values,
  };
  const line = await signedCookie(new Request(origin), [secret], "pending_invitation", value);
  return `${person.cookie}; ${line.split("; ")[0]}`;
}

const forgets = (answer: Response) =>
  answer.headers.getSetCookie().some((line) => line.startsWith("__Host-pending_invitation=; "));
const accountAged = (userId: string, age: number) =>
  controlPlane()
    .update(control.users)
    .set({ created_at: Date.now() - age })
    .where(eq(control.users.id, userId));

async function world() {
  const owner = await memberOf();
  const person = await memberOf();
  await accountAged(person.userId, 5 * minute);
  const { link, invitation } = await invited(owner, { email: person.email });
  const { organizationId } = owner;
  return { owner, person, link, organizationId, invitationId: invitation.id };
}
const get = (browser: Client, path: string, cookie: string) => browser.get(path, { cookie });

test("the first page with the parameter accepts it, forgets it, and is asked for again as the new member's", async () => {
  const { person, organizationId, invitationId } = await world();
  const cookie = await keeping(person, invitationId, organizationId);
  const answer = await get(person, "/agents?invitation=1&q=a", cookie);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/agents?q=a"]);
  expect(forgets(answer)).toBe(true);
  expect(person.cookieValue("active_organization_id")).toBe(organizationId);
  expect(await roleIn(organizationId, person.userId)).toBe("member");
});

test("an account under 60 s old needs no parameter", async () => {
  const { person, organizationId, invitationId } = await world();
  await accountAged(person.userId, 0);
  await get(person, "/agents", await keeping(person, invitationId, organizationId));
  expect(await roleIn(organizationId, person.userId)).toBe("member");
});

test.each([
  ["without the parameter", "/agents", {}],
  ["after an hour", "/agents?invitation=1", { timestamp: Date.now() - pendingLifetime_ms }],
  ["for another user", "/agents?invitation=1", { userId: newId() }],
  ["that we did not sign", "/agents?invitation=1", { secret: "x".repeat(32) }],
] as [string, string, Kept][])(
  "%s it is cleared, nobody joins, and the page is drawn",
  async (_, path, kept) => {
    const { person, organizationId, invitationId } = await world();
    const answer = await get(person, path, await keeping(person, invitationId, organizationId, kept));
    expect(answer.status).toBe(200);
    expect(forgets(answer)).toBe(true);
    expect(await roleIn(organizationId, person.userId)).toBeNull();
  },
);

test("before somebody is signed in it is kept", async () => {
  const { person, organizationId, invitationId } = await world();
  const [, kept = ""] = (await keeping(person, invitationId, organizationId)).split("pending_invitation=");
  const answer = await anonymous().get("/auth?invitation=1", {
    cookie: `__Host-pending_invitation=${kept}`,
  });
  expect(answer.status).toBe(200);
  expect(forgets(answer)).toBe(false);
  expect(await pageText(await answer.text())).toContain("Sign in");
});

test("somebody else's invitation in a cookie of one's own opens nothing", async () => {
  const { organizationId, invitationId } = await world();
  const thief = await memberOf();
  const cookie = await keeping(thief, invitationId, organizationId);
  const answer = await get(thief, "/agents?invitation=1", cookie);
  expect(answer.headers.get("location")).toBe("/auth?token=none");
  expect(await roleIn(organizationId, thief.userId)).toBeNull();
});

const through = (path: string, cookie: string, init: RequestInit = {}) =>
  withBrokenDatabase("user_invitations", path, cookie, init);

test("a network error keeps the invitation for another try, and says so", async () => {
  const { person, organizationId, invitationId } = await world();
  const cookie = await keeping(person, invitationId, organizationId);
  const answer = await through("/agents?invitation=1", cookie);
  expect(answer.status).toBe(503);
  expect(forgets(answer)).toBe(false);
  const shown = await pageText(await answer.text());
  expect(shown).toContain("Failed to join organization. Please try again.");
  expect(shown).toContain("Try Again");
  expect((await get(person, "/agents?invitation=1", cookie)).headers.get("location")).toBe("/agents");
  expect(await roleIn(organizationId, person.userId)).toBe("member");
});

test("a link that cannot be looked up says so, with both ways out, and works afterwards", async () => {
  const { person, link, organizationId } = await world();
  const answer = await through(link, person.cookie);
  expect(answer.status).toBe(503);
  expect(await pageText(await answer.text())).toContain(
    "Invalid Invitation Failed to validate invitation. Try Again Go to Login",
  );
  const pressed = await through(link, person.cookie, {
    method: "POST",
    body: new URLSearchParams({ intent: "accept" }),
  });
  expect(pressed.status).toBe(503);
  expect((await invitationOf(person.email)).accepted_at).toBeNull();
  expect((await accept(person, link)).status).toBe(302);
  expect(await roleIn(organizationId, person.userId)).toBe("member");
});
