/** Whose keys an organization can keep: those of language models, and those of speech, with which voices are previewed. */
import { type KeyProvider, keyProviders, providerNames } from "./offered-models.ts";

export const speechProviders = ["elevenlabs", "google_tts", "polly"] as const;
export type SpeechProvider = (typeof speechProviders)[number];

export const keptProviders = [...keyProviders, ...speechProviders] as const;
export type KeptProvider = (typeof keptProviders)[number];

export const keptNames: Readonly<Record<KeptProvider, string>> = {
  openai: providerNames.openai,
  anthropic: providerNames.anthropic,
  compatible: providerNames.compatible,
  elevenlabs: "ElevenLabs",
  google_tts: "Google Text-to-Speech",
  polly: "Amazon Polly",
};

export const isOfSpeech = (provider: KeptProvider): provider is SpeechProvider =>
  speechProviders.some((one) => one === provider);

/** Whether calls ask this provider's models. */
export const isOfModels = (provider: KeptProvider): provider is KeyProvider =>
  keyProviders.some((one) => one === provider);
