/** Connections in words. */
import type { Integration, Provider, ToldFact } from "./integrations.schema.ts";

export const providerNames: Readonly<Record<Provider, string>> = {
  google_calendar: "Google Calendar",
  slack: "Slack",
  hubspot: "HubSpot",
  google_sheets: "Google Sheets",
};

/** What it is for, in the catalogue. */
export const providerSentences: Readonly<Record<Provider, string>> = {
  google_calendar: "Appointments appear in your calendar, and agents don't offer times when you're busy.",
  slack: "A message in a channel when something happens.",
  hubspot: "Callers become contacts, with a note of what happened.",
  google_sheets: "A row for each call, lead or appointment.",
};

export const categories: Readonly<Record<Provider, string>> = {
  google_calendar: "Calendar",
  slack: "Messaging",
  hubspot: "CRM",
  google_sheets: "Spreadsheet",
};

/** What doesn't happen while a connection has expired. */
export const expiredWords: Readonly<Record<Provider, string>> = {
  google_calendar:
    "Until you connect it again, agents book by their own hours and appointments alone, and new appointments don't appear in the calendar. Those that are missing are added then.",
  slack:
    "Until you connect it again, no messages are posted. What happens in the meantime isn't posted later.",
  hubspot:
    "Until you connect it again, no contacts are created or completed. What happens in the meantime isn't sent later.",
  google_sheets:
    "Until you connect it again, no rows are added. What happens in the meantime isn't added later.",
};

export const statusWords: Readonly<Record<Integration["status"], string>> = {
  connected: "Connected",
  expired: "Expired",
  error: "Has a problem",
};

export const statusTones = { connected: "good", expired: "bad", error: "warn" } as const;

export const factWords: Readonly<Record<ToldFact, string>> = {
  "call.finished": "A call ended",
  "booking.made": "An appointment was booked",
  "booking.moved": "An appointment was moved",
  "booking.canceled": "An appointment was canceled",
  "booking.no_show": "Someone didn't come to an appointment",
  "lead.saved": "A lead was saved",
  "message.left": "A caller left a message",
  "campaign.ended": "A campaign finished or was halted",
};

const otherWords: Readonly<Record<string, string>> = {
  "calendar.written": "An appointment was written into the calendar",
  "calendar.deleted": "An appointment was deleted from the calendar",
  "workflow.told": "A workflow told of something",
  "slack.post_message": "A workflow posted a message",
  "hubspot.save_contact": "A workflow saved a contact",
  "google_sheets.add_row": "A workflow added a row",
  "google_calendar.add_event": "A workflow added an event",
};

const isFact = (action: string): action is ToldFact => Object.hasOwn(factWords, action);

/** What was done, in the log of a connection. */
export const actionWords = (action: string): string =>
  isFact(action) ? factWords[action] : (otherWords[action] ?? action);

/** What a connection is allowed to do, before someone connects it. */
export const grantedWords: Readonly<Record<Provider, readonly string[]>> = {
  google_calendar: [
    "See your calendars' names, to choose one",
    "See when you're busy, and add, move and delete events of appointments",
  ],
  slack: ["See public channels' names, to choose one", "Post messages there"],
  hubspot: ["Find, create and complete contacts", "Add notes to them"],
  google_sheets: ["Create one spreadsheet and add rows to it. Your other files can't be read"],
};

export const connectionWords = { oauth: "Signed in there", key: "With an access token" } as const;

/** Why a test failed. */
export const failureWords = {
  expired: "The provider no longer accepts the connection. Connect it again.",
  refused: "The provider refused. What was allowed there may have changed.",
  gone: "What you chose isn't there anymore. Choose another one.",
  busy: "The provider is limiting requests right now. Try again in a minute.",
  unreachable: "The provider didn't respond. Try again in a moment.",
  ours: "The provider doesn't accept requests from this platform at the moment. Your connection is kept.",
} as const;
