/** The people who call the demo's clinic: sixty of them, always the same, each with a voice of their own. */
import { type Persona, randomOf } from "#workers/conversation/simulation/simulated-caller.ts";
import type { CallerTurn } from "#workers/conversation/simulation/simulated-line.ts";

const names = [
  "Daniel Whitmore",
  "Priya Raman",
  "Elena Sorokina",
  "Jonas Ekberg",
  "Marta Lindqvist",
  "Andre Williams",
  "Grace Liu",
  "Omar Haddad",
  "Sofia Marino",
  "Liam Gallagher",
  "Hannah Weiss",
  "Tomas Herrera",
  "Naomi Adeyemi",
  "Peter Novak",
  "Chloe Bennett",
  "Ahmed Farouk",
  "Julia Rossi",
  "Victor Castillo",
  "Emily Tran",
  "Samuel Osei",
  "Laura Jensen",
  "Diego Morales",
  "Rachel Stein",
  "Kenji Nakamura",
  "Olivia Carter",
  "Marcus Reid",
  "Fatima Noor",
  "Alan Whitaker",
  "Beatriz Lopes",
  "Kevin O'Brien",
  "Nina Petrova",
  "George Pappas",
  "Alice Monroe",
  "Ravi Shah",
  "Megan Doyle",
  "Isaac Brandt",
  "Lucia Fernandez",
  "Howard Finch",
  "Amara Diallo",
  "Paul Kessler",
  "Dana Whitfield",
  "Leo Santoro",
  "Ingrid Holm",
  "Caleb Foster",
  "Mei Chen",
  "Robert Hayes",
  "Zoe Palmer",
  "Nathan Brooks",
  "Yusuf Demir",
  "Claire Dubois",
  "Simon Hartley",
  "Anita Desai",
  "Frank Delgado",
  "Ruth Abrams",
  "Jack Sullivan",
  "Carmen Vega",
  "Philip Ashby",
  "Tara Singh",
  "Owen Maddox",
  "Lena Vogel",
] as const;

const areaCodes = ["212", "646", "917", "718", "347", "914"] as const;

export type DemoCaller = { name: string; phone_number: string; email: string };

export const demoCallers: readonly DemoCaller[] = names.map((name, index) => ({
  name,
  phone_number: `+1${areaCodes[index % areaCodes.length]}55501${String(20 + index).padStart(2, "0")}`,
  email: `${name.toLowerCase().replace(/[^a-z]+/g, ".")}@example.com`,
}));

const days = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "tomorrow",
  "next week",
  "next Tuesday",
  "next Thursday",
];
const hours = [
  "at nine",
  "around ten",
  "in the morning",
  "at half past eleven",
  "in the afternoon",
  "at two",
  "around three",
  "at a quarter past four",
  "first thing",
];
const questions = [
  "Do you have parking?",
  "What does a cleaning cost?",
  "Which insurance do you take?",
  "How much is whitening?",
  "Do you see children?",
  "What are your opening hours?",
  "Do you take Delta Dental?",
  "Is there wheelchair access?",
  "How do I get there by subway?",
];
const kinds = ["Cleaning", "Checkup", "Filling", "Whitening"];
const messages = [
  "please call me about my bill from last month",
  "I need a copy of my x-ray for my new dentist",
  "my crown feels a little loose, it is not urgent",
  "could Dr. Lund call me about the results",
];

const questionsLeftAt = [
  "How much is a root canal?",
  "Can you look at my tooth right now?",
  "Are you open on Sunday?",
];

/** What a caller says who hangs up on the answer; null: this one stays. The same seed gives the same. */
export function leavesAfter({ wants }: Persona, seed: number): readonly CallerTurn[] | null {
  const say = questionsLeftAt[seed % questionsLeftAt.length];
  return wants === "nothing" && seed % 2 === 0 && say !== undefined ? [{ say }] : null;
}

/** The subject of one call. The same seed gives the same wish. */
export function wishOf(caller: DemoCaller, seed: number, isLeadLine: boolean): Persona {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  };
  const chance = random();
  const wants: Persona["wants"] = isLeadLine
    ? chance < 0.85
      ? "offer"
      : "answers"
    : chance < 0.5
      ? "appointment"
      : chance < 0.68
        ? "answers"
        : chance < 0.84
          ? "message"
          : chance < 0.91
            ? "person"
            : chance < 0.97
              ? "nothing"
              : "no_calls";
  const time = () => `${pick(days)} ${pick(hours)}`;
  const manner = random();
  return {
    name: caller.name,
    phone_number: random() < 0.6 ? null : caller.phone_number,
    email: caller.email,
    wants,
    kind: pick(kinds),
    times: [time(), time(), time()],
    answers: {
      interest: pick(["whitening please", "a checkup", "braces I think"]),
      insured: pick(["yes", "no", "yes I do"]),
    },
    questions: wants === "answers" || random() < 0.35 ? [pick(questions), pick(questions)] : [],
    message: pick(messages),
    manner:
      manner < 0.45
        ? "plain"
        : manner < 0.65
          ? "rushed"
          : manner < 0.8
            ? "chatty"
            : manner < 0.92
              ? "wavering"
              : // A mumbled message would stand on the demo's dashboard for days.
                wants === "message"
                ? "plain"
                : "hard_to_hear",
  };
}
