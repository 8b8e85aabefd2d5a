/** Turns the parts of a turn into words: the wording by turn number, one question at the end, no sentence repeated too often. */
import { asISaid, onceMore } from "#workers/conversation/english/sayings.ts";
import type { CallState } from "./state.ts";

/** The words for a field's value. */
export type SaidBack = { field: string; phrase: string };

/** One statement in several wordings, of which one is chosen. */
export type Part = {
  wordings: readonly string[];
  /** Whether the first wording is the organization's own and takes precedence. */
  own_first?: boolean;
  /** What precedes the words when all wordings have been used; "as I said" by default. */
  leads?: readonly string[];
  /** Fields that these words say back, with the words that stand for each. */
  says?: readonly SaidBack[];
};

export type Spoken = {
  text: string;
  /** Every sentence in it, also those that were joined into one. */
  sentences: string[];
  /** What was said back, as far as it is in the text. */
  said_back: SaidBack[];
  answer: string | null;
  /** A part that had to be said ran out of wordings: the call is going round in circles. */
  exhausted: boolean;
};

/** No sentence is said more often than this in a call (docs/conversation.md, "Invariants"). */
const MOST = 2;
/** Words that keep their meaning in lower case, in the middle of a sentence. */
const MID_SENTENCE =
  /^(We're|We|We'll|That's|That|Those|These|They|They're|Your|You|You'll|Our|What|Which|When|Where|Would|Shall|Should|Can|Could|Here|Here's|For|And|But|Or|If|Any|Not|Does|Do|Are|Was|Sorry|So|There's|There|The|On|It's|It|Just|You're|At|Done|This|Nothing|Is|All|Let|A|An|Today|Tomorrow|Noon|Midnight|Half|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Twenty)\b/;

/** The sentences of a text, with their marks. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.?!])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** "Friday the 20th. Morning or afternoon?" in one sentence, so that what leads it makes all of it new. */
function asOneSentence(wording: string): string {
  const [first = "", ...rest] = sentencesOf(wording);
  return rest.reduce((all, next) => {
    const low = /^I\b/.test(next) ? next : next.charAt(0).toLowerCase() + next.slice(1);
    return `${all.replace(/[.]$/, "")}, ${low}`;
  }, first);
}

/** Chooses wordings for one turn, by what the call has heard already. */
class Choice {
  readonly taken = new Set<string>();
  readonly said_back: Spoken["said_back"] = [];
  private readonly state: CallState;
  private readonly before: Set<string>;

  constructor(state: CallState) {
    this.state = state;
    this.before = new Set(state.last.sentences);
  }

  /** The least used wording that is not blocked, beginning with the turn's own; with a lead in front when all are. */
  choose(part: Part, leads: readonly string[]): string | null {
    const start = part.own_first ? 0 : this.state.turn % Math.max(1, part.wordings.length);
    const order = [...part.wordings.slice(start), ...part.wordings.slice(0, start)].filter(Boolean);
    const free = order.filter((wording) => !this.isBlocked(wording));
    const best = free.toSorted((a, b) => this.uses(a) - this.uses(b))[0];
    if (best !== undefined) return this.take(part, best);
    for (const lead of leads)
      for (const wording of order) {
        const led = `${lead}${asOneSentence(wording)}`;
        if (!this.isBlocked(led)) return this.take(part, led);
      }
    return null;
  }

  private uses(wording: string): number {
    return Math.max(0, ...sentencesOf(wording).map((sentence) => this.state.said[sentence] ?? 0));
  }

  private isBlocked(wording: string): boolean {
    return sentencesOf(wording).some(
      (sentence) =>
        this.before.has(sentence) || this.taken.has(sentence) || (this.state.said[sentence] ?? 0) >= MOST,
    );
  }

  private take(part: Part, text: string): string {
    for (const sentence of sentencesOf(text)) this.taken.add(sentence);
    const low = text.toLowerCase();
    for (const said of part.says ?? [])
      if (low.includes(said.phrase.toLowerCase())) this.said_back.push(said);
    return text;
  }
}

/**
 * Says the parts in order: reactions, answers, one question (or closing) at the end. Answers and questions must be
 * said and get other words when theirs are used up; reactions that were said too often are left out.
 */
export function speak(
  state: CallState,
  parts: { reactions: readonly Part[]; answers: readonly Part[]; question: Part | null },
): Spoken {
  const choice = new Choice(state);
  const reactions = parts.reactions
    .map((part) => choice.choose(statement(part), []))
    .filter((text) => text !== null);
  const answers = parts.answers
    .map((part) => choice.choose(parts.question ? statement(part) : part, part.leads ?? asISaid))
    .filter((text) => text !== null);
  const question = parts.question ? choice.choose(oneQuestion(parts.question), onceMore) : null;
  const text = joined(reactions, answers, question);
  return {
    text,
    sentences: [...new Set([...choice.taken, ...sentencesOf(text)])],
    said_back: choice.said_back,
    answer: answers.join(" ") || null,
    exhausted: answers.length < parts.answers.length || (parts.question !== null && question === null),
  };
}

/** At most two sentences besides an answer: reactions become one, and join the question's own statement when it has one. */
function joined(reactions: string[], answers: string[], question: string | null): string {
  const reaction = reactions.reduce((all, next) => (all ? merge(all, next) : next), "");
  if (question && reaction && answers.length === 0 && sentencesOf(question).length > 1)
    return merge(reaction, question);
  return [reaction, ...answers, question ?? ""].filter((text) => text !== "").join(" ");
}

/** Two statements as one sentence; a third semicolon would make it too long for a listener. */
function merge(first: string, second: string): string {
  const next = MID_SENTENCE.test(second) ? second.charAt(0).toLowerCase() + second.slice(1) : second;
  const parted = first.includes(";") || sentencesOf(second)[0]?.includes(";");
  return `${first.replace(/[.]$/, "")}${parted ? ", and" : ";"} ${next}`;
}

/** A statement before a question has no question mark of its own: one question a turn, at the end. */
function statement(part: Part): Part {
  return { ...part, wordings: part.wordings.map((wording) => wording.replaceAll("?", ".")) };
}

function oneQuestion(part: Part): Part {
  return { ...part, wordings: part.wordings.map(withOneQuestion) };
}

/** A text in which only the last question mark is kept. */
export function withOneQuestion(text: string): string {
  const last = text.lastIndexOf("?");
  return last < 0 ? text : text.slice(0, last).replaceAll("?", ",") + text.slice(last);
}

/** Counts what was said, for the choice of later wordings. */
export function remember(state: CallState, sentences: readonly string[]): void {
  for (const sentence of sentences) state.said[sentence] = (state.said[sentence] ?? 0) + 1;
}
