/** What the models that are chosen are expected to cost and how soon callers hear them, while they are being chosen. */
import { offeredModel } from "#app/models/offered-models.ts";
import { usualPrices } from "#app/telephony/carriers/carrier-prices.ts";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { dollars, secondsSaid, tokensSaid } from "./answering-terms.tsx";
import { assumed, type ChosenModel, estimateOf, type MeasuredWait, type ModelEstimate } from "./estimate.ts";
import type { Shown } from "./prompt-panel.tsx";

/** The choices as they stand in the form. Without models the built-in agent answers. */
export type TypedChoices = {
  readonly chain: readonly ChosenModel[];
  /** How long each model may take to begin. */
  readonly patience_ms: number;
};

interface EstimatePanelProps {
  readonly typed: TypedChoices;
  readonly shown: Shown;
  readonly measured: MeasuredWait | null | undefined;
}

const line_micros = usualPrices.inbound_minute + usualPrices.relay_minute;

export function EstimatePanel({ typed: { chain, patience_ms }, shown, measured }: EstimatePanelProps) {
  const estimates = estimateOf(chain, shown.tokens + shown.toolTokens);
  const [first] = estimates;
  const model_micros = first ? first.minute_micros : 0;
  return (
    <Panel title="Estimate">
      <div className="grid gap-4">
        <div role="status">
          <Facts
            facts={[
              ["Phone line, speech and voice", `${dollars(line_micros)} a minute`],
              ...(first
                ? estimates.map((one, place): readonly [string, string] => [
                    place === 0 ? one.name : `${one.name}, if it has to answer`,
                    wordsOf(one, place * patience_ms),
                  ])
                : [["The built-in agent", "costs nothing more"] as const]),
              [
                "Together",
                model_micros === null ? "unknown" : `${dollars(line_micros + model_micros)} a minute`,
              ],
              ...(measured === undefined
                ? []
                : [["Measured", measuredWords(measured, chain[0] ?? null)] as const]),
            ]}
          />
        </div>
        {first && <Assumptions toolTokens={shown.toolTokens} patience_ms={patience_ms} />}
      </div>
    </Panel>
  );
}

/** @param waited_ms how long the models before it may have taken */
function wordsOf({ minute_micros, first_word_ms }: ModelEstimate, waited_ms: number): string {
  const cost = minute_micros === null ? "price unknown" : `${dollars(minute_micros)} a minute`;
  if (first_word_ms === null) return `${cost}, first word unknown`;
  return `${cost}, first word after ${waited_ms > 0 ? "up to " : ""}${secondsSaid(first_word_ms + waited_ms)}`;
}

const nameOf = (one: ChosenModel | null): string =>
  one ? (offeredModel(one.provider, one.model)?.name ?? one.model) : "the built-in agent";

/** What calls have shown, and of which model: another one may be faster or slower. */
function measuredWords(measured: MeasuredWait | null, chosen: ChosenModel | null): string {
  if (measured === null) return "no calls of the version that answers yet";
  const { ms, calls, version, first } = measured;
  const isSame = first?.provider === chosen?.provider && first?.model === chosen?.model;
  const of = `${calls === 1 ? "the last call" : `the last ${calls} calls`} of version ${version}`;
  return `first word after ${secondsSaid(ms)} in ${of}${isSame ? "" : `, with ${nameOf(first)}`}`;
}

interface AssumptionsProps {
  readonly toolTokens: number;
  readonly patience_ms: number;
}

function Assumptions({ toolTokens, patience_ms }: AssumptionsProps) {
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
        <li>{`A model that fails may take ${secondsSaid(patience_ms)} before the next one is asked.`}</li>
        <li>
          An incoming call to a local number in the United States; every voice costs the same. A call from a
          browser has no phone line. What tools cost isn't included.
        </li>
      </ul>
    </details>
  );
}
