// Plays the recording of a call: its waveform, its speed, and the line of the transcript that is heard.
import { Download, Pause, Play } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { clockDuration } from "#app/platform/format.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { ShownRecording } from "./recording.schema.ts";
import { recordingWords } from "./recording-words.ts";
import type { Player } from "./use-player.tsx";
import { Waveform } from "./waveform.tsx";

const speeds = [0.75, 1, 1.25, 1.5, 2] as const;
/** How far an arrow key goes, in seconds. */
const step = 5;
const deleteForm = "delete-recording";
/** An audio element: the transcript beside it has every word, in place of a track of captions. */
const Sound = "audio";

export interface CallPlayerProps {
  readonly call: string;
  readonly recording: ShownRecording;
  readonly player: Player;
  readonly canDelete: boolean;
}

export default function CallPlayer({ call, recording, player, canDelete }: CallPlayerProps) {
  if (recording.status !== "stored")
    return (
      <Panel title="Recording" className="print:hidden">
        <p className="text-ink-2">{recordingWords[recording.status]}</p>
      </Panel>
    );
  const source = `/call-history/${call}/recording`;
  return (
    <Panel
      title="Recording"
      className="print:hidden"
      aside={
        <span className="-my-1 flex items-center gap-1">
          <ButtonLink to={`${source}?download`} reloadDocument size="sm" variant="quiet" icon={<Download />}>
            Download
          </ButtonLink>
          {canDelete && (
            <OrganizationForm preventScrollReset id={deleteForm}>
              <ConfirmDialog
                form={deleteForm}
                name="do"
                value="delete_recording"
                label="Delete"
                aria-label="Delete the recording"
                size="sm"
                variant="quiet"
                title="Delete this recording?"
                sentence="It can't be restored. The call and its transcript stay."
                confirm="Delete recording"
              />
            </OrganizationForm>
          )}
        </span>
      }
    >
      <Controls source={source} recording={recording} player={player} />
    </Panel>
  );
}

function Controls({
  source,
  recording,
  player,
}: Pick<CallPlayerProps, "recording" | "player"> & { readonly source: string }) {
  const { audio, seconds, tell } = player;
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const whole = Math.max(1, recording.seconds ?? 1);
  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (element.paused) void element.play();
    else element.pause();
  };
  const go = (to: number) => {
    const element = audio.current;
    if (!element) return;
    element.currentTime = Math.max(0, Math.min(whole, to));
    tell(element.currentTime);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement) return;
    if (event.key === "ArrowRight") go(seconds + step);
    else if (event.key === "ArrowLeft") go(seconds - step);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(whole);
    else if (event.key === "k") toggle();
    else return;
    event.preventDefault();
  };
  return (
    <fieldset aria-label="Player" onKeyDown={onKey} className="grid min-w-0 gap-2">
      <Sound
        ref={audio}
        src={source}
        preload="none"
        controls
        className="hidden w-full scriptless:block"
        onTimeUpdate={({ currentTarget }) => tell(currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setBroken(true)}
      />
      <div className="relative scriptless:hidden">
        {recording.peaks && <Waveform peaks={recording.peaks} played={Math.min(1, seconds / whole)} />}
        <input
          type="range"
          min={0}
          max={whole}
          step={0.1}
          value={Math.min(whole, seconds)}
          onChange={({ currentTarget }) => go(Number(currentTarget.value))}
          aria-label="Position"
          aria-valuetext={`${clockDuration(seconds)} of ${clockDuration(whole)}`}
          className={
            recording.peaks
              ? "absolute inset-0 size-full cursor-pointer opacity-0 focus-visible:opacity-60"
              : "w-full"
          }
        />
      </div>
      <div className="flex items-center gap-3 scriptless:hidden">
        <IconButton
          label={isPlaying ? "Pause" : "Play"}
          icon={isPlaying ? <Pause /> : <Play />}
          onClick={toggle}
          variant="plain"
        />
        <span className="text-ink-2 text-meta tabular-nums">
          {clockDuration(seconds)} / {clockDuration(whole)}
        </span>
        <label className="ml-auto flex items-center gap-2 text-ink-2 text-meta">
          Speed
          <select
            defaultValue="1"
            onChange={({ currentTarget }) => {
              if (audio.current) audio.current.playbackRate = Number(currentTarget.value);
            }}
            className="h-8 rounded-md border border-line-strong bg-surface px-2 text-ink max-md:h-10"
          >
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </label>
      </div>
      {isBroken && (
        <p role="status" className="text-bad text-meta">
          The recording couldn't be played. Reload the page and try again.
        </p>
      )}
    </fieldset>
  );
}
