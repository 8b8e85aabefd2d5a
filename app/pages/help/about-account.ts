/** Articles: one's own account. */
import type { Article } from "./article.ts";

export const accountArticles: readonly Article[] = [
  {
    slug: "sign-in-trouble",
    title: "When you can't sign in",
    summary: "Forgotten password, missing codes, a lost phone, or too many attempts.",
    topic: "Your account",
    pages: ["/auth"],
    words: "login password forgot reset locked code email verification spam cannot log in",
    body: `
## You forgot your password

Choose **Forgot password?** on the sign-in page and enter your email. The link we send works once and expires in an hour. Setting a new password signs you out on all other devices.

## The code doesn't arrive

Codes arrive within seconds and expire in 10 minutes. Check your spam folder, and that the address on the page has no typo. You can ask for another code after a minute.

## You lost your phone

Use one of your recovery codes instead of the code from your app. If you have none left, ask an owner of your organization to contact support.

## "Too many attempts"

After several wrong passwords, sign-in slows down to protect you. Wait the time the page names. A network that you've used before is let in sooner.

## Your invitation has expired

Invitations are good for 7 days. Ask the person who invited you to resend it.
`,
  },
  {
    slug: "two-factor",
    title: "Turn on two-factor authentication",
    summary: "An authenticator app or a passkey, and recovery codes for when you lose it.",
    topic: "Your account",
    pages: ["/mfa-setup", "/security"],
    words: "2fa mfa authenticator app passkey face id touch id recovery codes security key totp",
    body: `
Open the menu with your name and choose **Two-factor authentication**.

- **Authenticator app**: scan the QR code with any app, such as Google Authenticator, 1Password or Authy, and enter the 6 digits it shows.
- **Passkey**: sign in with your fingerprint, your face or your device's PIN. A passkey can't be phished, and you don't need a password with it.
- **Recovery codes**: you get ten. Each works once. Keep them where you'd find them without your phone.

![The page where you set up two-factor authentication](mfa-setup)

Turning any of this on or off signs out your other devices, and we tell you by email.

## When your organization requires it

If an owner requires two-factor authentication, you set it up with your next sign-in, before you see anything else.
`,
  },
  {
    slug: "account-security",
    title: "Protect your account",
    summary: "Password, email, Google, devices and recent activity, all in one place.",
    topic: "Your account",
    pages: ["/security"],
    words: "security password change email google connect disconnect sessions devices activity",
    body: `
Open the menu with your name and choose **Security**.

- **Password**: change it, or set one if you sign in with Google.
- **Email address**: we send a link to both addresses, and the change happens when both were opened.
- **Google**: connect or disconnect it.
- **Where you're signed in**: every device with its browser and country. Sign out one, or all others.
- **Recent activity**: what happened in your account. If you don't recognize something, change your password.

![The security page of an account](security)

Some changes ask you to confirm it's you first.
`,
  },
  {
    slug: "email-notifications",
    title: "Choose the emails you get",
    summary: "Booked appointments, missed calls and messages, for you alone.",
    topic: "Your account",
    pages: ["/profile"],
    words: "notifications mail alerts email me missed calls booked messages unsubscribe name profile",
    body: `
Open the menu with your name and choose **Profile**. For each organization you belong to, turn on what you want to hear about:

- a call books an appointment
- a call is missed
- a caller leaves a message or wants a callback

Only you get these emails, and only you can turn them on. Emails about your account's security are always sent.

Your name is on the same page. Your team sees it, and so do people you invite.
`,
  },
  {
    slug: "delete-account",
    title: "Download your data or delete your account",
    summary: "Everything we keep about you as a file, and what goes when you delete your account.",
    topic: "Your account",
    pages: ["/security"],
    words: "delete close account gdpr download export personal data remove",
    body: `
Both are on the **Security** page. You'll confirm it's you first.

- The **download** contains what we keep about your account: your profile, sign-ins, devices and activity. Passwords, codes and keys aren't part of it.
- **Delete your account** signs you out everywhere and deletes your data. If you're the only owner of an organization with other members, transfer it first. Organizations in which you're alone are deleted with your account and can't be restored.

You can sign up again with the same address at any time.

For the data of your whole organization, see [Export your data](/help/export-data).
`,
  },
];
