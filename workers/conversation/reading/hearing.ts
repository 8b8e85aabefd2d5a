/** Reads an utterance outside a call: a context from a few plain options, the reading as one plain record. */

import { type FieldType, fieldTypes } from "#app/agents/agent-terms.schema.ts";
import type { AgentField } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import type { Act, Asked, ReadContext } from "#workers/conversation/words/acts.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { type FlatWhen, flat } from "./flat-when.ts";
import { read } from "./read.ts";
import { readDanger } from "./read-dangers.ts";

export type HearingOptions = {
  /** Wall-clock time in the zone, YYYY-MM-DDTHH:MM. */
  now: string;
  zone: string;
  /** A field type, `when`, `confirm`, or `nothing`. */
  asked: string;
  country: string;
  /** Names of a choice, with commas between. */
  options: string;
};
export type HeardLine = {
  text: string;
  acts: { act: string; field?: string; value?: unknown }[];
  when: FlatWhen[];
};

const OPEN = { from: "08:00", to: "18:00" };

/** Open from 8 to 18 on every day, so that bare hours resolve. */
const everyDay: OpeningHours = {
  weekly: { mon: [OPEN], tue: [OPEN], wed: [OPEN], thu: [OPEN], fri: [OPEN], sat: [OPEN], sun: [OPEN] },
  holidays: [],
};

/** Reads utterances in one fixed context. Throws RangeError for an unknown zone, Error for an unknown question. */
export function hearing({
  now,
  zone,
  asked,
  country,
  options,
}: HearingOptions): (utterance: string) => HeardLine {
  const context: ReadContext = {
    now: instantOf(now.slice(0, 10), now.slice(11, 16) || "00:00", zone),
    time_zone: zone,
    country,
    hours: everyDay,
    ...askedOf(asked, options),
    kinds: [],
    emergency_words: [],
    caller_number: null,
    focus: { date: null, at: null },
    agreed: null,
    named: null,
    within: [],
    unfinished: null,
  };
  return (utterance) => {
    const { text, acts, when } = read(utterance, context);
    const { kind } = readDanger(wordsOf(utterance, sounds));
    const danger: Act[] =
      kind === null ? [] : [{ act: "emergency", value: kind, words: utterance, sure: 0.9 }];
    return {
      text,
      acts: [...danger, ...acts].map(({ act, field, value }) => ({
        act,
        ...(field === undefined ? {} : { field }),
        ...(value === undefined ? {} : { value }),
      })),
      when: when ? flat(when, context) : [],
    };
  };
}

function askedOf(asked: string, options: string): { asked: Asked; fields: AgentField[] } {
  const names = options.split(",").map((name) => name.trim());
  const fieldOf = (type: FieldType): AgentField => ({
    id: type,
    label: type,
    type,
    required: true,
    question: "",
    options: names.filter((name) => name !== "").map((name) => ({ name, synonyms: [] })),
  });
  const type = fieldTypes.find((one) => one === (asked === "when" ? "appointment" : asked));
  if (type) return { asked: { what: "field", field: fieldOf(type) }, fields: [fieldOf(type)] };
  switch (asked) {
    case "nothing":
    case "confirm":
    case "message":
    case "anything_else":
    case "which_part_is_wrong":
      return { asked: { what: asked }, fields: [] };
    default:
      throw new Error(`nobody asks for "${asked}"; try when, ${fieldTypes.join(", ")}, confirm or nothing`);
  }
}
