/** Takes a caller's words into what is known of the call. */
import type { Act, Reading, When } from "#workers/conversation/words/acts.ts";
import { exactAnswer } from "./fact-answers.ts";
import { capitalized, dayAndClock } from "./hearing.ts";
import { type Followed, forgetWish, type Task } from "./known.ts";
import type { Time } from "./tool-results.ts";

const tasks: Readonly<Record<string, Task>> = {
  book: "book",
  reschedule: "move",
  cancel: "cancel",
  message: "message",
  call_back: "message",
};

export function takeIn(known: Followed, { acts, when }: Reading): void {
  const { words, facts } = known;
  // Words that the agent has an answer to wish for nothing.
  if (exactAnswer(facts, words) !== null) return;
  const has = (act: Act["act"]) => acts.some((one) => one.act === act);
  if (has("person") || has("goodbye")) return;
  for (const act of acts) takeTask(known, act);
  const before = { ...known, told: valuesOf(known) };
  takeChoice(known, acts, when);
  for (const act of acts) takeValue(known, act);
  const times = acts.filter((act) => isValue(act) && typeOf(known, act.field) === "appointment");
  if (times.length > 0) takeWhen(known, times.map((act) => act.words).join(" "));
  const isNew = before.told !== valuesOf(known);
  known.gained = isNew;
  if (isNew && known.waits && (before.name !== known.name || known.chosen === null)) known.waits = false;
  if (!isNew) takeAnswer(known, acts);
  else if (known.asked === "offer_message" && known.task === null && before.name !== known.name)
    acceptMessage(known);
  if (known.task === null) takeNeed(known, acts);
  known.hint =
    facts.kinds.find(({ name }) => words.toLowerCase().includes(name.toLowerCase()))?.name ?? known.hint;
  if (known.task === "book") known.kind ??= known.hint;
}

/** A wish without one of the words for it: a kind of appointment, what is free, or trouble that is told. */
function takeNeed(known: Followed, acts: readonly Act[]): void {
  const { words, can, facts, asked } = known;
  const says = (act: Act["act"]) => acts.some((one) => one.act === act);
  if (says("deny") || says("thanks") || (asked === "offer_message" && says("affirm"))) return;
  if (can.has("book_appointment") && aboutTimes.test(words)) {
    known.task = "book";
    known.when ??= "";
    return;
  }
  if (says("ask")) return;
  const tells = says("not_understood") && words.split(/\s+/).length >= enoughWords;
  if (facts.isLead && (tells || acts.some(isValue))) {
    known.task = "lead";
    const [first] = facts.fields;
    if (tells && first?.type === "text") known.fields[first.id] ??= words;
  } else if (can.has("book_appointment") && (known.kind !== null || tells)) known.task = "book";
  else if (can.has("take_message") && tells) {
    known.task = "message";
    known.message = known.raw;
  }
  if (known.task === "book" && known.kind === null) known.about.push(words);
}

/** Shorter words that no reader understands tell of nothing. */
const enoughWords = 4;
const aboutTimes =
  /\b(?:what|which|any) (?:times?|slots?|openings?|appointments?) |\b(?:available|availability|any openings?)\b/i;

/** What the caller may tell, to be compared. */
const valuesOf = ({ name, phone, email, kind, when, chosen, message, fields }: Followed): string =>
  JSON.stringify([name, phone, email, kind, when, chosen, message, fields]);

function takeTask(known: Followed, { act, value }: Act): void {
  if (act === "cancel_task" && known.task !== null) {
    forgetWish(known);
    known.dropped = true;
    return;
  }
  if (act !== "new_task" && act !== "cancel_task") return;
  const task = act === "cancel_task" ? "cancel" : tasks[String(value)];
  if (!task || task === known.task) return;
  // "Book" adds nothing to a wish to move one.
  if (task === "book" && (known.task === "move" || known.task === "lead")) return;
  const { unanswered, kind, when } = known;
  forgetWish(known);
  known.task = task;
  if (task === "message" && unanswered !== null) known.message = `Wants to know: ${unanswered}`;
  else if (task === "message" && /\babout\b/.test(known.words)) known.message = known.raw;
  else if (task === "book") Object.assign(known, { kind, when });
}

/** One of the times that were offered: by its place, its day or its clock. */
function takeChoice(known: Followed, acts: readonly Act[], when: When | null): void {
  const { offers } = known;
  if (offers.length === 0) return;
  const place = acts.find(({ act, field }) => act === "choose" && field === "offer")?.value;
  const says = (act: Act["act"]) => acts.some((one) => one.act === act);
  const typed = /^[1-3]$/.test(known.words) ? Number(known.words) - 1 : null;
  const isYes = says("affirm") && !says("deny") && offers.length === 1 && known.asked !== "confirm";
  const meant = when === null ? [] : offers.filter((offer) => fits(when, offer));
  const chosen =
    (typeof place === "number" ? offers[place] : undefined) ??
    (typed === null ? undefined : offers[typed]) ??
    (meant.length === 1 ? meant[0] : undefined) ??
    (when === null && (isYes || (says("affirm") && known.asked === "which_time")) ? offers[0] : undefined);
  known.narrowed = chosen === undefined && meant.length > 1;
  if (known.narrowed) known.offers = meant;
  if (!chosen) return;
  Object.assign(known, { chosen, when: chosen.when, chose: true });
}

const fits = ({ options, except, relation }: When, offer: Time): boolean => {
  const { date, clock } = dayAndClock(offer);
  return (
    except.length === 0 &&
    relation === null &&
    options.some(
      (one) =>
        (one.date === undefined || one.date === date) &&
        (one.at === undefined || one.at.includes(clock)) &&
        (one.from === undefined || clock >= one.from) &&
        (one.to === undefined || clock < one.to),
    )
  );
};

const builtIn: Readonly<Record<string, string>> = {
  name: "name",
  caller_name: "name",
  caller_phone: "phone",
  phone: "phone",
  email: "email",
  appointment: "appointment",
  appointment_kind: "kind",
};

const isValue = ({ act }: Act): boolean => act === "inform" || act === "correct" || act === "choose";

/** What a reader's field is for: the agent's own, or one of the built-in names. */
function typeOf({ facts }: Followed, id: string | undefined): string {
  const own = facts.fields.find((one) => one.id === id);
  const isKind =
    own?.type === "choice" &&
    own.options.length > 0 &&
    own.options.every(({ name }) => facts.kinds.some((kind) => kind.name === name));
  return isKind ? "kind" : (own?.type ?? builtIn[id ?? ""] ?? "");
}

function takeValue(known: Followed, act: Act): void {
  const { field, value, words } = act;
  if (!isValue(act) || field === undefined || field === "offer") return;
  const type = typeOf(known, field);
  const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
  if (type === "name") known.name = known.tongue === "es" ? capitalized(text) : text;
  else if (type === "phone") known.phone = text;
  else if (type === "email") known.email = text;
  else if (type === "kind") known.kind = text;
  else if (field === "message") known.message = known.raw;
  if (type !== "appointment" && known.facts.fields.some(({ id }) => id === field))
    known.fields[field] = type === "date" || type === "time" ? words : text;
}

const namesDay =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|day|week|later|earlier|sooner|\d+(?:st|nd|rd|th)|(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)\b/i;

/** Another day or time than the one that is chosen; a choice among the offered ones stands. */
function takeWhen(known: Followed, words: string): void {
  const { chosen, asked, narrowed } = known;
  if (narrowed) return;
  if (
    chosen !== null &&
    known.when === chosen.when &&
    ["offer", "which_time", "only", "when"].includes(String(asked))
  )
    return;
  const day = chosen !== null && !namesDay.test(words) ? chosen.say.replace(/,? at .*$/, "") : "";
  const clock = day === "" || /^(?:at|in|the|later|earlier) /.test(words) ? words : `at ${words}`;
  known.when = asked === "half" && known.when !== null ? `${known.when} ${words}` : `${day} ${clock}`.trim();
  known.chosen = null;
  if (known.task === null && known.can.has("book_appointment")) known.task = "book";
}

function acceptMessage(known: Followed): void {
  known.task = "message";
  if (known.unanswered !== null) known.message ??= `Wants to know: ${known.unanswered}`;
}

/** A name, or the message itself, in answer to whether there is one. */
function takeOffered(known: Followed): void {
  const { raw } = known;
  const isName = /^\p{Lu}[\p{L}'-]+ \p{Lu}[\p{L}'-]+$/u.test(raw);
  if (!isName && raw.split(/\s+/).length < enoughWords) return;
  acceptMessage(known);
  if (isName) known.name = raw;
  else known.message = raw;
}

/** Words that are an answer to what was asked, though no reader of ours found a value in them. */
function takeAnswer(known: Followed, acts: readonly Act[]): void {
  const { asked, words, facts } = known;
  const says = (act: Act["act"]) => acts.some((one) => one.act === act);
  const isOther = says("ask") || says("new_task") || says("repeat") || says("wait") || says("robot");
  if (asked === "offer_message") {
    if (says("affirm")) acceptMessage(known);
    else if (says("deny")) known.unanswered = null;
    else if (!isOther && known.task === null) takeOffered(known);
    return;
  }
  if (says("deny") && (asked === "offer" || asked === "which_time" || asked === "only")) {
    Object.assign(known, { offers: [], when: null, chosen: null });
    return;
  }
  if (isOther) return;
  if (asked === "phone" && says("deny")) known.no_phone = true;
  else if (asked === "made_with") known.no_phone = true;
  else if (asked === "email" && says("deny")) known.no_email = true;
  else if (asked === "name" && says("deny")) known.no_name = true;
  else if (asked === "change") takeChange(known);
  else if (asked === "which") takeWhich(known);
  else if (asked === "name" && says("not_understood") && /^\p{L}[\p{L}.' -]{1,40}$/u.test(words))
    known.name = capitalized(words.toLowerCase());
  else if (asked === "kind" && known.kind === null && !says("affirm")) {
    known.about.push(words);
    known.kind = nearestKind(facts.kinds.map(({ name }) => name));
  } else if (asked === "message" && !says("deny")) known.message = known.raw;
  else if (asked !== null && typeof asked === "object" && known.fields[asked.field] === undefined) {
    const field = facts.fields.find(({ id }) => id === asked.field);
    if (!field) return;
    if (field.type === "yes_no" && (says("affirm") || says("deny")))
      known.fields[field.id] = says("deny") ? "no" : "yes";
    else known.fields[field.id] = says("deny") && !field.required ? "not given" : words;
  }
}

/** What a desk puts a caller down for who names no kind of appointment. */
function nearestKind(kinds: readonly string[]): string | null {
  const general = /consult|check|exam|diagnos|visit|assess|estimate|general|other/i;
  return kinds.find((name) => general.test(name)) ?? kinds[0] ?? null;
}

/** "The time", "the name": what was said of it is asked anew. */
function takeChange(known: Followed): void {
  if (/\bname\b/i.test(known.words)) known.name = null;
  if (/\b(?:time|day|date|hour)\b/i.test(known.words))
    Object.assign(known, { when: null, chosen: null, offers: [] });
}

/** One of several appointments: by its place or by a word of it. */
function takeWhich(known: Followed): void {
  const words = known.words.toLowerCase();
  const found = known.found ?? [];
  const place = ["first", "second", "third"].findIndex((one) => words.includes(one));
  const told = found.findIndex(({ kind, say }) =>
    `${kind} ${say}`
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((one) => one.length > 3 && words.includes(one)),
  );
  known.handle = (found[place] ?? found[told] ?? found[0])?.appointment ?? null;
}
