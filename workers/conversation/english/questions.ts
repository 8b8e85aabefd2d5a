/** How the agent asks for a field in English: the question, its shorter form with an example, and its narrowest form (docs/conversation.md, "Not understood"). */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { listSaid } from "#app/hours/spoken-time.ts";
import type { Wordings } from "./sayings.ts";

/** More names than these in one sentence are more than an ear keeps. */
const LISTED = 3;

/** A label in the middle of a sentence: "New patient?" is "new patient", "MRI scan" stays. */
export function labelSaid(label: string): string {
  const plain = label.replace(/[?!.:\s]+$/, "");
  return /^[A-Z][a-z]/.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
}

/** The options of a choice as a list of at most three, or null when there are more. */
export function optionsSaid(field: AgentField): string | null {
  if (field.options.length === 0 || field.options.length > LISTED) return null;
  return listSaid(
    field.options.map(({ name }) => labelSaid(name)),
    "or",
  );
}

function firstOptions(field: AgentField): string {
  return listSaid(
    field.options.slice(0, LISTED).map(({ name }) => labelSaid(name)),
    "or",
  );
}

/**
 * The question for a field in at least three wordings. The agent's own question, when there is one, is not among them.
 * @param calling_from whether the caller's number is known and may be offered instead of asking for one
 */
export function questionFor(field: AgentField, calling_from: boolean): Wordings {
  const label = labelSaid(field.label);
  switch (field.type) {
    case "name":
      return ["May I have your name?", "And your name, please?", "What name should I put down?"];
    case "phone":
      return calling_from
        ? [
            "Is the number you're calling from the best one to reach you?",
            "Can we reach you at the number you're calling from?",
            "Should I put down the number you're calling from?",
          ]
        : [
            "What's the best number to reach you?",
            "Which phone number can we reach you at?",
            "And a phone number, please?",
          ];
    case "email":
      return [
        "What's your email address?",
        "And your email address, please?",
        "Which email address should we use?",
      ];
    case "appointment":
      return ["What day works for you?", "Which day is best for you?", "When can you come in?"];
    case "choice": {
      const options = optionsSaid(field);
      return options ? ended(asking(label), `: ${options}?`) : open(label);
    }
    case "yes_no":
      return [`And one quick one: ${label}, yes or no?`, `Is that a yes or a no: ${label}?`, `And ${label}?`];
    default:
      return open(label);
  }
}

/** Labels that are clauses of their own: "When it should start". */
const CLAUSE = /^(what|when|where|who|whom|how|why|which|whether|if)\b/i;

type Starts = readonly [string, string, string];

/** Each names what is asked, because in a row of questions the answers alone do not tell it. */
function asking(label: string): Starts {
  if (CLAUSE.test(label)) return [`Could you tell me ${label}`, `May I ask ${label}`, `And please, ${label}`];
  return [`What's the ${label}`, `And the ${label}, please`, `Could you tell me the ${label}`];
}

const ended = ([one, two, three]: Starts, end: string): Wordings => [one + end, two + end, three + end];

const open = (label: string): Wordings => ended(asking(label), "?");

/** The agent's own question, first as it stands and then as it comes back. */
export function ownQuestion(question: string): Wordings {
  const low = /^I\b/.test(question) ? question : question.charAt(0).toLowerCase() + question.slice(1);
  return [question, `So, ${low}`, `And ${low}`, `Again, ${low}`];
}

/** What an appointment is for, when there is more than one kind. */
export function kindQuestion(kinds: readonly string[]): Wordings {
  if (kinds.length > LISTED)
    return [
      "What is the appointment for?",
      "What kind of appointment would you like?",
      "What should we book you in for?",
    ];
  const list = listSaid(kinds, "or");
  return [`Is that for ${list}?`, `What is it for: ${list}?`, `Would that be ${list}?`];
}

/** A kind that was concluded from what the caller told, said back while a time is looked for. */
export function soundsLike(kind: string): Wordings {
  return [`That sounds like ${kind}.`, `That would be ${kind}.`, `I take it that's ${kind}.`];
}

/** The same as the question of its turn. */
export function isItFor(kind: string): Wordings {
  return [`Would that be for ${kind}?`, `Is that for ${kind}?`, `Shall I put that down as ${kind}?`];
}

/** A start time as an example, in three ways: "Monday", "Monday at ten", "Monday morning". */
export type Example = { day: string; time: string; part: string };

/**
 * A shorter question with an example, after the first answer that could not be read.
 * @param opening a start time to name for an appointment; null when none is free
 */
export function exampleFor(field: AgentField, opening: Example | null = null): Wordings {
  switch (field.type) {
    case "name":
      return [
        "Sorry, just your first and last name?",
        "Sorry, your name once more, for example Anna Smith?",
        "What name was that, first and last?",
      ];
    case "phone":
      return [
        "Sorry, your phone number, digit by digit?",
        "Could you say the number slowly, with the area code?",
        "Sorry, the whole number, starting with the area code?",
      ];
    case "email":
      return [
        "Sorry, your email, for example anna at gmail dot com?",
        "Could you spell the email, letter by letter?",
        "Your email once more, like anna dot smith at gmail dot com?",
      ];
    case "appointment":
      if (!opening)
        return [
          "Sorry, which day and time was that?",
          "Which day should it be, and at what time?",
          "Sorry, what day and time would work?",
        ];
      return [
        `Sorry, which day and time, for example ${opening.time}?`,
        `Which day should it be, say ${opening.part}?`,
        `Sorry, when would be good, for example ${opening.day}?`,
      ];
    case "date":
      return [
        "Sorry, which date, for example March third?",
        "The date once more, like June 21st?",
        "Sorry, what date was that, month and day?",
      ];
    case "time":
      return [
        "Sorry, what time, for example half past nine?",
        "What time was that, like three in the afternoon?",
        "The time once more, for example ten in the morning?",
      ];
    case "choice": {
      const options = firstOptions(field);
      return [
        `Sorry, which one, for example ${options}?`,
        `Was that one of these: ${options}?`,
        `Sorry, could you choose, say ${options}?`,
      ];
    }
    case "yes_no":
      return ["Sorry, is that a yes or a no?", "Just yes or no, please?", "Would that be yes, or no?"];
    case "number":
      return [
        "Sorry, just the number, for example three?",
        "How many was that, as a number?",
        "Just the number again, please?",
      ];
    case "text":
      return [
        "Sorry, what should I write down, in a few words?",
        "In a few words, what was that?",
        "Could you say it in one short sentence?",
      ];
  }
}

/** The narrowest question: two choices, spelling, or the keypad; after the second answer that could not be read. */
export function narrowFor(field: AgentField): Wordings {
  switch (field.type) {
    case "name":
      return [
        "Could you spell your last name for me?",
        "How do you spell your name?",
        "Could you spell that for me?",
      ];
    case "phone":
      return [
        "Could you type the number on your keypad?",
        "Could you enter the number on your keypad?",
        "Could you use your keypad to enter it?",
      ];
    case "email":
      return [
        "Could you spell the part before the at sign?",
        "How is that spelled, letter by letter?",
        "Could you spell the address for me?",
      ];
    case "appointment":
      return [
        "Morning or afternoon?",
        "Do you prefer mornings or afternoons?",
        "Would mornings or afternoons be better?",
      ];
    case "date":
      return [
        "Could you say just the month and the day?",
        "Which month, and which day?",
        "Just the month and day, please?",
      ];
    case "time":
      return [
        "Which hour, and morning or afternoon?",
        "Just the hour, please, morning or afternoon?",
        "At what hour, in the morning or the afternoon?",
      ];
    case "choice": {
      const keys = field.options
        .slice(0, LISTED)
        .map(({ name }, at) => `${["one", "two", "three"][at]} for ${labelSaid(name)}`);
      const list = listSaid(keys, "or");
      return [
        `Could you press ${list}?`,
        `On your keypad, would you press ${list}?`,
        `On the keypad, could you press ${list}?`,
      ];
    }
    case "yes_no":
      return [
        "Could you press one for yes or two for no?",
        "On your keypad, one for yes or two for no?",
        "Would you press one for yes, two for no?",
      ];
    case "number":
      return [
        "Could you type it on your keypad, then the pound key?",
        "Could you enter it on your keypad, then press pound?",
        "Can you enter the number on your keypad and press pound at the end?",
      ];
    case "text":
      return [
        "Could you say that once more, slowly?",
        "Just one or two words, please?",
        "What's the main word I should note?",
      ];
  }
}
