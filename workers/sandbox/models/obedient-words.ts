/** What the obedient model asks, and what it says of the results of tools. */
import { z } from "zod";
import type { AskedMessage, Said } from "./asked.ts";

export const questions = {
  when: "Which day and time would suit you?",
  which: "Does one of those work for you?",
  name: "May I have your name?",
  phone: "What's the best number to reach you?",
  message: "What should I pass on?",
  cancel: "Shall I cancel it?",
  more: "Is there anything else?",
} as const;

/** The results of tools are JSON of any shape, or words: the parts that can be spoken. */
const spoken = z.object({
  say: z.string().optional(),
  answer: z.string().optional(),
  text: z.string().optional(),
  error: z.string().optional(),
  reason: z.string().optional(),
  times: z.array(z.string()).optional(),
});

function wordsOf(result: string): string {
  try {
    const parsed = spoken.safeParse(JSON.parse(result));
    if (!parsed.success) return result;
    const { say, answer, text, error, reason, times } = parsed.data;
    return say ?? answer ?? text ?? times?.join(", ") ?? error ?? reason ?? result;
  } catch {
    return result;
  }
}

const followUps: Readonly<Record<string, string>> = {
  find_times: questions.which,
  find_appointments: "",
  end_call: "",
  transfer_call: "",
};

/** Says what the tools of the last answer gave: nothing of its own. */
export function afterTools(messages: readonly AskedMessage[]): Said {
  const at = messages.findLastIndex(({ role }) => role === "assistant");
  const calls = messages[at]?.calls ?? [];
  const results = messages.slice(at + 1).filter(({ role }) => role === "tool");
  const said = results.map(({ text }) => wordsOf(text)).join(" ");
  const name = calls.at(-1)?.name ?? "";
  const follow = followUps[name] ?? questions.more;
  return { say: [said, follow].filter(Boolean).join(" "), calls: [] };
}
