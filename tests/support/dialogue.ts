/** Reads a dialogue from its text file and plays it: what the caller does, and what the agent must have said and done. */
import { z } from "zod";
import { instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import type { Action, World } from "#workers/conversation/line/conversation.ts";
import {
  type CallerTurn,
  type LedgerEntry,
  SimulatedLine,
} from "#workers/conversation/simulation/simulated-line.ts";
import { worlds as made, seededWorlds } from "./conversation-worlds.ts";

const ZONE = "America/New_York";
const MINUTE = 60_000;
const worlds = { ...made, ...seededWorlds };
const worldName = z.enum([
  "clinic",
  "practice",
  "walk_in",
  "front_desk",
  "answering_service",
  "leads",
  "demo_booking_desk",
  "demo_front_desk",
  "demo_new_patients",
]);

const failing = z.enum([
  "book",
  "transfer",
  "take_message",
  "save_lead",
  "find_appointments",
  "move_appointment",
  "cancel_appointment",
]);

type Line = { number: number; key: string; text: string };

function linesOf(script: string): Line[] {
  return script
    .split("\n")
    .map((raw, at) => ({ number: at + 1, raw: raw.trim() }))
    .filter(({ raw }) => raw !== "" && !raw.startsWith("#"))
    .map(({ number, raw }) => {
      const [, key = raw, text = ""] = /^([A-Za-z ]+?)(?::\s*(.*))?$/.exec(raw) ?? [];
      return { number, key: key.toLowerCase(), text };
    });
}

/** "2026-12-03 16:00 30": a stretch by its start and minutes. */
function stretch(text: string): { from: number; to: number } {
  const [date = "", clock = "", minutes = "30"] = text.split(" ");
  const from = instantOf(date, clock, ZONE);
  return { from, to: from + Number(minutes) * MINUTE };
}

/** "2026-12-03 16:00 30 Cleaning for Ida Holm of +14155550198": an appointment that exists, by its start, minutes, kind, name and number. */
function appointment(text: string, at: number): LedgerEntry {
  const [, date = "", clock = "", minutes = "", kind = "", name = "", phone_number = ""] =
    /^(\S+) (\S+) (\d+) (.+) for (.+) of (\S+)$/.exec(text) ?? [];
  const starts_at = instantOf(date, clock, ZONE);
  const duration_minutes = Number(minutes);
  return { booking_id: `appointment-${at}`, starts_at, duration_minutes, kind, name, phone_number };
}

function holds(words: string, expected: string): boolean {
  const pattern = /^\/(.*)\/$/.exec(expected)?.[1];
  return pattern
    ? new RegExp(pattern, "i").test(words)
    : words.toLowerCase().includes(expected.toLowerCase());
}

class Dialogue {
  private readonly line: SimulatedLine;
  /** How much of the line had happened when the caller last did something. */
  private since = { turns: 0, actions: 0 };

  constructor(line: SimulatedLine) {
    this.line = line;
  }

  /** @returns what did not hold, or null */
  play({ number, key, text }: Line): string | null {
    const broken = this.happen(key, text);
    return broken === null ? null : `line ${number}: ${broken}\n${this.transcript()}`;
  }

  private happen(key: string, text: string): string | null {
    switch (key) {
      case "caller":
        return this.act({ say: text });
      case "keys":
        return this.act({ press: text });
      case "silence":
        return this.act({ silence_ms: Number(text) * 1000 });
      case "hangs up":
        return this.act({ hang_up: true });
      case "line drops":
        return this.act({ drop_socket: true });
      case "interrupts after": {
        const [, seconds, say = ""] = /^([\d.]+):?\s*(.*)$/.exec(text) ?? [];
        return this.act({ interrupt_after_ms: Number(seconds) * 1000, say });
      }
      case "taken meanwhile":
        this.line.takeMeanwhile(stretch(text), false);
        return null;
      case "taken openly":
        this.line.takeMeanwhile(stretch(text), true);
        return null;
      case "fails":
        this.line.failing = [failing.parse(text)];
        return null;
      default:
        return this.check(key, text);
    }
  }

  private check(key: string, text: string): string | null {
    const words = this.words();
    const deeds = this.line.actions.slice(this.since.actions).map(({ action }) => this.deed(action));
    const unless = (holds: boolean, broken: string) => (holds ? null : broken);
    switch (key) {
      case "agent":
        return unless(holds(words, text), `the agent should say ${text}`);
      case "not":
        return unless(!holds(words, text), `the agent should not say ${text}`);
      case "silent":
        return unless(words === "", "the agent should be silent");
      case "does":
        return unless(
          deeds.some((deed) => holds(deed, text)),
          `the agent should do ${text}, and did: ${deeds.join(" | ")}`,
        );
      case "does nothing":
        return unless(deeds.length === 0, `the agent should do nothing, and did: ${deeds.join(" | ")}`);
      case "booked":
        return unless(this.bookings() === text, `booked should be ${text}, and is ${this.bookings()}`);
      case "ended":
        return unless(this.end() === text, `the call should end with ${text}, and does with ${this.end()}`);
      case "agent turns at most":
        return unless(
          this.line.turns.filter(({ role }) => role === "agent").length <= Number(text),
          `the agent should take at most ${text} turns`,
        );
      default:
        throw new Error(`"${key}" is no word of a dialogue`);
    }
  }

  private act(turn: CallerTurn): null {
    this.since = { turns: this.line.turns.length, actions: this.line.actions.length };
    this.line.do(turn);
    return null;
  }

  private words(): string {
    return this.line.turns
      .slice(this.since.turns)
      .filter(({ role }) => role === "agent")
      .map(({ text }) => text)
      .join(" ");
  }

  private deed(action: Action): string {
    if (action.type === "move_appointment")
      return `move_appointment ${action.booking_id} to ${this.time(action.starts_at)}`;
    if (action.type !== "book") return `${action.type} ${JSON.stringify(action)}`;
    return `book ${this.time(action.starts_at)} ${action.kind} for ${action.name} ${JSON.stringify(action)}`;
  }

  private time(ms: number): string {
    return `${localDate(ms, ZONE)} ${localClock(ms, ZONE)}`;
  }

  private bookings(): string {
    const rows = this.line.actions.flatMap(({ action, outcome }) =>
      action.type === "book" && outcome.ok ? [`${this.time(action.starts_at)} for ${action.name}`] : [],
    );
    return rows.length > 0 ? rows.join(", ") : "nothing";
  }

  private end(): string {
    const end = this.line.actions.find(({ action }) => action.type === "end")?.action;
    return end?.type === "end" ? end.reason : (this.line.ended_by ?? "still talking");
  }

  private transcript(): string {
    return this.line.turns.map(({ role, text }) => `  ${role}: ${text}`).join("\n");
  }
}

/**
 * Plays a dialogue. The head names the world, and may say `now:`, `from:` (a number or "withheld") and `taken:` or `appointment:`; then each line is something that
 * the caller does (`Caller:`, `Keys:`, `Silence:` in seconds, `Interrupts after: 1.5: words`, `Line drops`, `Hangs up`), something that happens
 * (`Taken meanwhile:` unseen by the agent, `Taken openly:`, `Fails:`) or something that must hold since then (`Agent:` and `Not:` of its words, as a
 * part or a /pattern/; `Silent`; `Does:`, `Does nothing`; `Booked:`; `Ended:`; `Agent turns at most:`).
 * @returns the first thing that did not hold, with the transcript up to it; null when all did
 */
export function playDialogue(script: string): string | null {
  const lines = linesOf(script);
  let world: World = worlds.clinic();
  let now = instantOf("2026-11-20", "10:00", ZONE);
  const head = new Set(["world", "now", "from", "taken", "appointment"]);
  const appointments: LedgerEntry[] = [];
  const first = lines.findIndex(({ key }) => !head.has(key));
  for (const { key, text } of lines.slice(0, first)) {
    if (key === "world") {
      const [name, direction] = text.split(" ");
      world = { ...worlds[worldName.parse(name)](), calendar: world.calendar, caller: world.caller };
      if (direction === "outbound") world = { ...world, direction };
    }
    if (key === "now") now = instantOf(text.slice(0, 10), text.slice(11), ZONE);
    if (key === "from") world = { ...world, caller: { phone_number: text === "withheld" ? null : text } };
    if (key === "appointment") appointments.push(appointment(text, appointments.length + 1));
    if (key === "taken") world = { ...world, calendar: { busy: [...world.calendar.busy, stretch(text)] } };
  }
  const dialogue = new Dialogue(new SimulatedLine(world, now, appointments));
  for (const line of lines.slice(first)) {
    const broken = dialogue.play(line);
    if (broken !== null) return broken;
  }
  return null;
}
