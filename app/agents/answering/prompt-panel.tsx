/** The instructions as they are sent. */
import { Button } from "#app/ui/button.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { tokensSaid } from "./answering-terms.tsx";

export interface Shown {
  readonly prompt: string;
  readonly tokens: number;
  readonly toolTokens: number;
}

interface PromptPanelProps {
  readonly form: string;
  readonly shown: Shown;
  /** Whether it is of the form as it stands, not of the saved version. */
  readonly isDraft: boolean;
  readonly canWrite: boolean;
  readonly isPending: boolean;
}

export function PromptPanel({ form, shown, isDraft, canWrite, isPending }: PromptPanelProps) {
  const { prompt, tokens } = shown;
  return (
    <FieldGroup
      title="What is sent"
      hint={
        isDraft
          ? "As your changes would be sent. They aren't saved yet."
          : "As the saved draft would be sent. Show your changes before you save them."
      }
    >
      {canWrite && (
        <div>
          <Button type="submit" form={form} name="do" value="show" pending={isPending}>
            Show
          </Button>
        </div>
      )}
      <Panel title="Instructions" aside={<span className="text-ink-3">{tokensSaid(tokens)}</span>}>
        <pre className="wrap-anywhere whitespace-pre-wrap text-control">{prompt}</pre>
      </Panel>
    </FieldGroup>
  );
}
