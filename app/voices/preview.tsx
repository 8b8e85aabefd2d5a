/** Speaks one's own sentence with the browser's nearest voice, which is an approximation of the one that callers hear. */
import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { nearestVoice } from "./nearest-voice.ts";

export const sampleSentence = "Thanks for calling. How can I help you today?";

type Speaking = { readonly key: string | null; readonly said: string };

/** What is being spoken now, and how to speak or stop it. `said` is announced. */
export function usePreview() {
  const [{ key, said }, set] = useState<Speaking>({ key: null, said: "" });
  useEffect(() => () => globalThis.speechSynthesis?.cancel(), []);
  const stop = () => {
    globalThis.speechSynthesis?.cancel();
    set({ key: null, said: "" });
  };
  const play = (
    one: { key: string; name: string; locale: string; gender: "female" | "male" },
    text: string,
  ) => {
    const browser = globalThis.speechSynthesis;
    const voice = browser && nearestVoice(browser.getVoices(), one.locale, one.gender);
    if (!voice) return set({ key: null, said: "Your browser has no voice of this language." });
    browser.cancel();
    const words = new SpeechSynthesisUtterance(text.trim() || sampleSentence);
    words.voice = voice;
    words.lang = voice.lang;
    const over = () => set((now) => (now.key === one.key ? { key: null, said: "" } : now));
    words.onend = over;
    words.onerror = over;
    set({ key: one.key, said: `Playing ${voice.name}, the nearest voice of your browser.` });
    browser.speak(words);
  };
  return { playing: key, said, play, stop };
}

export interface PreviewButtonProps {
  readonly name: string;
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly onStop: () => void;
}

export function PreviewButton({ name, isPlaying, onPlay, onStop }: PreviewButtonProps) {
  return (
    <Button
      size="sm"
      icon={isPlaying ? <Square /> : <Play />}
      aria-label={isPlaying ? `Stop ${name}` : `Preview ${name}`}
      onClick={isPlaying ? onStop : onPlay}
      className="scriptless:hidden"
    >
      {isPlaying ? "Stop" : "Preview"}
    </Button>
  );
}
