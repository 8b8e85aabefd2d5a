/** The voices an agent can have: ids as the carrier takes them (docs/telephony.md, "Call markup"), names and characters as Google gives them (cloud.google.com/text-to-speech/docs/chirp3-hd). */
import type { Voice } from "./agents.schema.ts";

export type VoiceChoice = { voice: Voice; name: string; character: string };

const google = (name: string, character: string): VoiceChoice => ({
  voice: { provider: "google", id: `en-US-Chirp3-HD-${name}` },
  name,
  character,
});

/** The first one is what a new agent gets. */
export const voiceChoices: readonly [VoiceChoice, ...VoiceChoice[]] = [
  google("Aoede", "Female, breezy"),
  google("Kore", "Female, firm"),
  google("Leda", "Female, youthful"),
  google("Zephyr", "Female, bright"),
  google("Charon", "Male, informative"),
  google("Fenrir", "Male, excitable"),
  google("Orus", "Male, firm"),
  google("Puck", "Male, upbeat"),
];

/** One text for a voice, as a form posts it: `google:en-US-Chirp3-HD-Aoede`. */
export const voiceKey = ({ provider, id }: Voice): string => `${provider}:${id}`;
