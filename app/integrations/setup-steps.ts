/** The steps of the setup guide, each with what is copied and whether it is done. */
import type { Integration } from "./integrations.schema.ts";

export type Step = {
  title: string;
  text: string;
  /** To be pasted somewhere else. */
  copied?: readonly string[];
  to?: { label: string; href: string };
  /** `null`: only the person can see it. */
  isDone: boolean | null;
};
export type Guide = { id: string; title: string; steps: readonly Step[] };

/** What the live checks look at. */
export type Facts = {
  connections: readonly Integration[];
  /** How many agents book appointments. */
  booking: number;
};

const open = (provider: string) => ({ label: "Open", href: `/integrations/${provider}` });

const calendar = ({ booking }: Facts, one: Integration | undefined): Step[] => [
  {
    title: "Connect your Google account",
    text: "Sign in with the account whose calendar the appointments belong in, and leave both boxes ticked.",
    to: open("google_calendar"),
    isDone: one !== undefined && one.status !== "expired",
  },
  {
    title: "Choose the calendar",
    text: "Your main calendar is chosen at first. Any calendar that you can write to will do.",
    to: { label: "Choose", href: "/integrations/google_calendar?choose" },
    isDone: one !== undefined && one.settings.target !== null,
  },
  {
    title: "Let an agent book appointments",
    text: "In the agent's editor, under Actions. The times that it offers leave out the busy times of the calendar.",
    to: { label: "Agents", href: "/agents" },
    isDone: booking > 0,
  },
  {
    title: "Book one to try it",
    text: "Book by hand, and look into the calendar. This is done once something was written or read there.",
    to: { label: "Book by hand", href: "/bookings/new" },
    isDone: one?.last_sync_at != null,
  },
];

const slack = (_facts: Facts, one: Integration | undefined): Step[] => [
  {
    title: "Add the app to your workspace",
    text: "Someone who may add apps in Slack presses the button.",
    to: open("slack"),
    isDone: one !== undefined && one.status !== "expired",
  },
  {
    title: "Choose a channel",
    text: "Any public channel. For a private one, invite the app there first and make it public to choose it.",
    to: { label: "Choose", href: "/integrations/slack?choose" },
    isDone: one !== undefined && one.settings.target !== null,
  },
  {
    title: "Choose what it posts",
    text: "Appointments and messages are chosen at first.",
    to: open("slack"),
    isDone: one !== undefined && one.settings.events.length > 0,
  },
];

const hubspot = (_facts: Facts, one: Integration | undefined): Step[] => [
  {
    title: "Connect HubSpot",
    text: "Sign in there, or make a private app (Settings, Integrations, Private apps) with these scopes and paste its access token.",
    copied: ["crm.objects.contacts.read", "crm.objects.contacts.write"],
    to: open("hubspot"),
    isDone: one !== undefined && one.status !== "expired",
  },
  {
    title: "Match the fields",
    text: "Each of our fields goes into the property whose internal name you enter. An empty one isn't sent.",
    copied: ["firstname", "email", "phone"],
    to: open("hubspot"),
    isDone: one !== undefined && Object.keys(one.settings.fields).length > 0,
  },
  {
    title: "Choose when",
    text: "Leads and appointments are chosen at first.",
    to: open("hubspot"),
    isDone: one !== undefined && one.settings.events.length > 0,
  },
];

const sheets = (_facts: Facts, one: Integration | undefined): Step[] => [
  {
    title: "Connect your Google account",
    text: "We create a spreadsheet in its Drive. Your other files can't be read.",
    to: open("google_sheets"),
    isDone: one !== undefined && one.status !== "expired",
  },
  {
    title: "Choose what adds a row",
    text: "Calls are chosen at first. Keep the tab's name; columns at the right of ours are yours.",
    copied: ["Calls"],
    to: open("google_sheets"),
    isDone: one !== undefined && one.settings.events.length > 0,
  },
];

const automation = (_facts: Facts): Step[] => [
  {
    title: "Make an address that catches requests",
    text: "Zapier: Webhooks by Zapier, Catch Hook. Make: Webhooks, Custom webhook. n8n: the Webhook node, method POST. Copy the address that it shows.",
    isDone: null,
  },
  {
    title: "Add it here",
    text: "Paste the address as a webhook and choose what it's told. Each request is signed; these headers prove where it's from.",
    copied: ["webhook-id", "webhook-timestamp", "webhook-signature"],
    to: { label: "Webhooks", href: "/integrations/webhooks" },
    isDone: null,
  },
  {
    title: "Send a test",
    text: "The webhook's page sends an event and shows the answer.",
    to: { label: "Webhooks", href: "/integrations/webhooks" },
    isDone: null,
  },
  {
    title: "The other way: start something here",
    text: "A workflow that begins with an incoming webhook has an address of its own, to be pasted over there.",
    to: { label: "Workflows", href: "/workflows" },
    isDone: null,
  },
];

export function guidesOf(facts: Facts): Guide[] {
  const of = (provider: string) => facts.connections.find((one) => one.provider === provider);
  return [
    { id: "google_calendar", title: "Google Calendar", steps: calendar(facts, of("google_calendar")) },
    { id: "slack", title: "Slack", steps: slack(facts, of("slack")) },
    { id: "hubspot", title: "HubSpot", steps: hubspot(facts, of("hubspot")) },
    { id: "google_sheets", title: "Google Sheets", steps: sheets(facts, of("google_sheets")) },
    { id: "automation", title: "Zapier, Make and n8n", steps: automation(facts) },
  ];
}
