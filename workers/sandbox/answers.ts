/** What happens when the product calls out: a script for a number, in place of a person at the sandbox's phone. */
import { z } from "zod";
import { phoneNumber, turn } from "./turns.ts";

export const whisperAnswers = ["accept", "decline", "no_key", "hang_up"] as const;
export type WhisperAnswer = (typeof whisperAnswers)[number];

/** What the called party does after `after_ms` of ringing, on a simulated clock. */
export const answer = z.discriminatedUnion("outcome", [
  z.strictObject({
    outcome: z.literal("answered"),
    after_ms: z.number().int().min(0).max(600_000).default(3000),
    turns: z.array(turn).max(200).default([]),
    /** What they do when they are asked for a key before they are joined: a voicemail presses none. */
    whisper: z.enum(whisperAnswers).optional(),
  }),
  z.strictObject({
    outcome: z.enum(["busy", "no-answer", "failed", "declined"]),
    after_ms: z.number().int().min(0).max(600_000).default(3000),
  }),
]);
export type Answer = z.output<typeof answer>;

export const answerOrder = z.strictObject({ phone_number: phoneNumber, answer });
