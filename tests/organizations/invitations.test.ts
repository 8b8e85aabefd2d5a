/** How an organization's people invite: whom, with which role, how often; sending again and taking back. */
import { env } from "cloudflare:workers";
import { eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { sendWaitingMail } from "#app/mail/mail-outbox.server.ts";
import { permissionWords } from "#app/membership/permission-words.ts";
import { may, permissions, roles } from "#app/membership/permissions.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { proven, unproven } from "../security/arrange.ts";
import { mailFails, mailsTo, mailTo } from "../support/inbox.ts";
import { pageForm, pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress } from "../support/people.ts";
import { eventsIn, invitationOf, invite, invited, linkTo } from "./inviting.ts";

const week = 7 * 86_400_000;
const rowsOf = (organizationId: string) =>
  controlPlane()
    .select()
    .from(control.userInvitations)
    .where(eq(control.userInvitations.organization_id, organizationId));
const resend = (by: Awaited<ReturnType<typeof memberOf>>, id: string) =>
  by.post("/users", { intent: "resend", invitation: id });
const revoke = (by: Awaited<ReturnType<typeof memberOf>>, id: string) =>
  by.post("/users", { intent: "revoke", invitation: id });

test("R21: an invitation is mailed with 32 random bytes, of which only the hash is kept, and is good for 7 days", async () => {
  const owner = await memberOf();
  const email = `Mara.${newId()}@People.test`;
  const before = Date.now();
  const answer = await invite(owner, email, "viewer");
  expect(answer.status).toBe(200);
  expect(await pageText(await answer.text())).toContain(
    `An invitation is on its way to ${email.toLowerCase()}.`,
  );
  const token = (await linkTo(email.toLowerCase())).replace(/^.*token=/, "");
  expect(token).toMatch(/^[\w-]{43}$/);
  const row = await invitationOf(email);
  expect(row).toMatchObject({
    organization_id: owner.organizationId,
    email: email.toLowerCase(),
    role: "viewer",
    token: await sha256(token),
    accepted_at: null,
    created_by: owner.userId,
  });
  expect(row.expires_at).toBeGreaterThanOrEqual(before + week);
  expect(row.expires_at).toBeLessThanOrEqual(Date.now() + week);
  expect(await eventsIn(owner.organizationId)).toContain(`invitation.sent ${row.id}`);
});

test("the mail says who invites where and as what, and how long it is good", async () => {
  const owner = await memberOf({ organization: { name: "Northside <Dental>" } });
  const { email } = await invited(owner, { role: "billing" });
  const { subject, text, html } = await mailTo(email);
  expect(subject).toBe(`${owner.email} invited you to join Northside <Dental>`);
  expect(text).toContain(
    `${owner.email} invited you to join Northside <Dental> on AI Voice Agents as a billing member.`,
  );
  expect(text).toContain("This invitation expires in 7 days and only works for this address.");
  expect(html).toContain("Northside &lt;Dental&gt;");
});

test("the mail of an organization with its own brand names it once", async () => {
  const owner = await memberOf({ organization: { name: "Northside Dental" } });
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    company_name: "Northside Dental",
    primary_color: "#0a7d33",
    updated_at: Date.now(),
  });
  const { email } = await invited(owner);
  const { text } = await mailTo(email);
  expect(text).toContain(`${owner.email} invited you to join Northside Dental as a member.`);
});

test("the mail wears the organization's brand and leads to its own host", async () => {
  const owner = await memberOf();
  const host = `${newId()}.example.com`;
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    company_name: "Smile Voices",
    primary_color: "#0a7d33",
    custom_domain: host,
    updated_at: Date.now(),
  });
  const { email } = await invited(owner);
  const mail = await mailTo(email);
  expect(mail.from).toContain("Smile Voices");
  expect(mail.html).toContain("rgb(10, 125, 51)");
  expect(mail.text).toContain(`https://${host}/auth?token=`);
});

test("what waits stands on /users, with how long it is good, in one trip to the database", async () => {
  const owner = await memberOf();
  const { email, invitation } = await invited(owner, { role: "viewer" });
  const page = await owner.get("/users");
  expect(page.headers.get("server-timing")).toMatch(/d1;desc="2"/);
  expect(await pageText(await page.text())).toMatch(
    new RegExp(`Pending invitations ${email} Viewer Expires \\w+ \\d+`),
  );
  await controlPlane()
    .update(control.userInvitations)
    .set({ expires_at: Date.now() })
    .where(eq(control.userInvitations.id, invitation.id));
  expect(await pageText(await (await owner.get("/users")).text())).toContain(
    `${email} Viewer Expired. Resend to renew.`,
  );
});

test.each(["owner", "admin,owner", "__proto__", "superuser", "OWNER", ""])(
  "B25: an admin who invites as %j is refused with 422, and nobody is mailed",
  async (role) => {
    const admin = await memberOf({ role: "admin" });
    const email = newAddress();
    const answer = await invite(admin, email, role);
    expect(answer.status).toBe(422);
    expect(await rowsOf(admin.organizationId)).toEqual([]);
    expect(await mailsTo(email)).toEqual([]);
  },
);

test.each([
  ["owner", "owner", 200],
  ["owner", "admin", 200],
  ["admin", "admin", 200],
  ["admin", "billing", 200],
  ["member", "viewer", 403],
  ["viewer", "viewer", 403],
  ["billing", "billing", 403],
] as const)("R21: a %s who invites as %s is answered %d", async (by, role, status) => {
  const person = await memberOf({ role: by });
  expect((await invite(person, newAddress(), role)).status).toBe(status);
  expect(await rowsOf(person.organizationId)).toHaveLength(status === 200 ? 1 : 0);
});

test.each(["mara", "mara@", "mara at b.test", `${"a".repeat(250)}@b.test`])(
  "%j is no address: the form says so and keeps what was typed",
  async (email) => {
    const owner = await memberOf();
    const answer = await invite(owner, email, "viewer");
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(await pageText(html)).toContain("Invalid email address");
    expect(html).toMatch(/<option value="viewer" selected/);
  },
);

test("the form as it stands on /users asks for an address alone, and invites a member", async () => {
  const owner = await memberOf();
  const { values, buttons } = await pageForm(await (await owner.get("/users")).text(), "invite");
  expect(values.get("role")).toBe("member");
  const [button] = buttons;
  const email = newAddress();
  values.set("emails", email);
  values.set(button?.name ?? "", button?.value ?? "");
  expect((await owner.post("/users", values)).status).toBe(200);
  expect(await invitationOf(email)).toMatchObject({ role: "member" });
});

test("whoever belongs here already is not invited, however the address is written", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const colleague = await memberOf({ role: "viewer", organizationId });
  const answer = await invite(owner, colleague.email.toUpperCase());
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain("Already a member");
  expect(await rowsOf(organizationId)).toEqual([]);
});

test("inviting an address again takes the first invitation back, also in parallel", async () => {
  const owner = await memberOf();
  const email = newAddress();
  await Promise.all([invite(owner, email, "viewer"), invite(owner, email, "admin"), invite(owner, email)]);
  const open = (await rowsOf(owner.organizationId)).filter(({ revoked_at }) => revoked_at === null);
  expect(open).toHaveLength(1);
});

test("sending again makes another link, kills the one before, and is good for 7 days from then", async () => {
  const owner = await memberOf();
  const { email, invitation } = await invited(owner);
  await controlPlane()
    .update(control.userInvitations)
    .set({ expires_at: Date.now() - 1 })
    .where(eq(control.userInvitations.id, invitation.id));
  const answer = await resend(owner, invitation.id);
  expect(await pageText(await answer.text())).toContain(
    `An invitation is on its way to ${email}. The previous link no longer works.`,
  );
  const again = await invitationOf(email);
  expect(again.id).toBe(invitation.id);
  expect(again.token).not.toBe(invitation.token);
  expect(again.expires_at).toBeGreaterThan(Date.now() + week - 60_000);
  expect(again.token).toBe(await sha256((await linkTo(email, 2)).replace(/^.*token=/, "")));
  expect(await eventsIn(owner.organizationId)).toContain(`invitation.sent_again ${invitation.id}`);
});

test("an invitation that was taken back waits no more, and cannot be sent or taken back again", async () => {
  const owner = await memberOf();
  const { email, invitation } = await invited(owner);
  const answer = await revoke(owner, invitation.id);
  expect(answer.status).toBe(200);
  const page = await pageText(await answer.text());
  expect(page).toContain("Invitation revoked. The link no longer works.");
  expect(page).not.toContain(email);
  expect(await eventsIn(owner.organizationId)).toContain(`invitation.revoked ${invitation.id}`);
  for (const late of [await resend(owner, invitation.id), await revoke(owner, invitation.id)]) {
    expect(late.status).toBe(404);
    expect(await pageText(await late.text())).toContain("That invitation is no longer pending.");
  }
  expect(await mailsTo(email)).toHaveLength(1);
});

test("R21: an admin neither sends an owner's invitation again nor takes it back", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  const { email, invitation } = await invited(owner, { role: "owner" });
  expect((await resend(admin, invitation.id)).status).toBe(403);
  expect((await revoke(admin, invitation.id)).status).toBe(403);
  expect((await invitationOf(email)).token).toBe(invitation.token);
  expect((await invitationOf(email)).revoked_at).toBeNull();
});

test("B19: another organization's invitation is answered as one that does not exist", async () => {
  const owner = await memberOf();
  const stranger = await memberOf();
  const { email, invitation } = await invited(owner);
  for (const id of [invitation.id, newId()]) {
    expect((await resend(stranger, id)).status).toBe(404);
    expect((await revoke(stranger, id)).status).toBe(404);
  }
  expect(await invitationOf(email)).toEqual(invitation);
});

/** How many mails a key of a limit has counted already. */
const counted = (key: string, count: number) =>
  controlPlane().insert(control.rateCounters).values({ key, window_start: Date.now(), count });

test.each([
  ["20 an hour by one inviter", "inviter", 20],
  ["50 an hour by one organization", "hour", 50],
  ["200 a day by one organization", "day", 200],
])("R21, R38: %s may be sent and no more, and the answer says when to come back", async (_, kind, most) => {
  const owner = await memberOf();
  const subject = kind === "inviter" ? owner.userId : owner.organizationId;
  await counted(`invite-${kind}:${subject}`, most - 1);
  expect((await invite(owner, newAddress())).status).toBe(200);
  const email = newAddress();
  const answer = await invite(owner, email);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect(await pageText(await answer.text())).toContain("Too many attempts. Please wait");
  expect(await mailsTo(email)).toEqual([]);
});

test("an address gets five invitations an hour and ten a day, whoever sends them", async () => {
  const owners = [await memberOf(), await memberOf(), await memberOf()];
  const email = newAddress();
  const sent = async () => {
    const statuses = await Promise.all(
      owners.flatMap((owner) => [1, 2, 3, 4].map(() => invite(owner, email.toUpperCase()))),
    );
    return statuses.filter(({ status }) => status === 200).length;
  };
  const hourPasses = () =>
    controlPlane()
      .delete(control.rateCounters)
      .where(like(control.rateCounters.key, "invite-recipient-hour:%"));
  expect(await sent()).toBe(5);
  expect(await mailsTo(email)).toHaveLength(5);
  const { id, organization_id } = await invitationOf(email);
  for (const owner of owners) {
    const isSender = owner.organizationId === organization_id;
    expect((await resend(owner, id)).status).toBe(isSender ? 429 : 404);
    expect((await invite(owner, newAddress())).status).toBe(200);
  }
  await hourPasses();
  expect(await sent()).toBe(5);
  await hourPasses();
  expect(await sent()).toBe(0);
});

test.each([
  [
    "tags of one mailbox",
    (name: string) => [`${name}@example.test`, `${name}+1@example.test`, `${name}+a+b@example.test`],
  ],
  [
    "dots, tags and both names of Google's mail",
    (name: string) => [`${name}x@gmail.com`, `${name}.x@gmail.com`, `${name}.x+1@googlemail.com`],
  ],
])("%s count as one address, and stay addresses of their own", async (_, spelled) => {
  const addresses = spelled(`victim${newId().slice(-12)}`);
  const owners = [await memberOf(), await memberOf(), await memberOf()];
  const statuses = [];
  for (const email of addresses)
    for (const owner of owners) statuses.push((await invite(owner, email)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  expect((await invitationOf(addresses[1] ?? "")).email).toBe(addresses[1]);
  const other = (addresses[0] ?? "").replace("@", "other@");
  for (const owner of owners) expect((await invite(owner, other)).status).toBe(200);
});

test("the caps are spent before anything is asked of the address", async () => {
  const owner = await memberOf();
  const colleague = await memberOf({ organizationId: owner.organizationId });
  await counted(`invite-inviter:${owner.userId}`, 20);
  for (const email of [colleague.email, newAddress()]) expect((await invite(owner, email)).status).toBe(429);
});

test("no name leads a stranger from our mail to a page: not in the subject, and not in its words", async () => {
  const owner = await memberOf({ organization: { name: "Prize at https://evil.test/login or evil.test" } });
  await controlPlane()
    .update(control.users)
    .set({ name: "www.evil.test" })
    .where(eq(control.users.id, owner.userId));
  const { email } = await invited(owner);
  const { subject, text, html } = await mailTo(email);
  expect(subject).toBe("www evil test invited you to join Prize at or evil test");
  for (const words of [text, html]) expect(words).not.toContain("evil.test");
});

test("while the mail service is down nothing is lost: the invitation stands, the page says so, and cron sends it", async () => {
  const owner = await memberOf();
  const email = newAddress();
  await mailFails({ status: 500, times: 1 });
  const answer = await invite(owner, email);
  expect(answer.status).toBe(200);
  expect(await pageText(await answer.text())).toContain(
    `The invitation for ${email} is saved. We'll email it as soon as our email service responds.`,
  );
  expect(await mailsTo(email)).toEqual([]);
  await sendWaitingMail(env, Date.now() + 60_000);
  expect((await invitationOf(email)).token).toBe(
    await sha256((await linkTo(email)).replace(/^.*token=/, "")),
  );
});

test("sending an owner's invitation again asks for a fresh proof, as sending it first does; a member's does not", async () => {
  const owner = await memberOf();
  const asked = await invited(owner, { role: "owner" });
  const other = await invited(owner, { role: "member" });
  await unproven(owner);
  const refused = await resend(owner, asked.invitation.id);
  expect(refused.status).toBe(403);
  expect(await pageText(await refused.text())).toContain("confirm it's you below");
  expect((await invitationOf(asked.email)).token).toBe(asked.invitation.token);
  expect(await mailsTo(asked.email)).toHaveLength(1);
  expect((await resend(owner, other.invitation.id)).status).toBe(200);
  await proven(owner);
  expect((await resend(owner, asked.invitation.id)).status).toBe(200);
  expect((await invitationOf(asked.email)).token).not.toBe(asked.invitation.token);
});

const inviteAll = (by: Awaited<ReturnType<typeof memberOf>>, emails: string, role = "member") =>
  by.post("/users", { intent: "invite", emails, role });

test("several addresses are answered one by one: invited, a member already, no address", async () => {
  const owner = await memberOf();
  const colleague = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const [first, second] = [newAddress(), newAddress()];
  const answer = await inviteAll(owner, `Mara <${first}>, ${colleague.email}\nnadia@; ${second}`, "viewer");
  expect(answer.status).toBe(200);
  const html = await answer.text();
  const page = await pageText(html);
  expect(page).toContain("2 invitations are on their way.");
  expect(page).toContain(`${first} Invited`);
  expect(page).toContain(`${second} Invited`);
  expect(page).toContain(`${colleague.email} Already a member`);
  expect(page).toContain("nadia@ Invalid email address");
  const { values } = await pageForm(html, "invite");
  expect([values.get("emails"), values.get("role")]).toEqual([`${colleague.email}\nnadia@`, "viewer"]);
  const rows = await rowsOf(owner.organizationId);
  expect(rows.map(({ email, role }) => `${email} ${role}`).sort()).toEqual(
    [`${first} viewer`, `${second} viewer`].sort(),
  );
});

test("more than 20 at once are refused as a whole, and nobody is mailed", async () => {
  const owner = await memberOf();
  const emails = Array.from({ length: 21 }, newAddress);
  const answer = await inviteAll(owner, emails.join(","));
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain("Invite up to 20 people at a time");
  expect(await rowsOf(owner.organizationId)).toEqual([]);
});

test("R38: of several addresses those within the limit are invited, and the others say when to come back", async () => {
  const owner = await memberOf();
  await counted(`invite-inviter:${owner.userId}`, 19);
  const answer = await inviteAll(owner, `${newAddress()} ${newAddress()}`);
  expect(answer.status).toBe(200);
  const page = await pageText(await answer.text());
  expect(page).toMatch(/ Invited /);
  expect(page).toContain("Too many attempts. Please wait");
  expect(await rowsOf(owner.organizationId)).toHaveLength(1);
});

test("an empty form asks for an address", async () => {
  const answer = await inviteAll(await memberOf(), " ");
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain("Enter at least one email address");
});

test("the table of roles on /users says what the permissions say", async () => {
  const html = await (await (await memberOf()).get("/users")).text();
  const text = await pageText(html);
  for (const permission of permissions) {
    const row = new RegExp(
      `<th scope="row"[^>]*>${permissionWords[permission].replace("'", "&#x27;")}</th>(.*?)</tr>`,
    );
    const cells = [...(row.exec(html)?.[1] ?? "").matchAll(/<td[^>]*>(.*?)<\/td>/g)];
    expect(
      cells.map(([, cell = ""]) => cell.includes('aria-label="Yes"')),
      permission,
    ).toEqual(roles.map((role) => may(role, permission)));
  }
  expect(text).toContain("What each role can do");
});
