/** Every way through a mailed invitation: as a newcomer, with an account, signed in, with another account, in parallel, too late. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, pendingPerson, provenPerson, signIn, verify } from "../accounts/arrange.ts";
import { appCode, enter, withAuthenticator } from "../factors/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import {
  accept,
  eventsIn,
  invitationOf,
  invited,
  joinAsNewcomer,
  joinWithPassword,
  linkTo,
  roleIn,
  userWith,
} from "../organizations/inviting.ts";
import { codeTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  memberOf,
  newAddress,
  type Person,
} from "../support/people.ts";

const invalid = "This invitation link is invalid or has expired.";

const membershipsOf = (userId: string) =>
  controlPlane()
    .select()
    .from(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, userId));

const change = (id: string, values: Partial<typeof control.userInvitations.$inferInsert>) =>
  controlPlane().update(control.userInvitations).set(values).where(eq(control.userInvitations.id, id));

/** Follows redirects as a browser does; the last answer, and the addresses on the way. */
async function follow(browser: Client, answer: Response) {
  const way: string[] = [];
  let last = answer;
  for (let to = last.headers.get("location"); to && way.length < 8; to = last.headers.get("location")) {
    way.push(to);
    last = await browser.get(to);
  }
  return { way, status: last.status, page: await pageText(await last.text()) };
}

const join = (browser: Client, invitationId: unknown, headers: Record<string, string> = {}) =>
  browser.fetch("/functions/accept-invitation", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: JSON.stringify(invitationId === undefined ? {} : { invitationId }),
  });

test("R22: reading an invitation shows the organization, the locked address and the role, and no more", async () => {
  const owner = await memberOf({ organization: { name: "Northside Dental" } });
  const { email, link, invitation } = await invited(owner, { role: "viewer" });
  const answer = await anonymous().get(link);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  const page = await pageText(html);
  expect(page).toContain("Join Northside Dental You've been invited as a viewer.");
  expect(page).toContain("Accept invitation");
  expect(html).toMatch(new RegExp(`<input[^>]* readOnly=""[^>]*value="${email}"`));
  for (const secret of [owner.organizationId, owner.userId, owner.email, invitation.id, invitation.token])
    expect(html).not.toContain(secret);
});

test("a newcomer chooses a password, proves the address, and belongs to the inviting organization alone", async () => {
  const owner = await memberOf({ organization: { name: "Northside Dental" } });
  const { organizationId } = owner;
  const { email, link, invitation } = await invited(owner, { role: "admin" });
  const browser = anonymous();
  const joined = await joinAsNewcomer(browser, link);
  expect(joined.headers.get("location")).toBe(`/auth?invitation=${invitation.id}`);
  expect(browser.cookieValue("pending_invitation")).toBeDefined();
  expect(await pageText(await (await browser.get(`/auth?invitation=${invitation.id}`)).text())).toContain(
    "Verify your email",
  );
  const user = await userWith(email);
  expect(await membershipsOf(user?.id ?? "")).toEqual([]);

  const verified = await browser.post(`/auth?invitation=${invitation.id}`, {
    intent: "verify",
    code: await codeTo(email, 2),
  });
  const { way, page } = await follow(browser, verified);
  expect(way).toEqual([`/email-verified?invitation=${invitation.id}`, "/email-verified"]);
  expect(page).toContain("Email verified");
  expect(browser.cookieValue("pending_invitation")).toBeUndefined();
  expect(browser.cookieValue("active_organization_id")).toBe(organizationId);
  expect(
    (await membershipsOf(user?.id ?? "")).map(({ role, organization_id }) => [role, organization_id]),
  ).toEqual([["admin", organizationId]]);
  expect(await invitationOf(email)).toMatchObject({ accepted_by: user?.id });
  expect(await eventsIn(organizationId)).toContain(`invitation.accepted ${invitation.id}`);
  expect(await pageText(await (await browser.get("/dashboard")).text())).toContain("Northside Dental");
});

test("the address is the invitation's, whatever a form says", async () => {
  const { email, link } = await invited(await memberOf());
  const other = newAddress();
  await joinAsNewcomer(anonymous(), link, { email: other });
  expect(await userWith(other)).toBeUndefined();
  expect(await userWith(email)).toBeDefined();
});

test("the rules of sign-up hold for a newcomer who is invited, in the same words", async () => {
  const { link } = await invited(await memberOf());
  const weak = await joinAsNewcomer(anonymous(), link, { password: "short", confirm_password: "other" });
  expect(weak.status).toBe(422);
  const page = await pageText(await weak.text());
  expect(page).toContain("Password must be at least 8 characters long");
  expect(page).toContain("Passwords don't match");
  const refused = await joinAsNewcomer(anonymous(), link, { terms: "" });
  expect(await pageText(await refused.text())).toContain("Please agree to the terms to continue");
});

test("who has an account is asked for its password, and is a member then", async () => {
  const owner = await memberOf();
  const { email } = await provenPerson();
  const { link, invitation } = await invited(owner, { email, role: "viewer" });
  const browser = anonymous();
  expect(await pageText(await (await browser.get(link)).text())).toContain(
    "Sign in to your account to accept.",
  );
  const { way } = await follow(browser, await joinWithPassword(browser, link));
  expect(way).toEqual([`/auth?invitation=${invitation.id}`, "/auth", "/dashboard"]);
  const user = await userWith(email);
  expect(await roleIn(owner.organizationId, user?.id ?? "")).toBe("viewer");
  expect(browser.cookieValue("active_organization_id")).toBe(owner.organizationId);
  expect(await membershipsOf(user?.id ?? "")).toHaveLength(2);
});

test("an invited sign-up of a registered address falls back to signing in, and accepts then", async () => {
  const owner = await memberOf();
  const { email } = await provenPerson();
  const { link } = await invited(owner, { email });
  const browser = anonymous();
  const { way } = await follow(browser, await joinAsNewcomer(browser, `${link}&mode=signup`));
  expect(way.at(-1)).toBe("/dashboard");
  expect(await roleIn(owner.organizationId, (await userWith(email))?.id ?? "")).toBe("member");
});

test("with a wrong password nobody joins, and the form stays", async () => {
  const owner = await memberOf();
  const { email } = await provenPerson();
  const { link } = await invited(owner, { email });
  const browser = anonymous();
  const answer = await joinWithPassword(browser, link, "Wrong-harbor-28");
  expect(answer.status).toBe(401);
  const page = await pageText(await answer.text());
  expect(page).toContain("Sign in failed: Invalid email or password");
  expect(page).toContain("Join Bright Smile");
  expect(browser.cookieValue("pending_invitation")).toBeUndefined();
  expect(await roleIn(owner.organizationId, (await userWith(email))?.id ?? "")).toBeNull();
});

test("an account with an authenticator passes that step first, and accepts then", async () => {
  const owner = await memberOf();
  const { email } = await provenPerson();
  const user = await userWith(email);
  const factor = await withAuthenticator(user?.id ?? "");
  const { link, invitation } = await invited(owner, { email });
  const browser = anonymous();
  await joinWithPassword(browser, link);
  const step = `/auth?invitation=${invitation.id}`;
  expect(await pageText(await (await browser.get(step)).text())).toContain("Two-factor authentication");
  expect(await roleIn(owner.organizationId, user?.id ?? "")).toBeNull();
  const { way } = await follow(browser, await enter(browser, appCode(factor), {}, step));
  expect(way).toEqual([step, "/auth", "/dashboard"]);
  expect(await roleIn(owner.organizationId, user?.id ?? "")).toBe("member");
});

test("whoever is signed in as the invited person joins with one press", async () => {
  const owner = await memberOf();
  const person = await memberOf();
  const { link, invitation } = await invited(owner, { email: person.email, role: "billing" });
  const html = await (await person.get(link)).text();
  expect(await pageText(html)).toContain(
    "Join Bright Smile You've been invited as a billing member. Accept invitation",
  );
  expect(html).not.toContain('type="password"');
  const answer = await accept(person, link);
  expect(answer.headers.get("location")).toBe("/dashboard");
  expect(person.cookieValue("active_organization_id")).toBe(owner.organizationId);
  expect(await roleIn(owner.organizationId, person.userId)).toBe("billing");
  expect((await invitationOf(person.email)).id).toBe(invitation.id);
});

test("whoever is signed in as somebody else is told so, and finds the way out and back", async () => {
  const owner = await memberOf();
  const { email, link } = await invited(owner);
  const other = await memberOf();
  const page = await pageText(await (await other.get(link)).text());
  expect(page).toContain(`This invitation is for ${email} , and you're signed in as ${other.email} .`);
  expect(page).toContain("Stay signed in");
  const left = await other.post(link, { intent: "leave" });
  expect(left.headers.get("location")).toBe(link);
  expect(other.cookieValue("sid")).toBeUndefined();
  expect(await pageText(await (await other.get(link)).text())).toContain("Accept invitation");
});

test("who belongs there already keeps the role that they have", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const email = newAddress();
  const { link } = await invited(owner, { email, role: "viewer" });
  const admin = await memberOf({ role: "admin", organizationId, email });
  expect((await accept(admin, link)).status).toBe(302);
  expect(await roleIn(organizationId, admin.userId)).toBe("admin");
});

test("whoever opens an invitation again that they have used is led to what they joined: at once, or by a press when they look at another organization", async () => {
  const owner = await memberOf();
  const person = await memberOf();
  const { link } = await invited(owner, { email: person.email });
  await accept(person, link);
  const again = await person.get(link);
  expect([again.status, again.headers.get("location")]).toEqual([302, "/dashboard"]);
  await person.post("/organizations/switch", { to: person.organizationId });
  const asked = await person.get(link);
  expect(asked.status).toBe(200);
  expect(asked.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await pageText(await asked.text())).toContain("You've already joined");
  expect(person.cookieValue("active_organization_id")).toBe(person.organizationId);
  const went = await person.post("/organizations/switch", { to: owner.organizationId });
  expect(went.headers.get("location")).toBe("/dashboard");
  expect(person.cookieValue("active_organization_id")).toBe(owner.organizationId);
  // Other accounts learn nothing of it.
  for (const other of [anonymous(), await memberOf(), owner]) {
    const answer = await other.get(link);
    expect(answer.status).toBe(404);
    expect(await pageText(await answer.text())).toContain(invalid);
  }
});

describe("B24: an invitation that opens nothing", () => {
  type Dead = { owner: Person; person: Person; link: string; id: string };
  const cases: [string, (dead: Dead) => Promise<unknown>][] = [
    [
      "that was used, by a member who was removed since,",
      async ({ owner, person, link }) => {
        await accept(person, link);
        await owner.post("/users", { intent: "remove", member: person.userId });
      },
    ],
    ["that was taken back", ({ owner, id }) => owner.post("/users", { intent: "revoke", invitation: id })],
    ["that is 7 days old", ({ id }) => change(id, { expires_at: Date.now() })],
    [
      "of an organization that is gone",
      ({ owner }) =>
        controlPlane()
          .update(control.organizations)
          .set({ archived_at: Date.now() })
          .where(eq(control.organizations.id, owner.organizationId)),
    ],
  ];
  test.each(cases)(
    "%s shows 'Invalid Invitation' with both ways out, and is accepted by no form",
    async (_, kill) => {
      const owner = await memberOf();
      const person = await memberOf();
      const { link, invitation } = await invited(owner, { email: person.email });
      await kill({ owner, person, link, id: invitation.id });
      const before = await membershipsOf(person.userId);
      for (const browser of [anonymous(), person]) {
        const answer = await browser.get(link);
        expect(answer.status).toBe(404);
        expect(await pageText(await answer.text())).toContain(
          `Invalid Invitation ${invalid} Try Again Go to Login`,
        );
      }
      for (const answer of [
        await accept(person, link),
        await joinAsNewcomer(anonymous(), link),
        await joinWithPassword(anonymous(), link),
      ]) {
        expect(answer.status).toBe(422);
        expect(await pageText(await answer.text())).toContain(invalid);
      }
      const answer = await join(person, invitation.id);
      expect([answer.status, await answer.json()]).toEqual([422, { error: invalid }]);
      expect(await membershipsOf(person.userId)).toEqual(before);
    },
  );

  test("a link that was replaced by another is dead, and the other one works", async () => {
    const owner = await memberOf();
    const person = await memberOf();
    const { link, invitation } = await invited(owner, { email: person.email });
    await owner.post("/users", { intent: "resend", invitation: invitation.id });
    expect((await person.get(link)).status).toBe(404);
    expect((await accept(person, await linkTo(person.email, 2))).status).toBe(302);
  });

  test.each(["none", "", "%00", "a".repeat(5000), "../../etc/passwd", "' or 1=1 --"])(
    "the token %j is none",
    async (token) => {
      const answer = await anonymous().get(`/auth?${new URLSearchParams({ token })}`);
      expect([404, 422]).toContain(answer.status);
      expect(await pageText(await answer.text())).toContain("Invalid Invitation");
    },
  );

  test("for another address it is accepted by no form and no function", async () => {
    const owner = await memberOf();
    const other = await memberOf();
    const { link, invitation } = await invited(owner);
    const pressed = await accept(other, link);
    expect(pressed.status).toBe(422);
    const answer = await join(other, invitation.id);
    expect([answer.status, await answer.json()]).toEqual([404, { error: invalid }]);
    expect(await roleIn(owner.organizationId, other.userId)).toBeNull();
  });

  test("accepted twice in parallel it makes one membership and one event", async () => {
    const owner = await memberOf();
    const person = await memberOf();
    const { link, invitation } = await invited(owner, { email: person.email });
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => join(person, invitation.id)),
      ...Array.from({ length: 4 }, () => accept(person, link)),
    ]);
    // Who comes a moment later is led to where they have joined; the one that joined is told which organization it is.
    const isAcceptance = ({ status, headers }: Response) =>
      status === 200 || headers.getSetCookie().some((line) => /active_organization_id=\w/.test(line));
    expect(answers.filter(isAcceptance)).toHaveLength(1);
    expect(await membershipsOf(person.userId)).toHaveLength(2);
    const accepted = (await eventsIn(owner.organizationId)).filter((event) =>
      event.startsWith("invitation.accepted"),
    );
    expect(accepted).toHaveLength(1);
  });
});

test("a form that is posted without an invitation finds no data of one", async () => {
  for (const browser of [await memberOf(), anonymous()]) {
    const { status, page } = await follow(browser, await browser.post("/auth", { intent: "accept" }));
    expect(status).toBe(422);
    expect(page).toContain("Invalid Invitation No invitation data found. Try Again Go to Login");
  }
});

test("an address that speaks of an invitation of which nothing is kept says so", async () => {
  const answer = await (await memberOf()).get(`/auth?invitation=${newId()}`);
  expect(await pageText(await answer.text())).toContain(
    "Invalid Invitation No invitation data found. Try Again Go to Login",
  );
});

describe("R21: an invitation whose sender", () => {
  const team = async () => {
    const owner = await memberOf();
    const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
    const person = await memberOf();
    return { owner, admin, person, ...(await invited(admin, { email: person.email, role: "admin" })) };
  };

  test.each([
    ["was demoted", { intent: "role", role: "member" }],
    ["was removed", { intent: "remove" }],
  ])("%s lets nobody in, until another sends it again", async (_, form) => {
    const { owner, admin, person, link, invitation } = await team();
    expect((await owner.post("/users", { ...form, member: admin.userId })).status).toBe(302);
    const answer = await join(person, invitation.id);
    expect([answer.status, await answer.json()]).toEqual([422, { error: invalid }]);
    expect((await accept(person, link)).status).toBe(422);
    expect(await pageText(await (await anonymous().get(link)).text())).toContain(invalid);
    expect(await roleIn(owner.organizationId, person.userId)).toBeNull();

    await owner.post("/users", { intent: "resend", invitation: invitation.id });
    expect((await join(person, invitation.id)).status).toBe(200);
    expect(await roleIn(owner.organizationId, person.userId)).toBe("admin");
  });

  test("was an owner and is an admin now makes nobody an owner", async () => {
    const owner = await memberOf();
    const other = await memberOf({ role: "owner", organizationId: owner.organizationId });
    const person = await memberOf();
    const { invitation } = await invited(other, { email: person.email, role: "owner" });
    await owner.post("/users", { intent: "role", member: other.userId, role: "admin" });
    expect((await join(person, invitation.id)).status).toBe(422);
    expect(await roleIn(owner.organizationId, person.userId)).toBeNull();
  });
});

test("an invitation that is taken back while its newcomer verifies opens nothing, and they have an organization of their own", async () => {
  const owner = await memberOf();
  const { email, link, invitation } = await invited(owner);
  const browser = anonymous();
  const joined = await joinAsNewcomer(browser, link);
  await owner.post("/users", { intent: "revoke", invitation: invitation.id });
  const code = await codeTo(email, 2);
  const verified = await browser.post(joined.headers.get("location") ?? "", { intent: "verify", code });
  const { way, page } = await follow(browser, verified);
  expect(way.at(-1)).toBe("/auth?token=none");
  expect(page).toContain(invalid);
  const memberships = await membershipsOf((await userWith(email))?.id ?? "");
  expect(memberships.map(({ role }) => role)).toEqual(["owner"]);
  expect(memberships[0]?.organization_id).not.toBe(owner.organizationId);
  expect((await browser.get("/dashboard")).status).toBe(200);
});

test("a newcomer who proves the address without the invitation has an organization of their own, and may still join", async () => {
  const owner = await memberOf();
  const { email, link } = await invited(owner);
  await joinAsNewcomer(anonymous(), link);
  await forgetLimits();
  // Another browser, which keeps no invitation.
  const browser = anonymous();
  await signIn(browser, email);
  await verify(browser, await codeTo(email, 3));
  const userId = (await userWith(email))?.id ?? "";
  expect((await membershipsOf(userId)).map(({ role }) => role)).toEqual(["owner"]);
  expect((await accept(browser, link)).status).toBe(302);
  expect(await roleIn(owner.organizationId, userId)).toBe("member");
});

test("whoever is on the way in with the invited address goes on there", async () => {
  const owner = await memberOf();
  const { browser, email } = await pendingPerson();
  const { link } = await invited(owner, { email });
  expect((await follow(browser, await browser.get(link))).page).toContain("Verify your email");
});

describe("with Google", () => {
  test("a newcomer joins the inviting organization alone", async () => {
    const owner = await memberOf();
    const { email, token } = await invited(owner, { role: "viewer" });
    const browser = anonymous();
    const { way } = await follow(browser, await continueWithGoogle(browser, { email }, `?token=${token}`));
    expect(way.at(-1)).toBe("/dashboard");
    const memberships = await membershipsOf((await userWith(email))?.id ?? "");
    expect(memberships.map(({ organization_id, role }) => [organization_id, role])).toEqual([
      [owner.organizationId, "viewer"],
    ]);
  });

  test("another address joins nothing, and is told whom the invitation is for", async () => {
    const owner = await memberOf();
    const { email, token } = await invited(owner);
    const browser = anonymous();
    const other = newAddress();
    const back = await continueWithGoogle(browser, { email: other }, `?token=${token}`);
    const { page } = await follow(browser, back);
    expect(page).toContain(`This invitation is for ${email} , and you're signed in as ${other} .`);
    expect(await roleIn(owner.organizationId, (await userWith(other))?.id ?? "")).toBeNull();
  });
});

describe("accept-invitation", () => {
  test("answers {success: true} to the person who was invited", async () => {
    const owner = await memberOf();
    const person = await memberOf();
    const { invitation } = await invited(owner, { email: person.email });
    const answer = await join(person, invitation.id);
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    expect(await roleIn(owner.organizationId, person.userId)).toBe("member");
  });

  test("needs a session", async () => {
    const { invitation } = await invited(await memberOf());
    expect((await join(anonymous(), invitation.id)).status).toBe(401);
    const { browser } = await pendingPerson();
    expect((await join(browser, invitation.id)).status).toBe(401);
  });

  test("takes an access token as well", async () => {
    const owner = await memberOf();
    const person = await memberOf();
    const { invitation } = await invited(owner, { email: person.email });
    const session = await person.fetch("/functions/refresh-session", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
    });
    const { access_token } = await session.json<{ access_token: string }>();
    const answer = await join(anonymous(), invitation.id, { authorization: `Bearer ${access_token}` });
    expect(answer.status).toBe(200);
  });

  test("R7: refuses what another site posts", async () => {
    const owner = await memberOf();
    const person = await memberOf();
    const { invitation } = await invited(owner, { email: person.email });
    expect((await join(person, invitation.id, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await roleIn(owner.organizationId, person.userId)).toBeNull();
  });

  test.each([undefined, "", 5, null, ["a"], { id: "a" }, "x".repeat(65)])(
    "the id %j is malformed: 400 with the field",
    async (id) => {
      const answer = await join(await memberOf(), id);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: "We couldn't read that request.",
        fields: { invitationId: expect.any(Array) },
      });
    },
  );

  test("an id of nothing is 404, and another method 405", async () => {
    const person = await memberOf();
    expect((await join(person, newId())).status).toBe(404);
    expect((await person.get("/functions/accept-invitation")).status).toBe(405);
  });
});
