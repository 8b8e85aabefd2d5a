/** The figures of an agent's calls, in words and with the calls behind each. */
import type { Success } from "#app/calls/analysis/analysis-terms.schema.ts";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { shareBar } from "#app/calls/share-bar.ts";
import {
  count,
  counted,
  money,
  percent,
  startedMinutes,
  tenthsOfSeconds,
  wordDuration,
} from "#app/platform/format.ts";
import type { ShareBar } from "#app/ui/share-bar.ts";
import type { AgentFigures, CountedAnswer, CountedCalls, CountedWait } from "./agent-figures.ts";

export const analyticsRanges = ["7", "30", "90"] as const;
export type AnalyticsRange = (typeof analyticsRanges)[number];
export const usualRange: AnalyticsRange = "30";

/** The range in an address (`?range=90`). */
export function rangeIn(url: string): AnalyticsRange {
  const asked = new URL(url).searchParams.get("range");
  return analyticsRanges.find((range) => range === asked) ?? usualRange;
}

type Filters = Partial<Record<"outcome" | "success" | "last", string>>;
export type Seen = { readonly agent: string; readonly range: AnalyticsRange; readonly locale: string };

/** The calls of the agent in the range. */
const callsOf = ({ agent, range }: Seen, filters: Filters = {}): string =>
  `/call-history?${new URLSearchParams({ agent, range, ...filters })}`;

type Sum = Pick<CountedCalls, "calls" | "answered" | "seconds" | "hung_up"> & {
  success: Record<Success, number>;
  /** Micros by currency. */
  cost: Map<string, number>;
};

function sumOf(groups: readonly CountedCalls[]): Sum {
  const sum: Sum = {
    calls: 0,
    answered: 0,
    seconds: 0,
    hung_up: 0,
    success: { yes: 0, no: 0, unclear: 0 },
    cost: new Map(),
  };
  for (const group of groups) {
    sum.calls += group.calls;
    sum.answered += group.answered;
    sum.seconds += group.seconds;
    sum.hung_up += group.hung_up;
    if (group.success) sum.success[group.success] += group.calls;
    sum.cost.set(group.currency, (sum.cost.get(group.currency) ?? 0) + group.cost_micros);
  }
  return sum;
}

const judgedIn = ({ success: { yes, no, unclear } }: Sum): number => yes + no + unclear;

/** The shortest wait that so many calls did not exceed; null: none was measured. @param share 0.5: the median */
export function waitAt(waits: readonly CountedWait[], share: number): number | null {
  const all = waits.reduce((sum, { calls }) => sum + calls, 0);
  let passed = 0;
  for (const { ms, calls } of waits) {
    passed += calls;
    if (passed >= all * share) return ms;
  }
  return null;
}

/** "$0.31", or one amount for each currency. @param calls that share it */
const costShown = (cost: Sum["cost"], calls: number, locale: string): string =>
  [...cost].map(([currency, micros]) => money(Math.round(micros / calls), currency, locale)).join(" + ");

export type AnalyticsFigure = { label: string; value: string; note: string; to: string };

function figuresOf(sum: Sum, waits: readonly CountedWait[], seen: Seen): AnalyticsFigure[] {
  const { locale } = seen;
  const all = callsOf(seen);
  const judged = judgedIn(sum);
  const [median, most] = [waitAt(waits, 0.5), waitAt(waits, 0.95)];
  return [
    {
      label: "Calls",
      value: count(sum.calls, locale),
      note: `${percent(sum.answered, sum.calls, locale)} answered`,
      to: all,
    },
    {
      label: "Minutes talked",
      value: startedMinutes(sum.seconds, locale),
      note: sum.answered === 0 ? "" : `${wordDuration(sum.seconds / sum.answered)} average`,
      to: all,
    },
    {
      label: "Successful",
      value: percent(sum.success.yes, judged, locale) ?? "–",
      note:
        judged === 0 ? "No call judged yet" : `of ${counted(judged, "judged call", "judged calls", locale)}`,
      to: callsOf(seen, { success: "yes" }),
    },
    {
      label: "Callers' wait",
      value: median === null ? "–" : tenthsOfSeconds(median, locale),
      note:
        most === null
          ? "Not measured yet"
          : `median; 95% within ${tenthsOfSeconds(most, locale).replace(" ", "\u00a0")}`,
      to: all,
    },
    {
      label: "Cost a call",
      value: costShown(sum.cost, sum.calls, locale),
      note: `${costShown(sum.cost, 1, locale)} in all`,
      to: all,
    },
  ];
}

function outcomeBars(groups: readonly CountedCalls[], sum: Sum, seen: Seen): ShareBar[] {
  return outcomes
    .map((outcome) => ({
      outcome,
      calls: sumOf(groups.filter((group) => group.outcome === outcome)).calls,
    }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls)
    .map(({ outcome, calls }) =>
      shareBar(outcomeWords[outcome], calls, sum.calls, seen.locale, callsOf(seen, { outcome })),
    );
}

const successWords: Record<Success, string> = {
  yes: "Got what they wanted",
  no: "Didn't",
  unclear: "Unclear",
};

const successBars = (sum: Sum, seen: Seen): ShareBar[] =>
  judgedIn(sum) === 0
    ? []
    : (["yes", "no", "unclear"] as const).map((success) =>
        shareBar(
          successWords[success],
          sum.success[success],
          judgedIn(sum),
          seen.locale,
          callsOf(seen, { success }),
        ),
      );

const number = (value: number, locale: string): string => count(Math.round(value * 10) / 10, locale);

type Question = AgentFigures["questions"][number];
export type QuestionShown = { label: string; note: string; bars: ShareBar[] };

function answerLabel({ type }: Question, { value }: CountedAnswer): string {
  if (value === null) return "Not answered";
  if (type === "yes_no") return Number(value) === 1 ? "Yes" : "No";
  return type === "choice" ? String(value) : "Answered";
}

/** The answers to one of the agent's own questions; null: no call was judged by it. */
function questionShown(
  question: Question,
  answers: readonly CountedAnswer[],
  seen: Seen,
): QuestionShown | null {
  const own = answers.filter(({ id }) => id === question.id);
  const all = own.reduce((sum, { calls }) => sum + calls, 0);
  if (all === 0) return null;
  const { locale } = seen;
  const found = own.find(({ average }) => average !== null);
  const range =
    question.type === "number" && found
      ? ` · average ${number(found.average ?? 0, locale)}, from ${number(found.least ?? 0, locale)} to ${number(found.most ?? 0, locale)}`
      : "";
  return {
    label: question.label,
    note: `${counted(all, "judged call", "judged calls", locale)}${range}`,
    bars: own.map((one) => shareBar(answerLabel(question, one), one.calls, all, seen.locale, null)),
  };
}

export type VersionShown = {
  version: string;
  calls: string;
  successful: string;
  average: string;
  cost: string;
};

/** Each version that answered, the newest first. Only where there are several. */
function versionsOf(groups: readonly CountedCalls[], locale: string): VersionShown[] {
  const versions = [...new Set(groups.flatMap(({ version }) => version ?? []))].sort((a, b) => b - a);
  if (versions.length < 2) return [];
  return versions.map((version) => {
    const sum = sumOf(groups.filter((group) => group.version === version));
    return {
      version: `Version ${version}`,
      calls: count(sum.calls, locale),
      successful: percent(sum.success.yes, judgedIn(sum), locale) ?? "–",
      average: sum.answered === 0 ? "–" : wordDuration(sum.seconds / sum.answered),
      cost: costShown(sum.cost, sum.calls, locale),
    };
  });
}

/** Everything that the page shows. */
export function analyticsShown(found: AgentFigures, seen: Seen) {
  const { groups, waits, lasts, answers, questions } = found;
  const sum = sumOf(groups);
  const { locale } = seen;
  return {
    calls: sum.calls,
    all: callsOf(seen),
    figures: sum.calls === 0 ? [] : figuresOf(sum, waits, seen),
    outcomes: outcomeBars(groups, sum, seen),
    success: successBars(sum, seen),
    lasts: lasts.map(({ said, calls, newest }) =>
      shareBar(said, calls, sum.hung_up, seen.locale, callsOf(seen, { last: newest })),
    ),
    hungUp: `${counted(sum.hung_up, "caller", "callers", locale)} hung up, ${percent(sum.hung_up, sum.calls, locale)} of all calls`,
    questions: questions.flatMap((question) => questionShown(question, answers, seen) ?? []),
    versions: versionsOf(groups, locale),
  };
}
