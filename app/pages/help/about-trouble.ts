/** Articles: when something is wrong. */
import type { Article } from "./article.ts";

export const troubleArticles: readonly Article[] = [
  {
    slug: "status",
    title: "Check whether everything is running",
    summary: "The status page shows what works now, the last 90 days, and incidents.",
    topic: "When something's wrong",
    pages: ["/status"],
    words: "status down outage incident uptime slow not working broken",
    body: `
Open [/status](/status). It works without signing in.

- At the top: whether the database, calls, billing and email work right now.
- Below: the last 90 days, from checks that run every few minutes.
- **Incidents**: what happened, and what's being done. They're written by people.

If everything there is fine and something still fails for you, [write to support](/help) with the request ID from the error page.
`,
  },
  {
    slug: "error-logs",
    title: "Look into errors",
    summary: "Errors of your organization, grouped, with the call they happened in.",
    topic: "When something's wrong",
    pages: ["/error-logs"],
    words: "error log problems failure debug resolve mute group stack",
    body: `
Open **Errors**. The same error is one line, with how often it happened, when first and when last.

Open a line to see where it happened and, if it happened in a call, the call itself. Technical details such as line numbers are only kept while an owner has switched that on.

- **Resolve** it when it's fixed. It opens again by itself if it comes back.
- **Mute** it if it doesn't matter. It's still counted.

Messages are stored without addresses, links, phone numbers and names, and they're deleted after 90 days.
`,
  },
  {
    slug: "working-offline",
    title: "When your connection drops",
    summary: "What still works offline, and what happens to what you typed.",
    topic: "When something's wrong",
    pages: ["/dashboard"],
    words: "offline internet connection lost wifi reconnect saved unsaved sync",
    body: `
The page tells you that the connection was lost, and when it's back.

- **What you save** waits in its tab and is sent when you reconnect. You'll see when it's saved. Keep the tab open: closing or reloading it asks first.
- **Pages you've just visited** can still be read. Others wait until you're back.
- **Calls aren't affected.** Your agents run on our servers, not in your browser.

If a change can't be saved after all, it's undone on the page, and you're told why.

## After an update

When a new version is ready, you're offered to reload. Finish what you're doing first; your other tabs keep working.
`,
  },
  {
    slug: "error-pages",
    title: "What error pages mean",
    summary: "Something went wrong, no access, doesn't exist: what to do about each.",
    topic: "When something's wrong",
    pages: ["/dashboard"],
    words: "oops error 403 404 500 access denied not found request id went wrong reload",
    body: `
| What you see | What to do |
| Oops! Something went wrong | Choose **Try Again**. We've been told about it already. If it stays, send us the request ID. |
| You don't have access to this page | Your role doesn't include it. Ask an owner. |
| This page doesn't exist | Check the address. The page may have been removed. |
| This call, agent or number doesn't exist | It was deleted, or belongs to another of your organizations. [Switch](/help/several-organizations) and try again. |
| This tab shows another organization | You switched in another tab. Switch back, or reload. |
| You're offline | The page reloads as soon as you're back online. |

The request ID helps us find exactly what happened. It contains nothing about you.
`,
  },
  {
    slug: "accessibility",
    title: "Keyboard, screen readers and zoom",
    summary: "The dashboard works without a mouse, with a screen reader and at 400 percent.",
    topic: "When something's wrong",
    pages: ["/profile"],
    words: "accessibility a11y screen reader voiceover nvda zoom contrast motion wcag",
    body: `
- Every page can be used with the keyboard alone. The first \`Tab\` offers to skip to the content.
- Screen readers hear what changes, such as a saved form or a new call.
- Pages fit at 400 percent zoom without scrolling sideways.
- If your device asks for less motion, nothing moves.
- Text in your organization's colors keeps enough contrast, whatever colors were chosen.

Single-letter shortcuts can be [turned off](/help/keyboard-shortcuts).

If something doesn't work for you, tell us. We treat it as an error.
`,
  },
];

/** Articles for platform admins alone. */
export const platformArticles: readonly Article[] = [
  {
    slug: "customers",
    title: "Manage customers",
    summary: "All organizations and people, and what you may change with a reason.",
    topic: "Running the platform",
    pages: ["/customer-management"],
    audience: "platform",
    words: "admin customers organizations tree credit trial suspend impersonate csv bulk plan limits",
    body: `
Open **Platform** from the menu with your name. **Customers** lists all organizations as a tree with their clients, and all users, with search and filters.

Open one to see its members, domains, subscription, numbers, calls and errors. Each action asks for a reason and is audited: change plan or limits, extend a trial, give credit, suspend or resume, sign everyone out, reset someone's two-factor authentication, open as support, export, or delete with 30 days to restore.

Suspending and changing a plan also work for several organizations at once. If a colleague changed the same customer in the meantime, you're told and nothing is overwritten.
`,
  },
  {
    slug: "platform-security",
    title: "Watch over security",
    summary: "Sign-in failures, unusual activity, admins' sessions, secrets and the audit trail.",
    topic: "Running the platform",
    pages: ["/admin/security", "/admin/audit"],
    audience: "platform",
    words: "admin security audit trail chain verify unusual blocked limits secrets webhooks impersonation",
    body: `
**Security** shows failed sign-ins, blocked addresses and limits that were hit, unusual activity, visits to organizations, sessions of admins, webhooks with wrong signatures, and how old each secret is. Alerts also come by email.

**Audit trail** lists every event, with filters and an export. Each event carries the hash of the one before, so a change, a removal or an insertion shows. On the server, \`npm run audit -- verify\` names the first event that doesn't fit.
`,
  },
  {
    slug: "incidents",
    title: "Write an incident",
    summary: "Tell everyone what's wrong on the status page, and keep them posted.",
    topic: "Running the platform",
    pages: ["/admin/incidents"],
    audience: "platform",
    words: "admin incident status update outage postmortem communicate",
    body: `
1. Open **Platform**, then **Incidents**, and start one. Name what people notice, not the cause.
2. Choose the parts that are affected. They show on every brand's status page at once.
3. Post an update whenever something changes, and when it's solved.

Write in plain words, name the next time you'll write, and don't promise what you don't know.
`,
  },
  {
    slug: "checks",
    title: "Try agents and providers",
    summary: "Talk to any agent, ping providers, and let many callers ring at once.",
    topic: "Running the platform",
    pages: ["/testing", "/admin/web-vitals"],
    audience: "platform",
    words: "admin testing checks ping latency load callers simulate providers",
    body: `
1. Open **Platform**, then **Checks**. **Services** shows what answers right now.
2. **Ping providers** asks each provider for a sign of life and shows how long it took.
3. Under **Try an agent**, search an organization and chat with one of its agents. Nothing is booked, and the organization's audit trail says that support tried it.
4. Where the deployment has a simulated phone, you can call the agent's numbers, and **Callers at once** lets up to 100 callers ring together while percentiles of their waiting move.

What needs the simulated phone says so where there is none.

**Web vitals** shows how fast pages load for people, by route, device and release.
`,
  },
];
