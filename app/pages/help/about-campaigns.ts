/** Help: calling lists of people. */
import type { Article } from "./article.ts";

export const campaignArticles: readonly Article[] = [
  {
    slug: "campaigns",
    title: "Call a list of people",
    summary: "Set up a campaign, see what it will do, start it, and follow it live.",
    topic: "Calls",
    pages: ["/campaigns", "/campaigns/new", "/campaigns/:campaignId/setup"],
    words:
      "campaign outreach outbound dialer bulk list audience schedule budget goal voicemail attempts dry run",
    body: `
A campaign has an agent call everyone in a list, a segment or with a tag.

1. Open **Campaigns** and press **New campaign**.
2. Choose **who is called**: lists, segments, tags, or all contacts. People who join a list later are called too, while the campaign runs.
3. Choose the **agent**, the **caller numbers** and how they take turns.
4. Choose the **days and hours**. By default they count in the time of each person called.
5. Say how often someone is tried after **no answer**, **busy**, **voicemail** or a **failed** call, and what happens when a machine answers. A voicemail message ends with the **number to call back**: the one that called, or another of yours.
6. Set the **pace**, and if you like a **budget** and a **goal**.
7. The **review** shows how many people will be called on which day, what it may cost, and who won't be called, with the reason. Nothing is dialed before you press **Start campaign**.

Each step is kept as you go on or back, so you can leave and continue later.

Some rules hold whatever you choose:

- No one on the do-not-call list is called.
- In the United States, people are called between 8 am and 9 pm where they are, and less in some states. Numbers whose place isn't known are not called.
- Unless you choose otherwise, only people with written consent are called.
- A number gets at most one call a day and 14 in 14 days. An organization makes at most 1,000 campaign calls a day and 10 a minute. Owners and admins can lower these limits under **Settings**, **Calls**.

An organization that never subscribed runs no campaigns. This is no legal advice: what else applies to your calls is for you to check.
`,
  },
  {
    slug: "running-campaigns",
    title: "Follow and change a running campaign",
    summary:
      "See who is being called, pause and resume, change pace and hours, and call the unreached again.",
    topic: "Calls",
    pages: ["/campaigns/:campaignId", "/campaigns/:campaignId/people"],
    words: "campaign live progress pause resume stop copy redial results csv export blocked why not called",
    body: `
A campaign's page shows its progress, calls a minute, the share of answered calls, the cost, and **who is being called now**. It stays current by itself.

- **Pause** places no new calls; running calls go on to their end. **Resume** goes on where it stood.
- **Stop** ends it for good.
- **Change** beside the audience, the schedule, and pace and budget works while it runs, and counts from the next call on.
- **Copy** makes a new draft with the same setup.
- **Call the unreached again** makes a draft that calls those who weren't reached. It appears once the campaign is over.

**Everyone in it** lists each person with the result and the number of calls. Filter by state or result. **Why not yet?** says why someone hasn't been called, and when they can be at the earliest. **Download as CSV** gives you what the filter shows.

**Halted** means that calls failed one after the other. Check your telephony settings, then resume.
`,
  },
  {
    slug: "screening-lists",
    title: "Keep campaigns off the numbers of a register",
    summary: "Upload lists of numbers that no campaign calls, such as a national do-not-call register.",
    topic: "Calls",
    pages: ["/campaigns/screening"],
    words: "screening dnc register litigator line type upload suppression",
    body: `
Open **Campaigns**, then **Screening lists**. Upload a text or CSV file of up to 20 MB and 1,000,000 numbers, and say what it is. Every number in a line counts. Renew your copy of the national register at least every 31 days: the page marks older ones. Every campaign looks a number up in all lists right before it is called.

A list of **line types** bars no one. It says which numbers are mobile, landline, VoIP or toll-free, and that is kept with the evidence of each call. Where no list says so, the line of the contact's own number counts.

Your own do-not-call list is part of **Contacts** and counts in any case.
`,
  },
];
