/** The state of a recording that plays. */
import { useRef, useState } from "react";

/** What plays, so that a line of the transcript can be heard. */
export function usePlayer() {
  const audio = useRef<HTMLAudioElement>(null);
  const [seconds, tell] = useState(0);
  const playFrom = (at: number): void => {
    const player = audio.current;
    if (!player) return;
    player.currentTime = at;
    tell(at);
    void player.play();
  };
  return { audio, seconds, tell, playFrom };
}

export type Player = ReturnType<typeof usePlayer>;
