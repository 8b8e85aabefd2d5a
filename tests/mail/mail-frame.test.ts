/** Every mail of the product: one button, the brand on top, and a footer with who sends it and why. */
import { expect, test } from "vitest";
import { mailOf } from "#app/branding/mail-frame.tsx";
import { callNoticeMail } from "#app/calls/notices/call-notice.mail.tsx";
import { campaignEndedMail } from "#app/campaigns/campaign-ended.mail.tsx";
import { factorNoticeMail } from "#app/factors/factor-notice.mail.tsx";
import { googleNoticeMail } from "#app/google/google-notice.mail.tsx";
import { invitationMail } from "#app/organizations/invitation.mail.tsx";
import { signedOutMail } from "#app/organizations/signed-out.mail.tsx";
import { passwordNoticeMail } from "#app/passwords/password-notice.mail.tsx";
import { accountDeletedMail } from "#app/security/account-deleted.mail.tsx";
import { changeEmailMail } from "#app/security/change-email.mail.tsx";
import { noAccountMail, resetLinkMail } from "#app/sign-in/reset/reset-link.mail.tsx";
import { alreadyRegisteredMail } from "#app/verification/already-registered.mail.tsx";
import { verificationCodeMail } from "#app/verification/verification-code.mail.tsx";

const brand = { company_name: "Smile & Voices", primary_color: "#0a7d33" };
const name = "Mara Lind";
const url = "https://app.test/here?a=1&b=2";
const organization = "Bright Smile";

const mails = {
  code: verificationCodeMail({ brand, code: "123456", minutes: 10, isTrial: false }),
  registered: alreadyRegisteredMail({ brand, signInUrl: url }),
  factor: factorNoticeMail({ brand, name, notice: "enabled", setupUrl: url }),
  google: googleNoticeMail({ brand, name, event: "joined", securityUrl: url }),
  password: passwordNoticeMail({ brand, name, event: "changed", forgotUrl: url }),
  reset: resetLinkMail({ brand, name, url, minutes: 60 }),
  "no account": noAccountMail({ brand, signUpUrl: url }),
  invitation: invitationMail({ brand, organization, inviter: name, role: "member", days: 7, url }),
  "signed out": signedOutMail({ brand, name, organization, by: "Ben", signInUrl: url }),
  "change, old": changeEmailMail({ kind: "old", name, next: "b@x.test", hours: 24 }, { brand, url }),
  "change, new": changeEmailMail({ kind: "new", hours: 24 }, { brand, url }),
  "change, taken": changeEmailMail({ kind: "taken" }, { brand, url }),
  changed: changeEmailMail({ kind: "changed", name, next: "b@x.test" }, { brand, url }),
  deleted: accountDeletedMail({ brand, name, organizations: [], signUpUrl: url }),
  call: callNoticeMail({
    brand,
    name,
    event: "missed",
    organization,
    who: null,
    summary: null,
    messages: [],
    when: "Nov 23 at 9:00 AM",
    url,
    settingsUrl: "https://app.test/profile",
  }),
  campaign: campaignEndedMail({
    brand,
    name,
    organization,
    campaign: "Spring",
    isHalted: true,
    reason: "Halted, because its agent is gone. Copy it and choose another one.",
    figures: "It placed 12 calls; people answered 1 call.",
    url,
  }),
};
const all = Object.entries(mails);

test.each(all)(
  "%s: the brand on top, who sends it and why at the foot, and nothing from elsewhere",
  (_, mail) => {
    expect(mail.html).toContain("Smile &amp; Voices</p>");
    expect(mail.html).toContain("Sent by Smile &amp; Voices");
    expect(mail.html).toMatch(/You&#x27;re getting this email because [^<]+\./);
    expect(mail.text).toMatch(
      /\n\n--\nSent by Smile & Voices\nYou're getting this email because .+\.(?: .+)?\n$/,
    );
    expect(mail.html).not.toMatch(/<img|<link|url\(/);
  },
);

test("a logo stands in the letter's place, with the name as its text, on a sheet that stays light", () => {
  const words = { title: "Title", lines: ["One."], why: "you asked" };
  const logo = 'https://voice.harbor.test/logo.png?a="><script>';
  const { html } = mailOf({ ...words, brand: { ...brand, logo } });
  const [image = ""] = /<img [^>]*>/.exec(html) ?? [];
  const parts = [
    'src="https://voice',
    'alt="Smile &amp; Voices"',
    'height="32"',
    "max-width:200px",
    "width:auto",
  ];
  for (const part of parts) expect(image).toContain(part);
  expect(html).not.toContain("<script");
  // The name stands beside the letter only, and once more in the footer.
  expect(html.slice(html.indexOf(image) + image.length, html.indexOf("<h1"))).not.toContain("Smile");
  expect(html).toContain('<meta name="color-scheme" content="light"/>');
});

test.each(all)("%s: at most one button, whose words don't repeat the heading", (of, mail) => {
  const buttons = [...mail.html.matchAll(/<a [^>]*style="[^"]*background[^"]*"[^>]*>([^<]*)<\/a>/g)];
  expect(buttons).toHaveLength(of === "code" ? 0 : 1);
  const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(mail.html)?.[1] ?? "";
  for (const [, words = ""] of buttons) {
    expect(mail.text).toContain(`${words}: ${url}`);
    expect(heading.toLowerCase()).not.toContain(words.toLowerCase());
    expect(words.toLowerCase()).not.toContain(heading.toLowerCase());
  }
});

test.each([
  ["Mara Lind", "Hi Mara,"],
  ["  Ada  ", "Hi Ada,"],
])("a mail to %j greets them", (given, words) => {
  const { text, html } = mailOf({ brand, title: "Title", name: given, lines: ["One."], why: "you asked" });
  expect(text).toContain(`Title\n\n${words}\n\nOne.`);
  expect(html).toContain(words);
});

test.each([null, "", " "])("a mail to a person without a name (%j) begins at once", (given) => {
  const { text } = mailOf({ brand, title: "Title", name: given, lines: ["One."], why: "you asked" });
  expect(text).toMatch(/^Title\n\nOne\.\n/);
});

test("R42: a name in a greeting is text and no link", () => {
  const greeted = (given: string) =>
    mailOf({ brand, title: "Title", name: given, lines: ["One."], why: "you asked" });
  expect(greeted("<b>Eve</b>").html).not.toContain("<b>Eve");
  expect(greeted("www.evil.test").text).not.toContain("evil.test");
});
