/** Articles: connections to other systems. */
import type { Article } from "./article.ts";

export const integrationArticles: readonly Article[] = [
  {
    slug: "integrations",
    title: "Connect your calendar, Slack, HubSpot or a spreadsheet",
    summary: "Appointments in your calendar, messages in Slack, contacts in HubSpot, rows in Google Sheets.",
    topic: "Team and organization",
    pages: ["/integrations", "/integrations/setup-guide", "/integrations/:provider"],
    words:
      "integration integrations connect google calendar busy slack hubspot crm sheets spreadsheet zapier make n8n oauth setup guide",
    body: `
1. Open **Integrations** and choose an app.
2. Press **Connect** and allow access there. For HubSpot you can paste the access token of a private app instead.
3. Choose the calendar or channel, and what the app is told.

The **Setup guide** lists every step, with what to copy, and shows which steps are done.

## Google Calendar

- Appointments appear in the calendar, and are moved and deleted with it. Each one is a single event, even if something has to be repeated.
- Agents don't offer times when the calendar is busy: events that repeat, events that last all day, and events in other time zones count, too. Events that are shown as free, and those that you declined, don't.
- The calendar is read every five minutes, and when a call begins.

## When a connection expires

If the provider no longer accepts a connection, its page says so, and whoever connected it and the owners get an email. Until it's connected again, agents book by their own hours and appointments alone. Appointments that are missing in the calendar are added once it's connected.

## Test and disconnect

**Test now** asks the provider for something harmless. **What was done** lists the last 30 days, with the provider's own words when something failed.

**Disconnect** deletes our access and tells the provider to forget it. What's in the calendar, channel or spreadsheet stays there.
`,
  },
  {
    slug: "webhooks",
    title: "Send events to your own systems",
    summary:
      "Webhooks: which events go where, how to check their signature, and what happens when an address fails.",
    topic: "Team and organization",
    pages: ["/integrations/webhooks", "/integrations/webhooks/events", "/integrations/webhooks/:endpointId"],
    words:
      "webhook webhooks events http post endpoint address signature secret verify delivery log retry replay zapier make n8n developer",
    body: `
1. Open **Integrations**, then **Webhooks**, and add an endpoint: a name, an https address, and the events that go there.
2. Copy the secret. It's shown once.
3. Send a test event, and look at the log.

**Events** lists every event with its fields and an example, and shows code that checks a signature. Requests are signed as Standard Webhooks describes, so its libraries can check them, too.

## When an address fails

Answer with a status from 200 to 299 within five seconds. Any other answer is a failure, and a redirect isn't followed. An event is tried again for 24 hours, with longer and longer pauses. After 5, 10 and 15 failures in a row the owners and admins get an email; after 20 the endpoint is disabled. Turn it on again on its page, and replay what failed.

An event can arrive twice. Its id stays the same: keep the ids that you have handled.

## Replace the secret

With a new secret, requests carry both signatures for 24 hours. Change it in your system in this time.
`,
  },
];
