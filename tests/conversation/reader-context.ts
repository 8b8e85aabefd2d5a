/** The situations in which the tables' utterances are said: Friday 20 November 2026, 10:00, in New York. */

import { type FieldType, fieldTypes } from "#app/agents/agent-terms.schema.ts";
import type { AgentField } from "#app/agents/agents.schema.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import type { Asked, ReadContext, Reading } from "#workers/conversation/words/acts.ts";

export const zone = "America/New_York";
export const friday = instantOf("2026-11-20", "10:00", zone);

const open = [{ from: "08:00", to: "18:00" }];

export function field(type: FieldType, options: AgentField["options"] = []): AgentField {
  return { id: type, label: type, type, required: true, question: "", options };
}

const treatments = [
  { name: "Cleaning", synonyms: ["hygiene"] },
  { name: "Teeth whitening", synonyms: [] },
  { name: "Check-up", synonyms: ["exam", "examination", "checkup"] },
];

/** What was asked, by the name that the tables give it: a field type, or another kind of question. */
export function askedFor(name: string): Asked {
  const type = fieldTypes.find((one) => one === name);
  if (type) return { what: "field", field: field(type, type === "choice" ? treatments : []) };
  switch (name) {
    case "offer":
      return {
        what: "offer",
        slots: ["08:00", "08:15"].map((clock) => instantOf("2026-11-23", clock, zone)),
      };
    case "morning_or_afternoon":
      return { what: "morning_or_afternoon", date: "2026-12-03", at: ["09:00", "16:00"] };
    case "yes_no_question":
      return { what: "yes_no", about: "book" };
    case "confirm":
    case "anything_else":
    case "which_part_is_wrong":
    case "message":
    case "nothing":
      return { what: name };
    default:
      throw new Error(`the tables know no question "${name}"`);
  }
}

/** A weekday clinic with two kinds of appointment, asked for something. */
export function contextOf(asked: Asked, more: Partial<ReadContext> = {}): ReadContext {
  return {
    now: friday,
    time_zone: zone,
    country: "US",
    hours: {
      weekly: { mon: open, tue: open, wed: open, thu: open, fri: open, sat: [], sun: [] },
      holidays: [],
    },
    asked,
    fields: asked.what === "field" ? [asked.field] : [],
    kinds:
      asked.what === "field" && asked.field.type === "choice"
        ? []
        : [
            { name: "Cleaning", synonyms: ["hygiene"], duration_minutes: 30 },
            { name: "Root canal", synonyms: [], duration_minutes: 60 },
          ],
    emergency_words: ["emergency", "bleeding", "knocked out"],
    caller_number: "+14155550198",
    focus: { date: null, at: null },
    agreed: null,
    named: null,
    within: [],
    unfinished: null,
    ...more,
  };
}

/** A reading as the tables write it; acts in alphabetical order, because their order in the table carries no promise. */
export function written({ acts, when, unfinished }: Reading): string[] {
  if (unfinished) return [`... ${unfinished.text}`];
  return acts
    .map(({ act, field: id, value }) => {
      if (act === "inform" || act === "correct") {
        const said = typeof value === "object" && when ? whenWritten(when) : String(value);
        return `${id}${act === "correct" ? ":=" : "="}${said}`;
      }
      return act === "choose" || act === "new_task" ? `${act} ${value}` : act;
    })
    .sort();
}

function whenWritten({ options, relation }: NonNullable<Reading["when"]>): string {
  const each = options.map(({ date, at, from, to }) =>
    [date, at?.join("/"), from || to ? `${from ?? ""}-${to ?? ""}` : ""].filter((part) => part).join(" "),
  );
  return [...each, relation].filter((part) => part).join(" ");
}

export type Row = { section: string; utterance: string; expected: string };

/** The rows of a table: "utterance => expected" under "## section". */
export function rowsOf(table: string): Row[] {
  const rows: Row[] = [];
  let section = "";
  for (const line of table.split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3).trim();
    const at = line.indexOf(" =>");
    if (line.startsWith("#") || at < 0) continue;
    rows.push({ section, utterance: line.slice(0, at), expected: line.slice(at + 3).trim() });
  }
  return rows;
}
