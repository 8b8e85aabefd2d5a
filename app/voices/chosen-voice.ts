/** Which voice speaks: the one of a new agent, and the two that a call may use. */
import { catalogue, firstOf, languageOf, listedVoice } from "./catalogue.ts";
import type { Voice } from "./voice.schema.ts";
import { voiceKey } from "./voice-key.ts";
import type { VoiceSettings } from "./voice-settings.schema.ts";

type Wanted = { readonly voice: Voice; readonly fallback_voice: Voice | null; readonly language: string };

/** The fallback of an agent: its own, or the organization's if that speaks the agent's language. */
function fallbackOf({ fallback_voice, language }: Wanted, settings: VoiceSettings): Voice | null {
  if (fallback_voice) return fallback_voice;
  const shared = settings.fallback_voice && listedVoice(settings.fallback_voice);
  return shared && languageOf(shared.locale) === languageOf(language) ? shared.voice : null;
}

/**
 * The voice of a call, and the one that takes its place when the carrier refuses it. A voice that left the catalogue
 * gives way to the fallback; without one it is tried, because a carrier may take more voices than are listed.
 */
export function voicesOfCall(
  wanted: Wanted,
  settings: VoiceSettings,
): { voice: Voice; instead: Voice | null } {
  const fallback = fallbackOf(wanted, settings);
  const voice = fallback && listedVoice(wanted.voice) === null ? fallback : wanted.voice;
  const choices = [fallback, firstOf(wanted.language)?.voice ?? null];
  const instead = choices.find((one) => one !== null && voiceKey(one) !== voiceKey(voice));
  return { voice, instead: instead ?? null };
}

/**
 * The voice that speaks a language of the agent: its own if that one speaks it, as those of ElevenLabs speak every
 * language; otherwise the most like it in the catalogue, by accent, provider, gender, model and name.
 */
export function voiceIn(language: string, own: Voice): Voice {
  const listed = listedVoice(own);
  if (own.provider === "elevenlabs" || listed === null) return own;
  if (languageOf(listed.locale) === languageOf(language)) return own;
  let best: { voice: Voice; likeness: number } | null = null;
  for (const one of catalogue) {
    if (languageOf(one.locale) !== languageOf(language)) continue;
    const alike = [
      one.locale === language,
      one.voice.provider === own.provider,
      one.gender === listed.gender,
      one.model === listed.model,
      one.name === listed.name,
    ];
    const likeness = alike.reduce((sum, is) => sum * 2 + (is ? 1 : 0), 0);
    if (best === null || likeness > best.likeness) best = { voice: one.voice, likeness };
  }
  return best?.voice ?? own;
}

/** The locale that a voice speaks, as the relay is told: its own accent, or the language where it has none of it. */
export function spokenLocale(voice: Voice, language: string): string {
  const locale = listedVoice(voice)?.locale;
  return locale !== undefined && languageOf(locale) === languageOf(language) ? locale : language;
}
