/** Articles: the team, the organization and one's own account. */
import type { Article } from "./article.ts";

export const teamArticles: readonly Article[] = [
  {
    slug: "invite-people",
    title: "Invite people",
    summary: "Send invitations, resend or revoke them, and see who has joined.",
    topic: "Team and organization",
    pages: ["/users"],
    words: "user member colleague invitation add team join resend revoke email",
    body: `
1. Open **Users** and choose **Invite people**.
2. Enter one or more email addresses, separated by commas or new lines. Pasting "Name <name@company.com>" works too.
3. Choose a [role](/help/roles) and send.

They get an email with a link that expires in 7 days. Until then it stands under **Pending invitations**, where you can resend or revoke it.

![The people of an organization with their roles](users)

## Let your colleagues join by themselves

If your organization has proven that it owns a domain, an owner can switch on **Joining without an invitation** on the same page. Anyone who signs up with an address at that domain then joins as a member, and owners get an email about everyone who does. Public mail providers don't count.
`,
  },
  {
    slug: "roles",
    title: "What each role can do",
    summary: "Owner, admin, member, viewer and billing: who sees and changes what.",
    topic: "Team and organization",
    pages: ["/users"],
    words: "permissions access rights owner admin member viewer billing role",
    body: `
| Role | What they can do |
| Owner | Everything, including the plan, transferring ownership and deleting the organization |
| Admin | Everything except paying for the plan, transferring ownership and deleting |
| Member | Agents, calls with names and transcripts, messages; no numbers to buy and no people to invite |
| Viewer | Reads agents, numbers and calls, without names and numbers of callers |
| Billing | The plan, invoices and payment, and nothing else |

Change someone's role under **Users**. It takes effect with their next click. An organization always has an owner: to leave, make someone else an owner first.
`,
  },
  {
    slug: "remove-people",
    title: "Remove someone or sign them out",
    summary: "What happens when a person leaves, and how to end their sessions.",
    topic: "Team and organization",
    pages: ["/users"],
    words: "remove member delete user offboard leave sign out sessions revoke access",
    body: `
Open **Users** and the menu at the end of the person's line.

- **Remove** ends their access immediately, in every open tab. Anything they created stays.
- **Sign out on every device** keeps their account and role, but they have to sign in again. We let them know by email.

You'll be asked to confirm it's you if you haven't signed in recently.

To leave an organization yourself, open **Organizations** and choose **Leave**. You'll need an invitation to come back.
`,
  },
  {
    slug: "organization-settings",
    title: "Set up your organization",
    summary: "Name, address, time zone, opening hours, holidays and your own test number.",
    topic: "Team and organization",
    pages: ["/settings"],
    words: "settings time zone hours holidays address language currency test number profile",
    body: `
Open **Settings**. Each section saves separately, and everyone in the organization shares them.

- **Profile**: your name, address, website and contact email. Agents give the address to callers who ask for directions.
- **Time zone**: used for opening hours and all times shown here.
- **Opening hours** and **Holidays**: new agents start with them, and no agent books on a holiday. For a lunch break, add a second range to a day.
- **Default test number**: your own phone. Calls from it are answered as usual but don't trigger notifications, and a number's **Ring your phone** calls it.
- **Campaign limits**: how many calls all campaigns together make in a day and in a minute, and how many a number gets in 14 days.
- **Security**: require two-factor authentication for every member.

![The settings of an organization](settings)

Only owners and admins can open settings.
`,
  },
  {
    slug: "several-organizations",
    title: "Work in several organizations",
    summary: "Switch, create or leave an organization, and keep tabs apart.",
    topic: "Team and organization",
    pages: ["/organizations"],
    words: "switch organization workspace create new leave company account tabs",
    body: `
The name at the top of the navigation is the organization you're working in. Open it to switch to another one.

**Organizations** lists all of yours. Choose **New organization** there to create one: it has its own agents, numbers, calls, members and plan, and you'll be its owner.

## Two tabs, two organizations

If you switch in one tab, the other tab notices before it saves anything. It tells you that it shows another organization and offers to switch back.
`,
  },
  {
    slug: "transfer-ownership",
    title: "Transfer or delete an organization",
    summary: "Hand it to someone else, or delete it and restore it within 30 days.",
    topic: "Team and organization",
    pages: ["/settings"],
    words: "owner ownership hand over delete close restore danger zone",
    body: `
Both are in **Settings**, under **Danger zone**, for owners only. You'll confirm it's you first.

- **Transfer ownership** makes another member the owner. Only they can transfer it back.
- **Delete organization**: everyone loses access, and callers hear that no one is available. Open **Organizations** within 30 days to restore it. After that, its agents, calls, contacts and numbers are permanently deleted, and you get a signed receipt.

Before you delete, you may want to [export your data](/help/export-data).
`,
  },
  {
    slug: "export-data",
    title: "Export your data",
    summary: "Everything of your organization in one archive, made in the background.",
    topic: "Team and organization",
    pages: ["/settings/data"],
    words: "download archive backup takeout gdpr data export zip csv json",
    body: `
1. Open **Settings**, then **Data**.
2. Start an export. It's made in the background: you can leave the page, and it goes on.
3. We email you when it's ready. Download the archive before the link expires.

The archive contains your organization's records as JSON lines, your calls and contacts as CSV files for spreadsheets, and a list of recordings.

An export contains personal data of your callers. Keep it as safe as the original, and delete it when you no longer need it.

To download only what we keep about your own account, open **Security** and choose the download there.
`,
  },
  {
    slug: "erase-a-person",
    title: "Erase what's kept about one person",
    summary: "Find a caller by phone number or email, erase everything about them, and keep proof.",
    topic: "Team and organization",
    pages: ["/settings/data"],
    words: "gdpr erase forget delete caller person right privacy receipt ccpa",
    body: `
When a caller asks you to delete their data:

1. Open **Settings**, then **Data**.
2. Enter their phone number or email address. You'll see what's kept: contacts, calls, transcripts, messages and appointments.
3. Erase it. The contact, their words in transcripts, messages and summaries are deleted. The calls themselves stay in your figures, without name and number.
4. Keep the signed receipt as proof. It says when and how much was erased, and it doesn't contain the person's data.

This can't be undone.
`,
  },
  {
    slug: "language-models",
    title: "Add a key of an AI provider",
    summary: "Connect OpenAI, Anthropic, ElevenLabs or another provider, and check that the key works.",
    topic: "Team and organization",
    pages: ["/settings/models"],
    words:
      "ai llm model api key openai anthropic claude gpt groq elevenlabs google speech voice provider secret",
    body: `
1. Create an API key at your provider. For language models: OpenAI, Anthropic, or one whose API is compatible with OpenAI's. To hear voices before callers do: ElevenLabs, Google Cloud with its Text-to-Speech API turned on, or Amazon, as an access key of a user that may use Polly in us-east-1.
2. Open **Settings**, then **AI providers**.
3. Choose the provider, paste the key and add it. We ask the provider whether it works first, and keep it only if it does.

Only the last four characters are shown afterwards. The key is stored encrypted and never leaves our servers except to the provider.

**Test** asks the provider again. If it refuses the key, it was probably revoked or has run out of credit: add a new one and remove the old one.

After you remove a key it can't be used anymore, also in calls that are going on.
`,
  },
  {
    slug: "api-keys",
    title: "Let a program use your organization",
    summary: "Create an API key, choose what it may do, and revoke it when it's no longer needed.",
    topic: "Team and organization",
    pages: ["/integrations/keys"],
    words: "api key token secret developer program rest mcp assistant integration scope revoke",
    body: `
1. Open **API keys** (press Ctrl K or Cmd K and type it).
2. Name the key after the program that will use it, choose what it may do and when it expires, and create it.
3. Copy the key into the program. It's shown only once.

A key works while the person who created it belongs to the organization, and it can never do more than they can. If they leave or lose a right, the key loses it too.

**Revoke** ends a key at once. If a key may have been seen by others, revoke it and create another one.

What programs can do is described under **API reference**.
`,
  },
  {
    slug: "retention-and-redaction",
    title: "Decide how long data is kept",
    summary: "Delete transcripts, messages and contacts after a time, and keep sensitive numbers out.",
    topic: "Team and organization",
    pages: ["/settings"],
    words: "retention delete after days redaction pii card number mask privacy keep transcripts",
    body: `
Open **Settings**, then **Data**.

- **How long**: choose for transcripts, messages, past appointments, contacts without calls and call records how many days they're kept. What's older is permanently deleted, starting now and then daily. When only the transcript is gone, its call stays in the history with its times, outcome and cost.
- **Redaction**: choose what's replaced before a transcript is stored: payment cards, national ID numbers, email addresses, phone numbers. It can't be brought back for calls taken while it's on.

Shorter is safer. Keep what you use, and no more.
`,
  },
  {
    slug: "audit-trail",
    title: "See who changed what",
    summary: "The record of changes in your organization, with filters and an export.",
    topic: "Team and organization",
    pages: ["/users/activity", "/users"],
    words: "audit log activity trail history changes who security export",
    body: `
Open **Users**, then **Activity**. It lists what was changed in your organization: by whom, when, and from where to what. That includes visits by support.

Filter by person, kind of change or date, and export what you see as a CSV file.

Events are kept for 400 days. No one can edit or remove them, and we check that the record is unbroken.
`,
  },
];
