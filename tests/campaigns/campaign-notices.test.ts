/** A campaign that finishes or is halted is mailed once to its maker and to owners and admins, and to no one else. */
import { beforeAll, expect, test } from "vitest";
import { day_ms } from "#app/platform/durations.ts";
import { type House, houseAt, whenCalled } from "../calls/placing.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { campaignEnded, delivered } from "../support/outbox.ts";
import { anonymous, memberOf } from "../support/people.ts";
import { attemptsOver, contactOf, started, wake } from "./arrange.ts";

let house: House;

beforeAll(async () => {
  await anonymous().get("/auth");
  house = await houseAt("twilio");
});

const campaignMails = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => /has finished|is halted/.test(subject));

test("a campaign that has called everyone tells its maker, with what came of it", async () => {
  const { to } = await contactOf(house);
  await whenCalled(to, { outcome: "answered", turns: [{ hang_up: true }] });
  const id = await started(house, { name: "<b>Spring</b>" });
  await attemptsOver(house, id, 1);
  await wake(house);
  const mail = await mailTo(house.email);
  expect(mail.subject).toContain("“<b>Spring</b>” has finished");
  expect(mail.html).not.toContain("<b>Spring");
  expect(mail.text).toContain("Everyone was called, or can't be.");
  expect(mail.text).toContain("It placed 1 call; people answered 1 call.");
  expect(mail.text).toContain(`/campaigns/${id}`);
  await wake(house);
  expect(await campaignMails(house.email)).toHaveLength(1);
});

test("owners, admins and the maker are told once each, however often the fact comes", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const [admin, maker, member, viewer] = await Promise.all(
    (["admin", "member", "member", "viewer"] as const).map((role) => memberOf({ role, organizationId })),
  );
  const fact = campaignEnded(organizationId, {
    status: "broken",
    why: "carrier_fails",
    created_by: maker?.userId,
  });
  await delivered([fact, fact]);
  await delivered([fact]);
  for (const told of [owner, admin, maker]) {
    const mails = await campaignMails(told?.email ?? "");
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining("“Spring” is halted")]);
    expect(mails[0]?.text).toContain("Check your telephony, then resume.");
  }
  for (const other of [member, viewer]) expect(await campaignMails(other?.email ?? "")).toEqual([]);
});

test("a maker who may no longer read campaigns, or who left, is not told, and old news are no mail", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const viewer = await memberOf({ role: "viewer", organizationId });
  const stranger = await memberOf();
  for (const { userId: created_by } of [viewer, stranger])
    await delivered([campaignEnded(organizationId, { created_by })]);
  expect(await campaignMails(owner.email)).toHaveLength(2);
  for (const { email } of [viewer, stranger]) expect(await campaignMails(email)).toEqual([]);
  await delivered([campaignEnded(organizationId, { ended_at: Date.now() - 2 * day_ms })]);
  expect(await campaignMails(owner.email)).toHaveLength(2);
});
