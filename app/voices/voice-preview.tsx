/** Previews the voice that is chosen in a field, with a sentence of one's own. */
import { useState } from "react";
import { TextField } from "#app/ui/text-field.tsx";
import { PreviewButton, usePreview } from "./preview.tsx";
import { mostSentence, sampleSentence } from "./preview-words.ts";

export interface VoicePreviewProps {
  /** The key of the chosen voice. */
  readonly voice: string;
  readonly name: string;
}

export default function VoicePreview({ voice, name }: VoicePreviewProps) {
  const [sentence, setSentence] = useState("");
  const preview = usePreview();
  return (
    <div className="grid gap-2 scriptless:hidden">
      <TextField
        // A form that no page has: the sentence is no part of the form around it, and Enter sends nothing.
        form="voice-preview"
        of={{ name: "preview_sentence" }}
        label="Your own sentence"
        placeholder={sampleSentence}
        maxLength={mostSentence}
        autoComplete="off"
        onInput={(event) => {
          event.stopPropagation();
          setSentence(event.currentTarget.value);
        }}
      />
      <div>
        <PreviewButton
          name={name}
          isPlaying={preview.playing === voice}
          onPlay={() => preview.play({ key: voice, name }, sentence)}
          onStop={preview.stop}
        />
      </div>
      <p role="status" className="min-h-5 text-ink-2 text-meta">
        {preview.said}
      </p>
    </div>
  );
}
