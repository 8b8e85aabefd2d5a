/** Bounds of an own account at a carrier, and what each carrier's account is opened with. Without zod, for pages. */

/** New calls that an account may place in a second. */
export const mostCallsPerSecond = 30;

type CredentialField = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  readonly isSecret: boolean;
  /** The account works without it. */
  readonly isOptional?: boolean;
};

export type OwnCarrier = {
  readonly name: string;
  readonly title: string;
  /** Where people find these in the carrier's portal. */
  readonly where: string;
  readonly fields: readonly CredentialField[];
};

/** The carriers at which an organization can have an account of its own, and the credentials that each asks for. */
export const ownCarriers: readonly OwnCarrier[] = [
  {
    name: "twilio",
    title: "Twilio",
    where: "You find both on the first page of the Twilio Console.",
    fields: [
      {
        name: "account_sid",
        label: "Account SID",
        hint: "Begins with AC.",
        placeholder: "AC…",
        isSecret: false,
      },
      {
        name: "auth_token",
        label: "Auth token",
        hint: "It also signs what Twilio sends us, so an API key isn't enough.",
        isSecret: true,
      },
    ],
  },
  {
    name: "telnyx",
    title: "Telnyx",
    where: "You find these in the Telnyx portal under Account settings, Keys and credentials, and TeXML.",
    fields: [
      { name: "api_key", label: "API key", hint: "Begins with KEY.", placeholder: "KEY…", isSecret: true },
      {
        name: "application_id",
        label: "TeXML application ID",
        hint: "Use an application of its own: its webhooks are set for you, for every number that is connected to it.",
        isSecret: false,
      },
      {
        name: "public_key",
        label: "Webhook public key",
        hint: "Proves that a call really comes from Telnyx.",
        isSecret: false,
      },
      {
        name: "account_sid",
        label: "Account ID",
        hint: "Your organization's ID at Telnyx, which outgoing calls name.",
        isSecret: false,
      },
      {
        name: "messaging_profile_id",
        label: "Messaging profile ID (optional)",
        hint: "For text messages. Use a profile of its own: its webhook is set for you. Without one, the numbers take calls only.",
        isSecret: false,
        isOptional: true,
      },
    ],
  },
];

export const ownCarrier = (name: string): OwnCarrier | undefined =>
  ownCarriers.find((carrier) => carrier.name === name);
