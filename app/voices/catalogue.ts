/**
 * The voices that the carriers' relays take, as data, as of 2026-11-28. Ids are in the relay's format (docs/telephony.md,
 * "Call markup"). Chirp 3 HD voices, genders and languages: cloud.google.com/text-to-speech/docs/chirp3-hd. Which voices of
 * Google and Amazon the carrier takes for en-US, es-US and es-MX, and how it spells them: its list at
 * www.twilio.com/docs/voice/twiml/say/text-speech, read in notes of 2026-10-03. Ids and genders of Neural2, Polly and
 * ElevenLabs' default voices: copies of the providers' own lists in public repositories. Styles of Polly and Neural2 are
 * those of their engine. No id was tried at the carrier: one that it refuses gives way to the fallback (chosen-voice.ts).
 */
import type { Voice } from "./voice.schema.ts";
import { voiceKey } from "./voice-key.ts";

export type Gender = "female" | "male";

/** What the provider asks for a million characters: about 16 dollars, about 30, or more. */
export type CostClass = 1 | 2 | 3;

export type ListedVoice = {
  voice: Voice;
  /** As `voiceKey` makes it. */
  key: string;
  name: string;
  gender: Gender;
  /** BCP 47: `en-GB`. */
  locale: string;
  style: string;
  model: string;
  cost: CostClass;
};

type Names = Readonly<Record<string, Gender>>;

const chirp: Readonly<Record<string, readonly [Gender, string]>> = {
  Aoede: ["female", "breezy"],
  Kore: ["female", "firm"],
  Leda: ["female", "youthful"],
  Zephyr: ["female", "bright"],
  Charon: ["male", "informative"],
  Fenrir: ["male", "excitable"],
  Orus: ["male", "firm"],
  Puck: ["male", "upbeat"],
};
const chirpLocales = [
  "en-US",
  "en-GB",
  "en-AU",
  "en-IN",
  "es-US",
  "es-ES",
  "fr-FR",
  "de-DE",
  "it-IT",
  "pt-BR",
];

/** By locale, the letter of each voice. */
const neural2: Readonly<Record<string, Names>> = {
  "en-US": {
    C: "female",
    E: "female",
    F: "female",
    G: "female",
    H: "female",
    A: "male",
    D: "male",
    I: "male",
    J: "male",
  },
  "en-GB": { A: "female", C: "female", F: "female", B: "male", D: "male" },
  "es-US": { A: "female", B: "male", C: "male" },
};

const amazonNeural: Readonly<Record<string, Names>> = {
  "en-US": {
    Danielle: "female",
    Joanna: "female",
    Kendra: "female",
    Kimberly: "female",
    Ruth: "female",
    Salli: "female",
    Gregory: "male",
    Joey: "male",
    Matthew: "male",
    Stephen: "male",
  },
  "en-GB": { Amy: "female", Emma: "female", Arthur: "male", Brian: "male" },
  "es-US": { Lupe: "female", Pedro: "male" },
  "es-MX": { Mia: "female", Andres: "male" },
  "es-ES": { Lucia: "female", Sergio: "male" },
};

const amazonGenerative: Readonly<Record<string, Names>> = {
  "en-US": {
    Danielle: "female",
    Joanna: "female",
    Ruth: "female",
    Matthew: "male",
    Stephen: "male",
  },
  "en-GB": { Amy: "female" },
  "es-US": { Lupe: "female", Pedro: "male" },
  // The carrier spells this one with its accent, and the neural one without.
  "es-MX": { Mía: "female", Andres: "male" },
  "es-ES": { Lucia: "female", Sergio: "male" },
};

const elevenLabs: readonly (readonly [id: string, name: string, Gender, locale: string, style: string])[] = [
  ["EXAVITQu4vr4xnSDxMaL", "Sarah", "female", "en-US", "soft"],
  ["FGY2WhTYpPnrIDTdsKH5", "Laura", "female", "en-US", "upbeat"],
  ["XrExE9yKIg1WjnnlVkGX", "Matilda", "female", "en-US", "friendly"],
  ["cgSgspJ2msm6clMCkdW9", "Jessica", "female", "en-US", "expressive"],
  ["UgBBYS2sOqTuMpoF3BR0", "Mark", "male", "en-US", "conversational"],
  ["CwhRBWXzGAHq8TQ4Fs17", "Roger", "male", "en-US", "confident"],
  ["cjVigY5qzO86Huf0OWal", "Eric", "male", "en-US", "friendly"],
  ["iP95p4xoKVk53GoZ742B", "Chris", "male", "en-US", "casual"],
  ["nPczCjzI2devNBz1zQrb", "Brian", "male", "en-US", "deep"],
  ["Xb7hH8MSUJpSbSDYk0k2", "Alice", "female", "en-GB", "confident"],
  ["pFZP5JQG7iQjIQuC4Bku", "Lily", "female", "en-GB", "warm"],
  ["JBFqnCBsd6RMkjVDRZzb", "George", "male", "en-GB", "warm"],
  ["onwK4e9ZLuTAKqWW03F9", "Daniel", "male", "en-GB", "authoritative"],
  ["IKne3meq5aSn9XLyUdCD", "Charlie", "male", "en-AU", "natural"],
];

const listed = (
  voice: Voice,
  about: Pick<ListedVoice, "name" | "gender" | "locale" | "style" | "model" | "cost">,
): ListedVoice => ({ voice, key: voiceKey(voice), ...about });

const named = (table: Readonly<Record<string, Names>>) =>
  Object.entries(table).flatMap(([locale, names]) =>
    Object.entries(names).map(([name, gender]) => ({ locale, name, gender })),
  );

export const catalogue: readonly ListedVoice[] = [
  ...chirpLocales.flatMap((locale) =>
    Object.entries(chirp).map(([name, [gender, style]]) =>
      listed(
        { provider: "google", id: `${locale}-Chirp3-HD-${name}` },
        { name, gender, locale, style, model: "Chirp 3 HD", cost: 2 },
      ),
    ),
  ),
  ...named(neural2).map(({ locale, name, gender }) =>
    listed(
      { provider: "google", id: `${locale}-Neural2-${name}` },
      { name: `Neural2 ${name}`, gender, locale, style: "clear", model: "Neural2", cost: 1 },
    ),
  ),
  ...named(amazonGenerative).map(({ locale, name, gender }) =>
    listed(
      { provider: "amazon", id: `${name}-Generative` },
      { name, gender, locale, style: "conversational", model: "Generative", cost: 2 },
    ),
  ),
  ...named(amazonNeural).map(({ locale, name, gender }) =>
    listed(
      { provider: "amazon", id: `${name}-Neural` },
      { name, gender, locale, style: "clear", model: "Neural", cost: 1 },
    ),
  ),
  ...elevenLabs.map(([id, name, gender, locale, style]) =>
    listed({ provider: "elevenlabs", id }, { name, gender, locale, style, model: "Flash 2.5", cost: 3 }),
  ),
];

const byKey = new Map(catalogue.map((one) => [one.key, one]));

/** The catalogue's line of a voice; null: it is not in the catalogue. */
export const listedVoice = (voice: Voice): ListedVoice | null => byKey.get(voiceKey(voice)) ?? null;

export const listedByKey = (key: string): ListedVoice | null => byKey.get(key) ?? null;

/** The language of a locale: `en`. */
export const languageOf = (locale: string): string => locale.slice(0, 2);

/** The first voice of a locale, or of its language. */
export const firstOf = (locale: string): ListedVoice | null =>
  catalogue.find((one) => one.locale === locale) ??
  catalogue.find((one) => languageOf(one.locale) === languageOf(locale)) ??
  null;
