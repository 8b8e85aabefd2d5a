/** A caller who hears what they are asked: a brain that is no script asks in its own order. */
import type { Caller, Turn } from "./caller.ts";

const plain = (says: string): Turn => ({ says, model: [] });

/** What the agent's words ask for, in the order in which callers answer. */
const asks: { fact: "name" | "phone" | "when" | "kind" | "email" | "need"; pattern: RegExp }[] = [
  {
    fact: "kind",
    pattern: /which (?:kind|one|of)|what (?:kind|would you like to come in for)|cleaning, filling/i,
  },
  {
    fact: "name",
    pattern: /\bname\b|who am i speaking|who(?:'s| is) (?:calling|this|it for)|nombre|cómo se llama/i,
  },
  { fact: "phone", pattern: /\bnumber\b|reach you|número/i },
  { fact: "email", pattern: /e-?mail|correo/i },
  {
    fact: "when",
    pattern: /\bwhen\b|which day|what (?:day|time)|what works|morning or|suit|qué (?:día|hora)|cuándo/i,
  },
  {
    fact: "need",
    pattern: /what (?:is it|'s it|are you|do you|can i|would you)|about\?|looking for|message/i,
  },
];

/**
 * What the caller answers to a question; null: they go on with what they wanted to say.
 * @param answered what they have told, by fact; it grows
 * @param left how many things they still want to say
 */
export function answerTo(
  last: string,
  { facts, language }: Caller,
  answered: Set<string>,
  left: number,
): Turn | null {
  const question = last.match(/[^.!?]+\?/g)?.at(-1) ?? "";
  // The first thing that a caller says is theirs, and an offer to help more asks for nothing.
  if (question === "" || answered.size === 0) {
    answered.add("begun");
    return null;
  }
  if (/anything else|else i can|help you with\?|algo más/i.test(question))
    return left > 0 ? null : goodbye(language);
  const asked = asks.find(
    ({ fact, pattern }) => pattern.test(question) && (fact === "when" || !answered.has(fact)),
  );
  if (asked) {
    answered.add(asked.fact);
    const said = fact(asked.fact, facts, answered);
    if (said) return plain(said);
  }
  if (left > 0) return null;
  return plain(language === "es" ? "Sí, por favor." : "Yes, please.");
}

function fact(asked: string, facts: Caller["facts"], answered: Set<string>): string | null {
  if (asked === "when") {
    const at = [...answered].filter((one) => one.startsWith("when ")).length;
    answered.add(`when ${at}`);
    return facts.when?.[Math.min(at, facts.when.length - 1)] ?? null;
  }
  if (asked === "phone") return facts.phone ?? "This number is fine.";
  if (asked === "name") return facts.name;
  if (asked === "kind") return facts.kind ?? null;
  if (asked === "email") return facts.email ?? "I'd rather not.";
  return facts.need ?? null;
}

const goodbye = (language: Caller["language"]): Turn =>
  plain(language === "es" ? "No, es todo, gracias. Adiós." : "No, that's all. Thank you, bye.");
