/** What the words of audited events are made of. */
import { internationally } from "#app/platform/phone-number.ts";
import { ways } from "./audit-names.ts";
import { asRole } from "./permissions.ts";

/** What is known of an event, besides its action. */
export type EventFacts = {
  readonly changes: Readonly<Record<string, string | number | boolean | null>> | null;
  /** As stored: an id, a path, a host. */
  readonly target: string | null;
  /** The email address of the person that the event concerns, if that is not the actor. */
  readonly subject: string | null;
};
export type Words = string | ((facts: EventFacts) => string);

export const withWay =
  (words: string): Words =>
  ({ changes }) =>
    [words, ways[String(changes?.how)]].filter(Boolean).join(" ");
/** With the person that it concerns, where that is known. */
export const withPerson =
  (words: string, joint = ":"): Words =>
  ({ subject }) =>
    subject === null ? words : `${words}${joint} ${subject}`;
export const withNumber =
  (words: string): Words =>
  ({ changes }) =>
    typeof changes?.phone_number === "string" ? `${words} ${internationally(changes.phone_number)}` : words;
export const withRole =
  (words: string): Words =>
  ({ changes }) =>
    typeof changes?.role === "string" ? `${words} as ${asRole(changes.role)}` : words;

export const withDomain =
  (words: string): Words =>
  ({ changes }) =>
    typeof changes?.host === "string" ? `${words}: ${changes.host}` : words;

const providers: Readonly<Record<string, string>> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  elevenlabs: "ElevenLabs",
  google_tts: "Google Text-to-Speech",
  polly: "Amazon Polly",
};
export const withProvider =
  (words: string): Words =>
  ({ changes }) =>
    [words, providers[String(changes?.provider)]].filter(Boolean).join(": ");

const apps: Readonly<Record<string, string>> = {
  google_calendar: "Google Calendar",
  slack: "Slack",
  hubspot: "HubSpot",
  google_sheets: "Google Sheets",
};
export const withApp =
  (words: string): Words =>
  ({ changes }) =>
    `${words} ${apps[String(changes?.provider)] ?? "an app"}`;

export const withCarrier =
  (words: string): Words =>
  ({ changes }) =>
    [words, changes?.carrier].filter(Boolean).join(": ");

/** In the platform's own trail, with the customer; in the customer's, without. */
export const withCustomer =
  (ours: string, theirs: string): Words =>
  ({ changes }) =>
    typeof changes?.name === "string" ? `${ours}: ${changes.name}` : theirs;

export const say = (said: Words, facts: EventFacts): string =>
  typeof said === "string" ? said : said(facts);
