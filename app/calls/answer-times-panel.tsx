// How long the caller waited for each answer, and what each cost.
import { clockDuration } from "#app/platform/format.ts";
import { cx } from "#app/ui/cx.ts";
import { Panel } from "#app/ui/panel.tsx";
import type { AnswerTime } from "./answer-times.ts";

export function AnswerTimes({ answers }: { readonly answers: readonly AnswerTime[] }) {
  if (answers.length === 0) return null;
  return (
    <Panel title="Each answer" className="print:hidden" flush>
      <p className="px-4.5 pt-2.5 text-ink-3 text-meta">
        Until the agent's words were ready. The response time counts until the caller hears them.
      </p>
      <ol className="max-h-80 overflow-y-auto py-2">
        {answers.map(({ at_ms, wait, isSlow, behind }) => (
          <li key={at_ms} className="flex items-baseline gap-3 px-4.5 py-1 text-meta">
            <span className="w-10 shrink-0 text-ink-3 tabular-nums">{clockDuration(at_ms / 1000)}</span>
            <span className={cx("shrink-0 tabular-nums", isSlow && "font-strong text-warn")}>{wait}</span>
            {behind !== null && <span className="min-w-0 text-ink-3">{behind}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
