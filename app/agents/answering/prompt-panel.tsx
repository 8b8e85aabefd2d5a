/** The instructions as they are sent, and what they are expected to cost. */
import { Button } from "#app/ui/button.tsx";
import { FieldGroup } from "#app/ui/field.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { dollars, secondsSaid, tokensSaid } from "./answering-terms.tsx";
import { assumed, type ModelEstimate } from "./estimate.ts";

export interface Shown {
  readonly prompt: string;
  readonly tokens: number;
  readonly toolTokens: number;
  readonly estimates: readonly ModelEstimate[];
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
  const { prompt, tokens, toolTokens, estimates } = shown;
  return (
    <FieldGroup
      title="What is sent"
      hint={
        isDraft
          ? "As your changes would be sent. They aren't saved yet."
          : "As the saved version is sent. Show your changes before you save them."
      }
    >
      {canWrite && (
        <div>
          <Button type="submit" form={form} name="do" value="show" pending={isPending}>
            Show
          </Button>
        </div>
      )}
      <Panel title="Estimate">
        {estimates.length === 0 ? (
          <p className="text-ink-2">
            The built-in agent answers: no language model is asked, and none is paid.
          </p>
        ) : (
          <div className="grid gap-4">
            <Facts
              facts={estimates.map(({ name, minute_micros, first_word_ms }) => [
                name,
                `${minute_micros === null ? "price unknown" : `${dollars(minute_micros)} a minute`}, first word after ${secondsSaid(first_word_ms)}`,
              ])}
            />
            <Assumptions toolTokens={toolTokens} />
          </div>
        )}
      </Panel>
      <Panel title="Instructions" aside={<span className="text-ink-3">{tokensSaid(tokens)}</span>}>
        <pre className="wrap-anywhere whitespace-pre-wrap text-control">{prompt}</pre>
      </Panel>
    </FieldGroup>
  );
}

function Assumptions({ toolTokens }: { readonly toolTokens: number }) {
  const { requests_per_minute, minutes, history_tokens, answer_tokens, line_ms, fast_ms, slow_ms } = assumed;
  return (
    <details className="text-control text-ink-2">
      <summary>What this assumes</summary>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>{`A call of ${minutes} minutes in which the model is asked ${requests_per_minute} times a minute.`}</li>
        <li>
          {`The instructions and ${tokensSaid(toolTokens)} of tools cost their full price once in a call, then the provider's price for repeated text.`}
        </li>
        <li>
          {`The conversation so far adds ${history_tokens} tokens on average, and an answer has ${answer_tokens}.`}
        </li>
        <li>
          {`A fast model begins after ${secondsSaid(fast_ms)}, a slower one after ${secondsSaid(slow_ms)}, and later with long instructions.`}
        </li>
        <li>
          {`The line itself takes ${secondsSaid(line_ms)}: until it knows that the caller is done, and until the voice begins.`}
        </li>
        <li>The call's own price and what tools cost aren't included.</li>
      </ul>
    </details>
  );
}
