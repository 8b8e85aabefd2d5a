/** What the agent said last before the caller hung up, in a form that repeats from call to call. */
import type { FinishedCall } from "./calls.schema.ts";

const longest = 160;
/** Fewer words than this are no sentence of their own, such as what follows "Dr.". */
const leastWords = 3;

/** The last sentence of a line: what comes before it often holds a name, and differs. */
function lastSentence(text: string): string {
  const said = text.replaceAll(/\s+/g, " ").trim();
  const ends = [". ", "? ", "! "].map((end) => said.lastIndexOf(end));
  const last = said.slice(Math.max(...ends) + 1).trim();
  return last.split(" ").length >= leastWords ? last : said;
}

/** Null: the caller did not hang up, or the agent had not said anything. */
export function lastSaidOf({ ended_by, lines }: Pick<FinishedCall, "ended_by" | "lines">): string | null {
  if (ended_by !== "caller") return null;
  const last = lines.findLast(({ type, text }) => type === "agent" && text.trim() !== "");
  return last ? lastSentence(last.text).slice(0, longest) : null;
}
