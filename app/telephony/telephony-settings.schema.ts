/** The telephony settings of an organization: one record in its object, read by whatever places, answers or records calls. */
import { z } from "zod";

/** What is done when a machine answers a call; `off`: no one listens for it. */
export const machineActs = ["off", "hang_up", "message"] as const;
export type MachineAct = (typeof machineActs)[number];

const countries = z.array(z.string().regex(/^[A-Z]{2}$/)).max(250);

const parts = {
  /** The own account that outgoing calls leave through; null: the platform's. */
  default_account: z.uuid().nullable(),
  /** The number that outgoing calls show, unless their agent has one of its own; null: the first one. */
  caller_id: z.uuid().nullable(),
  /** What callers whom no agent answers are told to dial in an emergency; null: nothing is said. */
  emergency_number: z
    .string()
    .regex(/^(?:\d{2,6}|\+[1-9]\d{6,14})$/)
    .nullable(),
  /** What agents do that say nothing of it when a machine answers their call; and the message that they leave then. */
  machines: z.enum(machineActs),
  voicemail_message: z.string().max(400).nullable(),
  /** ISO 3166: countries whose calls are taken, and to which calls are placed. Empty: every one. */
  countries_in: countries,
  countries_out: countries,
};

/** Some of the settings, as they are changed. */
export const telephonyChange = z.object(parts).partial();
export type TelephonyChange = z.infer<typeof telephonyChange>;

/** Every part has a default, so that a record stored by an earlier version can be read. */
export const telephonySettingsShape = z.object({
  default_account: parts.default_account.default(null),
  caller_id: parts.caller_id.default(null),
  emergency_number: parts.emergency_number.default(null),
  machines: parts.machines.default("off"),
  voicemail_message: parts.voicemail_message.default(null),
  countries_in: parts.countries_in.default([]),
  countries_out: parts.countries_out.default([]),
});
export type TelephonySettings = z.infer<typeof telephonySettingsShape>;
