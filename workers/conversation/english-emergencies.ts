/** English for danger to life: what callers say in any trade, and what an agent without words of its own answers. */
import type { Wordings } from "./english-sayings.ts";

/** Said of now, these are an emergency whatever the agent is there for. Its own words come on top of them. */
export const dangerWords: readonly string[] = [
  "can't breathe",
  "cannot breathe",
  "can not breathe",
  "not breathing",
  "isn't breathing",
  "stopped breathing",
  "trouble breathing",
  "difficulty breathing",
  "hard to breathe",
  "struggling to breathe",
  "chest pain",
  "chest hurts",
  "pain in my chest",
  "pain in his chest",
  "pain in her chest",
  "heart attack",
  "having a stroke",
  "choking",
  "unconscious",
  "unresponsive",
  "won't wake up",
  "overdose",
  "overdosed",
  "won't stop bleeding",
  "bleeding heavily",
  "bleeding badly",
  "bleeding a lot",
  "suicidal",
  "kill myself",
  "end my life",
  "life threatening",
  "house is on fire",
  "call an ambulance",
  "need an ambulance",
];

/** "It's fine now, go on": takes up what an emergency interrupted. */
export const goesOn =
  /\b(go on|carry on|continue|go ahead|book (it|that|me)|(its|im|hes|shes|were) (fine|ok|okay|alright|all right)|let'?s (go on|continue|book))\b/i;

/** "Yes", "okay": taken in, and nothing agreed to. */
export const takenIn =
  /^((yes|yeah|yep|ok|okay|k|sure|alright|all right|right|uh huh|mhm|mm hm|fine|i see|got it|understood|i will|i am|thanks|thank you|please|hello|so)( |$))+$/i;

/** The number to call, as it is said, by ISO 3166 country; 112 works in all of the European Union and on most mobile networks elsewhere. */
const numbers: Readonly<Record<string, string>> = {
  US: "nine one one",
  CA: "nine one one",
  MX: "nine one one",
  GB: "nine nine nine",
  IE: "nine nine nine",
  AU: "triple zero",
  NZ: "one one one",
};

/** What an agent without words of its own says at once. @param country ISO 3166 */
export function callForHelp(country: string): Wordings {
  const number = numbers[country] ?? "one one two";
  return [
    `If this is an emergency, please hang up and call ${number} now.`,
    `Please hang up and call ${number} right away if anybody is in danger.`,
    `This may need help at once: please call ${number} now.`,
  ];
}
