/** The shape of a voice: its provider and the provider's own id. */
import { z } from "zod";

export const voice = z.object({
  provider: z.enum(["google", "amazon", "elevenlabs"]),
  /** The provider's own id, such as `en-US-Chirp3-HD-Aoede`. */
  id: z.string().min(1).max(120),
});
export type Voice = z.infer<typeof voice>;
