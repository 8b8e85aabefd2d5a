/** Plays previews in the browser: asks the door for a voice, plays its audio, or speaks with the browser's nearest voice. */
import { nearestVoice } from "./nearest-voice.ts";
import { unplayable } from "./preview-words.ts";

/** Which voice plays, null: none, and what is announced. */
export type Playing = { readonly key: string | null; readonly said: string };

export type PreviewedVoice = {
  readonly key: string;
  readonly name: string;
  /** By which the browser finds its nearest voice when the door cannot be reached. */
  readonly like?: { readonly locale: string; readonly gender: "female" | "male" };
};

type Nearest = { readonly locale: string; readonly gender: "female" | "male"; readonly text: string };
type Preview =
  | { readonly by: "provider"; readonly sound: ArrayBuffer }
  | { readonly by: "browser"; readonly nearest: Nearest | null; readonly error: string | null };

const unanswered = "The provider's voice isn't available right now.";

const textAt = (value: unknown, name: string): string | null => {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : null;
  return typeof text === "string" ? text : null;
};

function nearestIn(answer: unknown): Nearest | null {
  const nearest: unknown =
    typeof answer === "object" && answer !== null ? Reflect.get(answer, "nearest") : null;
  const [locale, gender, text] = [
    textAt(nearest, "locale"),
    textAt(nearest, "gender"),
    textAt(nearest, "text"),
  ];
  if (locale === null || text === null) return null;
  return { locale, gender: gender === "male" ? "male" : "female", text };
}

/** Asks the door. Without an answer, or with one that is no preview, the browser speaks what `otherwise` says. */
async function askPreview(form: FormData, signal: AbortSignal, otherwise: Nearest | null): Promise<Preview> {
  try {
    const answer = await fetch("/voices/preview", { method: "POST", body: form, signal });
    if (answer.headers.get("content-type") === "audio/mpeg")
      return { by: "provider", sound: await answer.arrayBuffer() };
    const read: unknown = await answer.json();
    const nearest = nearestIn(read);
    const error = textAt(read, "error") ?? textAt(read, "message");
    return { by: "browser", nearest, error: nearest === null ? (error ?? unanswered) : error };
  } catch {
    return { by: "browser", nearest: otherwise, error: unanswered };
  }
}

/** Plays audio to its end, or until the signal. */
async function playSound(player: AudioContext, sound: ArrayBuffer, signal: AbortSignal): Promise<void> {
  const buffer = await player.decodeAudioData(sound);
  if (signal.aborted) return;
  const source = player.createBufferSource();
  source.buffer = buffer;
  source.connect(player.destination);
  await new Promise<void>((ended) => {
    source.addEventListener("ended", () => ended());
    signal.addEventListener("abort", () => source.stop());
    source.start();
  });
}

/**
 * Speaks with the browser's nearest voice.
 * @param over called when it ends by itself
 * @returns the voice's name; null: the browser has none of this language
 */
function speakNearest(
  { locale, gender, text }: Nearest,
  signal: AbortSignal,
  over: () => void,
): string | null {
  const browser = globalThis.speechSynthesis;
  const voice = browser && nearestVoice(browser.getVoices(), locale, gender);
  if (!voice) return null;
  browser.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.voice = voice;
  words.lang = voice.lang;
  words.onend = over;
  words.onerror = over;
  signal.addEventListener("abort", () => browser.cancel());
  browser.speak(words);
  return voice.name;
}

type Asked = {
  readonly organizationId: string;
  readonly voice: string;
  readonly name: string;
  readonly text: string;
  readonly like: PreviewedVoice["like"];
};
type Stage = {
  readonly player: AudioContext;
  readonly signal: AbortSignal;
  readonly show: (now: Playing) => void;
  /** Shows the last of it, and releases the player. */
  readonly end: (last: Playing) => void;
};

/** Plays a sentence in a voice to its end, or until the signal. */
export async function playPreview(
  { organizationId, voice, name, text, like }: Asked,
  { player, signal, show, end }: Stage,
): Promise<void> {
  const form = new FormData();
  form.set("organization_id", organizationId);
  form.set("voice", voice);
  form.set("sentence", text);
  const preview = await askPreview(form, signal, like ? { ...like, text } : null);
  if (signal.aborted) return;
  if (preview.by === "provider") {
    show({ key: voice, said: `Playing ${name}, the provider's own voice.` });
    await playSound(player, preview.sound, signal);
    return end({ key: null, said: "" });
  }
  const { nearest, error } = preview;
  if (nearest === null) return end({ key: null, said: error ?? unplayable });
  const spoken = speakNearest(nearest, signal, () => end({ key: null, said: "" }));
  const about =
    spoken === null
      ? "Your browser has no voice of this language."
      : `Playing ${spoken}, the nearest voice of your browser.`;
  const all = { key: spoken === null ? null : voice, said: [error, about].filter(Boolean).join(" ") };
  if (spoken === null) end(all);
  else show(all);
}
