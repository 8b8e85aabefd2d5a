/** What the sandbox's model does next: the next thing to ask or to do for what the caller wants, never the same failed thing twice. */
import { z } from "zod";
import { instantOf } from "#app/platform/zoned-time.ts";
import { slotSaid } from "#workers/conversation/spanish/sayings.ts";
import type { AskedTool, Said } from "./asked.ts";
import { keyOf } from "./followed-call.ts";
import { dayAndClock, zone } from "./hearing.ts";
import { type Followed, toMessage } from "./known.ts";
import { type Ask, fieldQuestion, kindQuestion, listed, question, saying, type Told } from "./sayings.ts";
import type { Time } from "./tool-results.ts";

/** The code asks for confirmation so often; then a person takes the wish. */
const mostProposed = 3;

const joined = (...parts: string[]): string => parts.filter(Boolean).join(" ");
const say = (...parts: string[]): Said => ({ say: joined(...parts), calls: [] });

export class Planner {
  readonly known: Followed;
  readonly #tools: readonly AskedTool[];

  constructor(known: Followed, tools: readonly AskedTool[]) {
    this.known = known;
    this.#tools = tools;
  }

  told = (what: Told): string => saying(what, this.known.tongue);
  asks = (what: Ask): string => question(what, this.known.tongue);
  can = (name: string): boolean => this.known.can.has(name);

  /** A call of a tool that is offered; null: there is none, or the same was called before. */
  call(name: string, args: Record<string, unknown>, { line = "", most = 1 } = {}): Said | null {
    const tool = this.#tools.find((one) => one.name === name);
    if (!tool) return null;
    const given = Object.fromEntries(
      Object.entries(args).filter(
        ([key, value]) => value !== null && value !== "" && Object.hasOwn(tool.parameters.properties, key),
      ),
    );
    const made = this.known.called.filter(({ key }) => key === keyOf(name, given)).length;
    return made >= most ? null : { say: line, calls: [{ name, arguments: given }] };
  }

  #needs = (name: string, field: string): boolean =>
    this.#tools.find((one) => one.name === name)?.parameters.required.includes(field) === true;

  /** The kinds that there are to choose from. */
  #kinds(): string[] {
    const field = this.#tools.find(({ name }) => name === "book_appointment")?.parameters.properties.kind;
    return z.object({ enum: z.array(z.string()) }).safeParse(field).data?.enum ?? [];
  }

  /** Asks; the same once more when it was not answered, and then no more. */
  #ask(lead: string, text: string): Said {
    const { lines, acts, asked, is_new, gained } = this.known;
    const last = lines.at(-1) ?? "";
    const agrees = acts.some(({ act }) => act === "affirm") && asked === "name";
    if (lead !== "" || is_new || !last.includes(text)) return say(lead, text);
    if (gained) return say(this.told("fine"), text);
    if (agrees) return say(this.told("great"), text);
    return last.includes(this.told("missed")) ? this.giveUp("") : say(this.told("missed"), text);
  }

  /** What can't be done becomes a message. */
  giveUp(lead: string): Said {
    if (this.known.task === "message" || !this.can("take_message"))
      return say(lead || this.told("not_here"), this.asks("more"));
    toMessage(this.known);
    const asked = this.#message(joined(lead, this.told("to_message")));
    return asked.calls.length > 0 ? { ...asked, say: lead } : asked;
  }

  /** The next step for the caller's wish, after the words that lead to it. */
  next(lead: string): Said {
    switch (this.known.task) {
      case "book":
        return this.#book(lead);
      case "move":
      case "cancel":
        return this.#change(lead, this.known.task);
      case "message":
        return this.#message(lead);
      case "lead":
        return this.#lead(lead);
      case null:
        return lead === "" ? this.#ask("", this.asks("help")) : say(lead, this.asks("more"));
    }
  }

  /** The caller's yes in more words than a yes, or the question once more. */
  #confirm(): Said | null {
    const has = (act: string) => this.known.acts.some((one) => one.act === act);
    return this.known.waits && has("affirm") && !has("deny") ? this.call("confirm", {}) : null;
  }

  #save(): Said | null {
    const { fields, saved } = this.known;
    const unsaved = Object.entries(fields).filter(([id]) => !saved.has(id));
    return unsaved.length === 0 ? null : this.call("save_details", { details: Object.fromEntries(unsaved) });
  }

  #offer(lead: string): Said {
    const { offers, problem } = this.known;
    const why = lead || reason(problem);
    if (offers.length === 0) {
      if (problem?.startsWith("ask whether")) return this.#ask(lead, this.asks("half"));
      const none = problem?.startsWith("no day") ? this.told("missed") : this.told("nothing_free");
      return this.#ask(why || none, this.asks("when"));
    }
    const times = listed(offers.map(this.#timeSaid), this.known.tongue);
    const isEither = this.known.narrowed || this.known.acts.some(({ act }) => act === "affirm");
    if (this.known.asked === "offer" && isEither && !this.known.is_new && offers.length > 1)
      return say(lead, `${this.asks("which_time")} ${times}?`);
    const have = this.known.tongue === "es" ? `Tengo ${times}.` : `I have ${times}.`;
    const text = `${have} ${this.asks(offers.length === 1 ? "only" : "offer")}`;
    return this.#ask(this.known.lines.at(-1)?.includes(text) ? lead : why, text);
  }

  #timeSaid = (time: Time): string => {
    const { date, clock } = dayAndClock(time);
    return this.known.tongue === "es" && clock !== ""
      ? slotSaid(instantOf(date, clock, zone), zone)
      : time.say;
  };

  #book(lead: string): Said {
    const { known } = this;
    if (!this.can("book_appointment")) return this.giveUp(this.told("no_booking"));
    const { tongue, kind, when, chosen, offers, facts } = known;
    if (known.declined && when !== null) return say(this.told("fine"), this.asks("change"));
    const sure =
      lead ||
      (known.asked === null || known.asked === "help" || known.asked === "more" ? this.told("sure") : "");
    const confirmed = this.#confirm();
    if (confirmed) return confirmed;
    const saved = lead === "" ? this.#save() : null;
    if (saved) return saved;
    const kinds = this.#kinds();
    if (kind === null && kinds.length > 1 && this.#needs("book_appointment", "kind"))
      return this.#ask(sure, kindQuestion(kinds, tongue));
    if (chosen === null) {
      const looked = when === null ? null : this.call("find_times", { when, kind }, { line: lead });
      if (looked) return looked;
      return offers.length > 0 || when !== null ? this.#offer(lead) : this.#ask(sure, this.asks("when"));
    }
    if (known.name === null && known.no_name) return this.giveUp("");
    const missing = this.#missing();
    const free = tongue === "es" ? `${this.#timeSaid(chosen)} está libre.` : `${chosen.say} is free.`;
    const line = known.is_new && offers.length === 1 ? free.charAt(0).toUpperCase() + free.slice(1) : lead;
    if (missing) return this.#ask(line || this.#fine(), missing);
    const own = (type: string) => facts.fields.find((one) => one.type === type)?.id ?? "";
    const booked = this.call(
      "book_appointment",
      {
        when: chosen.when,
        name: known.name,
        kind,
        phone: known.phone,
        phone_number: known.phone,
        email: known.email ?? known.fields[own("email")] ?? null,
        notes: known.about.join("; "),
      },
      { line: lead, most: mostProposed },
    );
    return booked ?? this.giveUp(this.told("not_saved"));
  }

  /** What is said to a detail: a time that was chosen is told again. */
  #fine(): string {
    const { chosen, chose, asked, tongue } = this.known;
    const fine = this.told("fine");
    if (chosen === null || !chose) return asked === "name" ? "" : fine;
    return tongue === "es" ? fine : `${fine.slice(0, -1)}, ${chosen.say}.`;
  }

  /** The question for the first detail that an appointment needs and that is not known; null: all are. */
  #missing(): string | null {
    const { facts, name, phone, email, caller_number, fields, kind, tongue } = this.known;
    const kinds = new Set(facts.kinds.map((one) => one.name));
    const lacks = facts.fields.find(({ id, type, required, options }) => {
      if (type === "name") return name === null;
      if (!required || type === "appointment") return false;
      if (type === "phone") return phone === null && caller_number === null;
      if (type === "email") return email === null;
      if (type === "choice" && options.every((one) => kinds.has(one.name)) && kind !== null) return false;
      return fields[id] === undefined;
    });
    if (lacks) return fieldQuestion(lacks, tongue);
    if (name === null) return this.asks("name");
    return this.#needs("book_appointment", "phone") && phone === null ? this.asks("phone") : null;
  }

  #change(lead: string, task: "move" | "cancel"): Said {
    const { known } = this;
    if (!this.can("find_appointments")) return this.giveUp(this.told("not_here"));
    const { name, phone, caller_number, found, handle, when, chosen, offers } = known;
    if (known.declined && task === "cancel") return say(this.told("dropped"), this.asks("more"));
    if (known.declined) return this.#ask(this.told("fine"), this.asks("when"));
    const confirmed = this.#confirm();
    if (confirmed) return confirmed;
    if (found === null || found.length === 0) {
      if (name === null) return this.#ask(lead || this.told("sure"), this.asks("name"));
      const hasNumber = caller_number !== null || phone !== null || known.no_phone;
      const takesNumber = this.#knows("find_appointments", "phone_number");
      if (!hasNumber && takesNumber) return this.#ask(lead, this.asks("made_with"));
      const looked = this.call("find_appointments", { name, phone_number: phone }, { line: lead });
      if (looked) return looked;
      if (phone === null && !known.no_phone && takesNumber)
        return this.#ask(lead || this.told("none_found"), this.asks("made_with"));
      return this.giveUp(known.no_phone ? "" : this.told("none_found"));
    }
    if (handle === null) {
      const all = found.map(({ kind, say: at }) => `${kind.toLowerCase()} on ${at}`);
      return this.#ask(
        lead,
        `I see your ${listed(all, "en").replace(/,? or (?!.* or )/, " and your ")}. ${this.asks("which")}`,
      );
    }
    if (task === "cancel")
      return (
        this.call("cancel_appointment", { appointment: handle }, { line: lead, most: mostProposed }) ??
        this.giveUp(this.told("not_saved"))
      );
    const moved =
      when === null && chosen === null
        ? null
        : this.call(
            "move_appointment",
            { appointment: handle, when: chosen?.when ?? when },
            { line: lead, most: chosen === null && offers.length > 0 ? 1 : mostProposed },
          );
    if (moved && !(known.offers.length > 0 && known.chosen === null && this.#wasTried(when))) return moved;
    return when === null ? this.#ask(lead, this.asks("when")) : this.#offer(lead);
  }

  #wasTried = (when: string | null): boolean =>
    this.known.called.some(({ name, given }) => name === "move_appointment" && given.when === when);

  #knows = (name: string, field: string): boolean =>
    Object.hasOwn(this.#tools.find((one) => one.name === name)?.parameters.properties ?? {}, field);

  #message(lead: string): Said {
    const { message, name, phone, caller_number, no_phone, no_name } = this.known;
    if (!this.can("take_message")) return say(lead || this.told("not_here"), this.asks("more"));
    if (message === null) return this.#ask(lead || this.told("sure"), this.asks("message"));
    if (name === null && !no_name) return this.#ask(lead || this.told("fine"), this.asks("name"));
    if (phone === null && caller_number === null && !no_phone && this.#knows("take_message", "phone_number"))
      return this.#ask(lead, this.asks("phone"));
    const given = {
      text: message,
      name,
      phone_number: phone,
      call_back: phone !== null || caller_number !== null,
    };
    return this.call("take_message", given, { line: lead }) ?? say(this.told("not_saved"), this.asks("more"));
  }

  #lead(lead: string): Said {
    const { facts, fields, tongue, caller_number, asked, no_phone, no_email } = this.known;
    const saved = this.#save();
    if (saved) return saved;
    const lacks = facts.fields.find(
      ({ id, type }) =>
        fields[id] === undefined &&
        type !== "appointment" &&
        !(type === "phone" && (no_phone || caller_number !== null)) &&
        !(type === "email" && no_email),
    );
    if (lacks) return this.#ask(lead, fieldQuestion(lacks, tongue));
    return say(
      asked === "more" ? lead || this.told("fine") : lead || this.told("have_all"),
      this.asks("more"),
    );
  }
}

/** Why a wish for a time can't be, as a tool tells it; "" when it tells only what to do. */
function reason(problem: string | null): string {
  const [why = ""] = (problem ?? "").split(";");
  if (/^(?:$|ask |no day|no exact|give |the weekday|let )/.test(why)) return "";
  return `I'm sorry, ${why}.`;
}
