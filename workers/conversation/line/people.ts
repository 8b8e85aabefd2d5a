/** Chooses whom a caller is put through to, by what they have said. Pure; knows no language beyond the words themselves. */
import type { Scene, World } from "./conversation.ts";

type Person = NonNullable<Scene["people"]>[number];

/** How much of the conversation counts: a wish is said shortly before a person is asked for. */
const linesHeard = 4;
/** Shorter words stand in every sentence. */
const shortest = 4;
/** So much of a word is compared, so that "invoices" is "invoice". */
const stem = 5;
const common = new Set([
  "about",
  "with",
  "when",
  "want",
  "caller",
  "callers",
  "question",
  "questions",
  "call",
  "calls",
  "have",
  "need",
  "would",
  "like",
  "person",
  "someone",
  "somebody",
  "speak",
  "talk",
  "please",
  "that",
  "this",
  "they",
  "their",
  "other",
  "else",
  "from",
  "your",
  "into",
]);

const stemsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .normalize("NFKD")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= shortest && !common.has(word))
      .map((word) => word.slice(0, stem)),
  );

/** How many of a person's words were said; their name counts more than what they are for. */
function score({ name, use_when }: Person, said: ReadonlySet<string>): number {
  const among = (text: string) => [...stemsOf(text)].filter((word) => said.has(word)).length;
  return 3 * among(name) + among(use_when);
}

/**
 * Whom this caller is put through to; null: no one can be reached. Who was named, or whose matter was, comes first;
 * then those who are there for everything; then the first of them.
 */
export function personFor(world: World): Pick<Person, "name" | "phone_number"> | null {
  const { transfer } = world.agent.actions;
  const people = world.people ?? [];
  if (!transfer || people.length < 2) return transfer;
  const heard = world.transcript.filter(({ who }) => who === "caller").slice(-linesHeard);
  const said = stemsOf(heard.map(({ text }) => text).join(" "));
  const scored = people.map((person) => ({ person, points: score(person, said) }));
  const best = scored.reduce((one, other) => (other.points > one.points ? other : one));
  const chosen =
    best.points > 0 ? best.person : (people.find(({ use_when }) => use_when === "") ?? people[0]);
  if (!chosen) return transfer;
  // The number of the agent alone is no name to say.
  const { name, phone_number } = chosen;
  return { name: name === phone_number ? "" : name, phone_number };
}
