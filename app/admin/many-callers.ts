/** Many callers at once, as /testing counts them: what each line of the simulated phone's answer changes. */

export type Load = {
  readonly callers: number;
  /** How long callers waited for the first words, and for each answer, in milliseconds. */
  readonly greetings: readonly number[];
  readonly answers: readonly number[];
  /** How many calls ended, by the carrier's own words: "completed", "busy". */
  readonly ended: Readonly<Record<string, number>>;
  /** What went wrong in the last call that failed. */
  readonly error: string | null;
};

export const noLoad = (callers: number): Load => ({
  callers,
  greetings: [],
  answers: [],
  ended: {},
  error: null,
});

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** The load after one more line; a line of another kind changes nothing. */
export function counted(load: Load, line: unknown): Load {
  const [type, what, ms] = ["type", "what", "ms"].map((name) => field(line, name));
  if (type === "lap" && typeof ms === "number") {
    if (what === "greeting") return { ...load, greetings: [...load.greetings, ms] };
    if (what === "answer") return { ...load, answers: [...load.answers, ms] };
  }
  const status = field(line, "status");
  if (type !== "over" || typeof status !== "string") return load;
  const error = field(line, "error");
  return {
    ...load,
    ended: { ...load.ended, [status]: (load.ended[status] ?? 0) + 1 },
    error: typeof error === "string" ? error : load.error,
  };
}

export const endedCalls = ({ ended }: Load): number =>
  Object.values(ended).reduce((all, count) => all + count, 0);

/** Hands over each line of a body as it comes. @throws SyntaxError for a line that is no JSON */
export async function readLines(
  body: ReadableStream<Uint8Array>,
  onLine: (line: unknown) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") onLine(JSON.parse(line));
    if (done) return;
  }
}
