/** The judgement of a call in small marks, for rows: whether it succeeded, and a mood that stands out. */
import { Check, CircleHelp, Frown, Smile, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Sentiment, Success } from "./analysis/analysis-terms.schema.ts";

const successMarks: Record<Success, readonly [mark: ReactNode, tone: string, words: string]> = {
  yes: [<Check key="yes" />, "text-good", "The caller got what they wanted"],
  no: [<X key="no" />, "text-bad", "The caller didn't get what they wanted"],
  unclear: [<CircleHelp key="unclear" />, "text-ink-3", "Unclear whether the caller got what they wanted"],
};

/** Most calls are neutral, and a mark on each would hide the others. */
const moodMarks: Partial<Record<Sentiment, readonly [mark: ReactNode, tone: string, words: string]>> = {
  positive: [<Smile key="positive" />, "text-good", "Positive mood"],
  negative: [<Frown key="negative" />, "text-bad", "Negative mood"],
};

interface JudgementMarksProps {
  readonly success: Success | null;
  readonly sentiment: Sentiment | null;
}

export function JudgementMarks({ success, sentiment }: JudgementMarksProps) {
  const marks = [success && successMarks[success], sentiment && moodMarks[sentiment]];
  return marks.map(
    (one) =>
      one && (
        <span
          key={one[2]}
          title={one[2]}
          className={`relative z-1 inline-flex align-middle [&>svg]:size-4 ${one[1]}`}
        >
          {one[0]}
          <span className="sr-only">{one[2]}</span>
        </span>
      ),
  );
}
