/** Articles: getting started. */
import type { Article } from "./article.ts";

export const startingArticles: readonly Article[] = [
  {
    slug: "first-answered-call",
    title: "Get your first call answered",
    summary: "Create an agent, get a number and call it: three steps and a few minutes.",
    topic: "Getting started",
    pages: ["/dashboard"],
    words: "setup begin quick start onboarding checklist first steps",
    body: `
The dashboard shows these three steps until you've taken your first call. You don't need a payment method to try them.

1. Choose **Create an agent** and pick a starting point: Receptionist, Appointment booking or Lead qualification. You can change everything later.
2. Choose **Get a phone number**, pick one near your customers, and choose the agent that answers it.
3. Call the number from your own phone and talk to the agent like a customer would. The dashboard shows the call while it's going on.

![The dashboard with today's figures and the calls that are live](dashboard)

## What you can try for free

An organization that hasn't chosen a plan can use everything within the starting limits, with 30 minutes of calls. Calls to your agents count; trying a draft in the editor doesn't.

> Before you give out the number, open [Settings](/help/organization-settings) and set your address, time zone and opening hours. Your agents tell callers about them and only book within them.
`,
  },
  {
    slug: "dashboard",
    title: "Read the dashboard",
    summary: "Today's figures, live calls, appointments, and messages that wait for an answer.",
    topic: "Getting started",
    pages: ["/dashboard", "/dash", "/analytics"],
    words: "home analytics figures statistics chart overview",
    body: `
The dashboard begins with one sentence on how the day is going. Below it:

- **Figures**: calls, how many were answered, appointments booked and minutes talked. Each one is compared with the same stretch of time before.
- **Live now**: calls in progress, with what's being said. Open one to follow it.
- **Messages and callbacks**: what callers left for you. They stay until someone marks them as done.
- **Upcoming appointments**: what your agents booked.
- **Unanswered questions**: what callers asked that your agents had no answer to. Add an answer, and the next caller gets it.

![The figures of a day, with calls compared to last week](dashboard)

## Choose the range

Switch between **Today**, **7 days** and **30 days** above the figures. The address changes with it, so you can bookmark or share the view.

## What counts as missed

A call is missed when it reached no agent: you were closed, all lines were busy, or the caller hung up first.
`,
  },
  {
    slug: "find-anything",
    title: "Find pages, callers and calls",
    summary: "The search opens any page and finds agents, callers and words in transcripts.",
    topic: "Getting started",
    pages: ["/profile"],
    words: "search command menu palette jump navigate find",
    body: `
Press \`⌘ K\` on a Mac or \`Ctrl K\` elsewhere, or choose **Search** at the top right of any page.

Type part of:

- a page, such as "plan" or "users"
- an action, such as "new agent" or "dark theme"
- an agent's name
- a caller's name or number
- words someone said on a call

Move through the results with the arrow keys and open one with \`Enter\`. \`Esc\` closes the search.

On the call history, the search field above the list looks through transcripts only, and you can combine it with [filters](/help/call-history).
`,
  },
  {
    slug: "keyboard-shortcuts",
    title: "Keyboard shortcuts",
    summary: "Every shortcut, and how to turn single keys off.",
    topic: "Getting started",
    pages: ["/profile"],
    words: "keys hotkeys shortcut sheet question mark accessibility",
    body: `
Press \`?\` on any page of the dashboard to see this list there.

| Keys | What they do |
| \`⌘ K\` or \`Ctrl K\` | Open search |
| \`J\` or \`↓\` | Next row in a list |
| \`K\` or \`↑\` | Previous row in a list |
| \`Enter\` | Open the row |
| \`?\` | Show these shortcuts |
| \`Esc\` | Close a dialog or menu |

## If single keys get in your way

Some screen readers and speech programs use single letters themselves. Press \`?\` and turn off **Single-key shortcuts**. It's saved in this browser. Search, \`Enter\` and \`Esc\` keep working.
`,
  },
  {
    slug: "theme",
    title: "Switch between light and dark",
    summary: "Follow your device, or choose a theme for this browser.",
    topic: "Getting started",
    pages: ["/profile"],
    words: "theme dark mode light night colors appearance",
    body: `
Open the menu with your name at the bottom of the navigation and choose **Light**, **Dark** or **System**. System follows your device, and changes with it.

The choice is kept in this browser, for you and for everyone who uses it. It's the only setting that isn't part of your account.

You can also open [search](/help/find-anything) and type "dark".
`,
  },
];
