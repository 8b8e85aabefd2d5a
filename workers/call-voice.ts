/** In which voice and language a call's agent speaks at a moment. */
import type { Known, SpokenBy } from "./call-facts.ts";

/** The voice that speaks: another one once the carrier has refused the agent's. */
export const voiceOf = ({ call, progress }: Pick<Known, "call" | "progress">) =>
  (progress.is_voice_refused && call.other_voice) || call.agent.spec.voice;

/** The language that is spoken now. */
export const spokenIn = ({ call, state }: Pick<Known, "call" | "state">) =>
  state.opened ? state.language : call.agent.spec.languages[0];

/** The agent as it speaks now. */
export function spokenBy(known: Known): SpokenBy {
  const { languages, follows_language } = known.call.agent.spec;
  return { voice: voiceOf(known), languages, follows_language, language: spokenIn(known) };
}
