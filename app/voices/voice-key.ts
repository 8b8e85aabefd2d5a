/** A voice as one text in a form: `google:en-US-Chirp3-HD-Aoede`. */
import type { Voice } from "./voice.schema.ts";

export const voiceKey = ({ provider, id }: Voice): string => `${provider}:${id}`;

/** The voice of new agents, unless the organization has chosen another. */
export const firstVoice: Voice = { provider: "google", id: "en-US-Chirp3-HD-Aoede" };
