/** A caller's words as acts, by our own readers; Spanish ones are put into English first, word by word. */
import { instantOf } from "#app/platform/zoned-time.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Asked, Reading } from "#workers/conversation/words/acts.ts";
import type { Facts } from "./prompt-facts.ts";
import type { Ask } from "./sayings.ts";
import type { Time } from "./tool-results.ts";

/** Any zone will do: a tool gets the caller's phrase, and computes the date itself. */
export const zone = "America/New_York";

export type Hearing = {
  now: number;
  facts: Facts;
  /** What the agent asked last. */
  asked: Ask | "kind" | "confirm" | { field: string } | null;
  offers: readonly Time[];
  caller_number: string | null;
  name: string | null;
};

const one = (type: "name" | "phone" | "email" | "appointment") =>
  ({
    what: "field",
    field: { id: type, label: type, type, required: true, question: "", options: [] },
  }) as const satisfies Asked;

export function dayAndClock({ when }: Time): { date: string; clock: string } {
  const [date = "", clock = ""] = when.split(" ");
  return { date, clock };
}

const slotsOf = (offers: readonly Time[]): number[] =>
  offers.flatMap((offer) => {
    const { date, clock } = dayAndClock(offer);
    return clock === "" ? [] : [instantOf(date, clock, zone)];
  });

function askedOf({ asked, offers, facts }: Hearing): Asked {
  if (asked !== null && typeof asked === "object") {
    const field = facts.fields.find(({ id }) => id === asked.field);
    return field ? { what: "field", field } : { what: "nothing" };
  }
  switch (asked) {
    case "name":
    case "full_name":
      return one("name");
    case "phone":
    case "made_with":
      return one("phone");
    case "email":
      return one("email");
    case "when":
    case "half":
    case "change":
      return one("appointment");
    case "offer":
    case "which_time":
    case "only":
      return { what: "offer", slots: slotsOf(offers) };
    case "kind":
      return {
        what: "field",
        field: {
          id: "appointment_kind",
          label: "Kind",
          type: "choice",
          required: true,
          question: "",
          options: facts.kinds.map(({ name }) => ({ name, synonyms: [] })),
        },
      };
    case "message":
      return { what: "message" };
    case "confirm":
      return { what: "confirm" };
    case "offer_message":
    case "more":
    case "help":
      return { what: "anything_else" };
    default:
      return { what: "nothing" };
  }
}

const open = [{ from: "08:00", to: "18:00" }];
const daily = { mon: open, tue: open, wed: open, thu: open, fri: open, sat: open, sun: open };

export function hear(words: string, hearing: Hearing): Reading {
  const { now, facts, offers, caller_number, name } = hearing;
  const [first] = offers;
  return read(words, {
    now,
    time_zone: zone,
    country: "US",
    hours: { weekly: daily, holidays: [] },
    asked: askedOf(hearing),
    fields: [...facts.fields],
    kinds: facts.kinds.map(({ name: kind, minutes }) => ({
      name: kind,
      duration_minutes: minutes,
      synonyms: [],
    })),
    emergency_words: [],
    caller_number,
    focus: { date: first ? dayAndClock(first).date || null : null, at: null },
    agreed: null,
    named: null,
    within: [],
    name,
    unfinished: null,
  });
}

const spanishWords =
  /\b(?:hola|buen[oa]s|quiero|quisiera|necesito|cita|habla|espanol|usted|gracias|manana|puedo|donde|cuando|cuanto|tienen|horario|abren|abierto|adios|por favor)\b/;
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
export const isSpanish = (text: string): boolean => /[¿¡]/.test(text) || spanishWords.test(plain(text));

/** In their order: longer phrases before their parts. */
const english: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:quiero|quisiera|necesito|me gustaria|puedo)(?: \w+){0,2} (?:una cita|citar?)\b/g,
    "I'd like to book an appointment",
  ],
  [/\b(?:cambiar|mover|reprogramar) (?:mi|la|una) cita\b/g, "move my appointment"],
  [/\b(?:cancelar|anular) (?:mi|la|una) cita\b/g, "cancel my appointment"],
  [/\b(?:dejar|dejarle) un (?:mensaje|recado)\b/g, "leave a message"],
  [/\b(?:cual es su|que) horario\b|\ba que hora abren\b|\bcuando abren\b/g, "what are your hours"],
  [/\bdonde (?:estan|esta|quedan)\b|\bcual es (?:su|la) direccion\b/g, "where are you located"],
  [/\b(?:me llamo|mi nombre es|soy)\b/g, "my name is"],
  [/\bpasado manana\b/g, "the day after tomorrow"],
  [/\b(?:de|por|en) la manana\b/g, "in the morning"],
  [/\b(?:de|por|en) la tarde\b/g, "in the afternoon"],
  [/\b(?:de|por|en) la noche\b/g, "in the evening"],
  [/\bmediodia\b/g, "noon"],
  [/\bmanana\b/g, "tomorrow"],
  [/\bhoy\b/g, "today"],
  [/\b(?:proximo|proxima|que viene)\b/g, "next"],
  [/\ba las?\b/g, "at"],
  [/\bla (?:primera|uno)\b|\bel primero\b/g, "the first one"],
  [/\bla segunda\b|\bel segundo\b/g, "the second one"],
  [/\b(?:no gracias|nada mas|eso es todo)\b/g, "no, that's all"],
  [/\b(?:si|claro|esta bien|de acuerdo|perfecto|vale)\b/g, "yes"],
  [/\b(?:adios|hasta luego)\b/g, "goodbye"],
  [/\bgracias\b/g, "thank you"],
  [/\b(?:hola|buenos dias|buenas tardes|buenas)\b/g, "hello"],
  [/\bpor favor\b/g, "please"],
  ...[
    "lunes monday",
    "martes tuesday",
    "miercoles wednesday",
    "jueves thursday",
    "viernes friday",
    "sabado saturday",
    "domingo sunday",
    "una one",
    "dos two",
    "tres three",
    "cuatro four",
    "cinco five",
    "seis six",
    "siete seven",
    "ocho eight",
    "nueve nine",
    "diez ten",
    "once eleven",
    "doce twelve",
    "cero zero",
    "limpieza cleaning",
    "el on",
    "cita appointment",
  ].map((pair): readonly [RegExp, string] => {
    const [from = "", to = ""] = pair.split(" ");
    return [new RegExp(`\\b${from}\\b`, "g"), to];
  }),
];

export const inEnglish = (text: string): string =>
  english.reduce((said, [from, to]) => said.replaceAll(from, to), plain(text).replaceAll(/[¿¡]/g, ""));

/** Words as a name: "tom baker" of Spanish words that were made plain. */
export const capitalized = (name: string): string =>
  name.replaceAll(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase());
