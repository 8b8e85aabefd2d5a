/** English for a caller in danger: what an agent says first, and what callers answer to it. */
import type { DangerKind } from "./dangers.ts";
import type { Wordings } from "./sayings.ts";

/** "It's fine now, go on": takes up what an emergency interrupted. */
export const goesOn =
  /\b(go on|carry on|continue|go ahead|book (it|that|me)|(its|im|hes|shes|were) (fine|ok|okay|alright|all right)|let'?s (go on|continue|book))\b/i;

/** "I'm fine now": nothing is wrong any more, and no message is needed. */
export const isOver = /\b(its|im|hes|shes|were) (all )?(fine|ok|okay|alright|better|all right)\b/i;

/** The whole of an answer that declines an urgent message; "no, we're already outside" tells something and declines none. */
export const declinesMessage =
  /^((no|nope|nah|thanks|thank you|please|dont|not needed|not necessary|not now|need|bother|message|(its|thats|im|were) (fine|ok|okay|good|alright|all right)|i dont (want|need) (one|it|that|any|a message))( |$))+$/i;

/** An answer that begins with "no" but still asks for the message: "no, nobody's hurt, but please tell him". */
export const wantsMessage =
  /\b(please|can you|could you|just|but) (tell|let|pass|send|leave|have|call|get|warn)\b|\b(tell|warn) (him|her|them|your|the|someone|somebody)\b/i;

/** The caller is calling for help: "I'm calling them now". */
export const callsForHelp =
  /\b(im|ill|i will|were|well|i am|hes|shes|gonna|going to) (go |just |gonna |going to |already )?(call|calling|dial|dialing|on the phone with)( (them|911|nine one one|999|112|an ambulance|the ambulance|the fire|the police|poison|now|right now|him|her)\b|$)|\b(is|are) (calling|on the phone with) (them|911|nine one one)\b/i;

/** Said to a caller who is calling for help. */
export const callNow: Wordings = [
  "Good, please do that right away.",
  "Yes, please call them now; that's the most important thing.",
  "That's right, please don't wait for anything else.",
];

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

/** Lines for people who think of ending their life, free and at any hour: 988lifeline.org, 988.ca, samaritans.org, lifeline.org.au, 1737.org.nz. */
const lines: Readonly<Record<string, string>> = {
  US: "call or text nine eight eight",
  CA: "call or text nine eight eight",
  GB: "call one one six, one two three",
  IE: "call one one six, one two three",
  AU: "call thirteen, eleven, fourteen",
  NZ: "call or text one seven three seven",
};

/**
 * What to do first, said at once.
 * @param country ISO 3166
 * @param own the agent's own words for an emergency
 */
export function dangerSaid(kind: DangerKind, country: string, own: string | null): readonly string[] {
  const number = numbers[country] ?? "one one two";
  const line = lines[country];
  const help = own ? [own, ...callForHelp(number)] : callForHelp(number);
  switch (kind) {
    case "help":
      return help;
    case "leave":
      return own ? [`Please get everyone out of there first. ${own}`, ...getOut(number)] : getOut(number);
    case "mind":
      if (line === undefined) return help;
      return own ? [`${own} You can also ${line}, day or night.`, ...talk(number, line)] : talk(number, line);
    case "animal":
      return own ? [own, ...animalHospital] : animalHospital;
  }
}

const callForHelp = (number: string): Wordings => [
  `If this is an emergency, please hang up and call ${number} now.`,
  `Please hang up and call ${number} right away if anyone is in danger.`,
  `This sounds urgent: please call ${number} now.`,
];

const getOut = (number: string): Wordings => [
  `Please get everyone outside first, then call ${number} from there.`,
  `Leave the building now, and call ${number} from outside.`,
  `Get out first, all of you, and call ${number} from a safe place.`,
];

const talk = (number: string, line: string): Wordings => [
  `I'm so sorry. Please ${line} now to talk with someone, or call ${number} if you're in danger.`,
  `You don't have to go through this alone: please ${line} right now, or call ${number}.`,
  `Please ${line} now, at any hour; if anyone is in danger, call ${number}.`,
];

const animalHospital: Wordings = [
  "Please don't wait: go to the nearest emergency animal hospital now.",
  "This can't wait, please go to the nearest animal hospital that is open right now.",
  "Please call or go to the nearest emergency vet right away.",
];

/** Offered after words of danger when the agent has no transfer target. */
export const offerUrgent: Wordings = [
  "Shall I leave the team an urgent message to call you back?",
  "Would you like me to pass on an urgent message?",
  "May I leave an urgent message for the team?",
];
