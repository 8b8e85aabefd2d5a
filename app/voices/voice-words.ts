/** Voices in words. */
import type { ListedVoice } from "./catalogue.ts";

export const providerWords = { google: "Google", amazon: "Amazon", elevenlabs: "ElevenLabs" } as const;

const inEnglish = (code: string, type: "language" | "region"): string =>
  new Intl.DisplayNames("en", { type, fallback: "code" }).of(code) ?? code;

/** "English". */
export const languageWords = (language: string): string => inEnglish(language, "language");

/** The accent of a locale, by its country: "Mexico". */
export const accentWords = (locale: string): string => inEnglish(locale.slice(3), "region");

export const genderWords = { female: "Female", male: "Male" } as const;

export const costWords = { 1: "Low", 2: "Medium", 3: "High" } as const;

/** "Google Chirp 3 HD". */
export const makerOf = ({ voice, model }: Pick<ListedVoice, "voice" | "model">): string =>
  `${providerWords[voice.provider]} ${model}`;

/** A voice in a list of choices: "Aoede, female, breezy". */
export const choiceLabel = ({ name, gender, style }: ListedVoice): string => `${name}, ${gender}, ${style}`;

/** The group of a voice in a list of choices: "United Kingdom, Amazon Neural". */
export const groupLabel = (one: ListedVoice): string => `${accentWords(one.locale)}, ${makerOf(one)}`;
