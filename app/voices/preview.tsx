/** Plays one's own sentence: as the voice's provider speaks it, or with the browser's nearest voice. */
import { Play, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOrganizationId } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { sampleSentence } from "./preview-words.ts";

/** Loaded after the page: none needs it before a press. */
const playing = () => import("./play-preview.ts").catch(() => null);

type Playing = { readonly key: string | null; readonly said: string };
const silence: Playing = { key: null, said: "" };

type PreviewedVoice = {
  readonly key: string;
  readonly name: string;
  /** By which the browser finds its nearest voice when the door cannot be reached. */
  readonly like?: { readonly locale: string; readonly gender: "female" | "male" };
};

const unplayable = "Your browser can't play this preview.";

/** What is being played now, and how to play or stop it: one at a time. `said` is announced. */
export function usePreview() {
  const organizationId = useOrganizationId();
  const [{ key, said }, set] = useState<Playing>(silence);
  const running = useRef<AbortController>(null);
  useEffect(() => {
    void playing();
    return () => running.current?.abort();
  }, []);

  const stop = () => {
    running.current?.abort();
    set(silence);
  };
  const play = async ({ key: voice, name, like }: PreviewedVoice, typed: string) => {
    running.current?.abort();
    const mine = new AbortController();
    const { signal } = mine;
    running.current = mine;
    // Made at the press: a browser lets no page that was not touched make a sound.
    const player = new AudioContext();
    signal.addEventListener("abort", () => player.close());
    const show = (now: Playing) => {
      if (!signal.aborted) set(now);
    };
    const end = (last: Playing) => {
      show(last);
      mine.abort();
    };

    const text = typed.trim() || sampleSentence;
    const form = new FormData();
    form.set("organization_id", organizationId);
    form.set("voice", voice);
    form.set("sentence", text);
    show({ key: voice, said: `Loading ${name}...` });
    const loaded = await playing();
    if (signal.aborted) return;
    if (loaded === null) return end({ key: null, said: unplayable });
    const { askPreview, playSound, speakNearest } = loaded;
    const preview = await askPreview(form, signal, like ? { ...like, text } : null);
    if (signal.aborted) return;
    if (preview.by === "provider") {
      show({ key: voice, said: `Playing ${name}, the provider's own voice.` });
      await playSound(player, preview.sound, signal).then(
        () => end(silence),
        () => end({ key: null, said: unplayable }),
      );
      return;
    }
    const { nearest, error } = preview;
    if (nearest === null) return end({ key: null, said: error ?? unplayable });
    const spoken = speakNearest(nearest, signal, () => end(silence));
    const about =
      spoken === null
        ? "Your browser has no voice of this language."
        : `Playing ${spoken}, the nearest voice of your browser.`;
    const all = { key: spoken === null ? null : voice, said: [error, about].filter(Boolean).join(" ") };
    if (spoken === null) end(all);
    else show(all);
  };
  return { playing: key, said, play, stop };
}

export interface PreviewButtonProps {
  readonly name: string;
  readonly isPlaying: boolean;
  readonly onPlay: () => void;
  readonly onStop: () => void;
}

/** As wide in both states, so that nothing moves when it is pressed. */
export function PreviewButton({ name, isPlaying, onPlay, onStop }: PreviewButtonProps) {
  return (
    <Button
      size="sm"
      icon={isPlaying ? <Square /> : <Play />}
      aria-label={isPlaying ? `Stop ${name}` : `Preview ${name}`}
      onClick={isPlaying ? onStop : onPlay}
      className="min-w-24 scriptless:hidden"
    >
      {isPlaying ? "Stop" : "Preview"}
    </Button>
  );
}
