/** What the list of voices is filtered by, as it stands in the address. A value that is not understood filters nothing. */
import { z } from "zod";

const anything = z.string().max(60).catch("");

export const voiceFilter = z.object({
  q: anything.default(""),
  /** Two letters, or "all". */
  language: z.string().max(10).catch("en").default("en"),
  accent: anything.default(""),
  gender: z.enum(["", "female", "male"]).catch("").default(""),
  provider: z.enum(["", "google", "amazon", "elevenlabs"]).catch("").default(""),
  only: z.enum(["", "favorites", "used"]).catch("").default(""),
});
export type VoiceFilter = z.infer<typeof voiceFilter>;
