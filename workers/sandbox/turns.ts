/** The turns of a scripted caller: one format for tests and scripts (docs/telephony.md, "Scripted calls"). */
import { z } from "zod";
import { hour_ms } from "#app/platform/durations.ts";

const words = z.string().max(20_000);

export const turn = z.union([
  z.strictObject({ say: words }),
  z.strictObject({ press: z.string().regex(/^[0-9*#]{1,64}$/, "keys are 0-9, * and #") }),
  z.strictObject({ silence_ms: z.number().int().min(0).max(hour_ms) }),
  z.strictObject({ interrupt_after_ms: z.number().int().min(0).max(600_000), say: words }),
  z.strictObject({ drop_socket: z.literal(true) }),
  z.strictObject({ hang_up: z.literal(true) }),
  // The carrier has heard who answered, and says so where it was asked to.
  z.strictObject({
    answered_by: z.enum([
      "human",
      "machine_end_beep",
      "machine_end_silence",
      "machine_end_other",
      "fax",
      "unknown",
    ]),
  }),
]);
export type Turn = z.infer<typeof turn>;

export const phoneNumber = z.string().regex(/^\+[1-9]\d{6,14}$/, "must be a phone number like +12125550123");

export const scriptedCall = z.strictObject({
  from: phoneNumber,
  to: phoneNumber,
  turns: z.array(turn).max(200),
});
