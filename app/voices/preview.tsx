/** Plays one's own sentence: as the voice's provider speaks it, or with the browser's nearest voice. */
import { Play, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useOrganizationId } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Playing, PreviewedVoice } from "./play-preview.ts";
import { sampleSentence, unplayable } from "./preview-words.ts";

const silence: Playing = { key: null, said: "" };

/** What is being played now, and how to play or stop it: one at a time. `said` is announced. */
export function usePreview() {
  const organizationId = useOrganizationId();
  const [{ key, said }, set] = useState<Playing>(silence);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

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
    show({ key: voice, said: `Loading ${name}...` });
    try {
      // What plays is fetched by the first press: most who edit an agent never press.
      const { playPreview } = await import("./play-preview.ts");
      await playPreview({ organizationId, voice, name, text, like }, { player, signal, show, end });
    } catch {
      end({ key: null, said: unplayable });
    }
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
