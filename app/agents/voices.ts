/**
 * The voices of agents: ids in the carrier's format (docs/telephony.md, "Call markup"), names and characters from
 * Google's list (cloud.google.com/text-to-speech/docs/chirp3-hd).
 */
import type { Voice } from "./agents.schema.ts";

export type VoiceChoice = { voice: Voice; name: string; character: string };

const google = (name: string, character: string): VoiceChoice => ({
  voice: { provider: "google", id: `en-US-Chirp3-HD-${name}` },
  name,
  character,
});

/** The first one is the default of new agents. */
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

/** A voice as one text in a form: `google:en-US-Chirp3-HD-Aoede`. */
export const voiceKey = ({ provider, id }: Voice): string => `${provider}:${id}`;
