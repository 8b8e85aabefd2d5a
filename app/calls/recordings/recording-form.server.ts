/** The form of the recording panel, as settings. */
import { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import { longestKept_days, recordingSettings } from "./recording.schema.ts";
import { chooseRecording } from "./recording-verbs.server.ts";

const posted = z.object({
  is_on: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
  consent: z.string().max(1000).default(""),
  retention_days: z
    .string()
    .trim()
    .regex(/^\d{0,4}$/)
    .default("")
    .transform((days) => (days === "" ? null : Number(days))),
});

/** @returns null, or what is wrong with what was typed */
export async function answerRecording(actor: Actor, form: FormData): Promise<string | null> {
  const typed = posted.safeParse(Object.fromEntries(form)).data;
  const wanted = recordingSettings.safeParse(typed);
  if (!typed || !wanted.success)
    return typed && typed.consent.trim() === ""
      ? "Enter what people hear before they are recorded"
      : `Enter a sentence of at most 300 characters, and at most ${longestKept_days} days`;
  await chooseRecording(actor, wanted.data);
  return null;
}
