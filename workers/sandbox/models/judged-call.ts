/** The sandbox's model as the judge of a finished call: the report that the product asks for (`app/calls/analysis/ask-judge.ts`). */
import { z } from "zod";
import type { AskedMessage, AskedTool, Said } from "./asked.ts";

export const judgeTool = "report_call";

const line = z.object({ who: z.enum(["agent", "caller"]), said: z.string() });
type Line = z.infer<typeof line>;

const linesIn = (text: string): Line[] =>
  text.split("\n").flatMap((one) => {
    try {
      const read = line.safeParse(JSON.parse(one));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });

/** The deeds as the agent tells of them, the last of which counts. */
const deeds: readonly (readonly [RegExp, string])[] = [
  [/\b(?:booked|all set|you're down|see you|reservada)\b/i, "An appointment was booked."],
  [/\b(?:moved|changed to|queda para)\b/i, "An appointment was moved."],
  [/\b(?:cancell?ed|cancelada)\b/i, "An appointment was canceled."],
  [/\b(?:passed (?:that|it|your message) on|get back to you|pasado su mensaje)\b/i, "A message was taken."],
];
const gaveNothing = /\b(?:don't know|didn't work|can't do that|no lo sé)\b/i;

/** A question of the agent's owner: yes or no, a number, one of its choices, or text; null where the call does not tell. */
const parameter = z.object({
  type: z.array(z.string()).default([]),
  description: z.string().default(""),
  enum: z.array(z.string().nullable()).optional(),
});
const answersOf = z.object({ properties: z.record(z.string(), parameter).default({}) });

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

function answerTo({ type, description, enum: choices }: z.infer<typeof parameter>, lines: readonly Line[]) {
  const caller = lines.filter(({ who }) => who === "caller").map(({ said }) => said);
  const all = caller.join(" ").toLowerCase();
  if (choices) return choices.find((one) => one !== null && all.includes(one.toLowerCase())) ?? null;
  if (type.includes("number")) return Number(/\b\d{1,6}\b/.exec(all)?.[0] ?? Number.NaN) || null;
  const about = wordsOf(description);
  const told = caller.find((said) => wordsOf(said).some((word) => about.includes(word))) ?? null;
  if (type.includes("boolean")) return told === null ? null : !/\b(?:no|not|never|don't)\b/i.test(told);
  return told?.slice(0, 300) ?? null;
}

export function judge(tool: AskedTool, messages: readonly AskedMessage[]): Said {
  const lines = linesIn(messages.at(-1)?.text ?? "");
  const agent = lines.filter(({ who }) => who === "agent").map(({ said }) => said);
  const caller = lines.filter(({ who }) => who === "caller").map(({ said }) => said);
  const done = deeds
    .map(([pattern, words]) => ({
      words,
      // What is asked is not done yet.
      at: agent.findLastIndex((said) => pattern.test(said.replaceAll(/[^.!?]*\?/g, ""))),
    }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)
    .at(-1);
  const unhelped = agent.some((said) => gaveNothing.test(said));
  const last = caller.at(-1) ?? "";
  const wish = caller[0]?.replaceAll(/\+?\d[\d\s().-]{6,}\d/g, "…").slice(0, 160) ?? "";
  const summary = `The caller said: “${wish}”. ${done?.words ?? (unhelped ? "It was not settled in the call." : "Their questions were answered.")}`;
  const asked = answersOf.safeParse(tool.parameters.properties.answers).data?.properties ?? {};
  const report = {
    summary,
    success: done ? "yes" : unhelped || caller.length < 2 ? "unclear" : "yes",
    sentiment: /\b(?:thanks?|great|perfect|gracias)\b/i.test(last)
      ? "positive"
      : /\b(?:terrible|angry|ridiculous|useless|upset)\b/i.test(caller.join(" "))
        ? "negative"
        : "neutral",
    answers: Object.fromEntries(Object.entries(asked).map(([id, one]) => [id, answerTo(one, lines)])),
  };
  return { say: "", calls: [{ name: judgeTool, arguments: report }] };
}
