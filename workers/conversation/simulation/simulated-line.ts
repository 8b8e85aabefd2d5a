/**
 * A simulated telephone line: passes a caller's turns to the built-in brain, applies its actions to a ledger of its
 * own, and counts the time that speaking takes. Pure.
 */

import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { whyNot } from "#app/bookings/calendar.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { owedAfter, step } from "#workers/conversation/brains/built-in-brain.ts";
import { type CallState, freshState } from "#workers/conversation/dialogue/state.ts";
import { calendarOf } from "#workers/conversation/dialogue/turn.ts";
import type {
  Action,
  CallEvent,
  Move,
  Note,
  Outcome,
  World,
} from "#workers/conversation/line/conversation.ts";

/** What a caller does next; the format of scripted calls (docs/telephony.md, "Scripted calls"). */
export type CallerTurn =
  | { say: string }
  | { press: string }
  | { silence_ms: number }
  | { interrupt_after_ms: number; say: string }
  | { drop_socket: true }
  | { hang_up: true };

/** One utterance of either side. */
export type SimulatedTurn = {
  role: "caller" | "agent";
  /** What was said; of an interrupted sentence all of it. */
  text: string;
  /** The part that was heard, when it was interrupted. */
  heard: string | null;
  /** ms from the beginning of the call. */
  at_ms: number;
};

/** One event of a call and the brain's result. */
export type SimulatedStep = {
  event: CallEvent;
  moves: Move[];
  /** The state after the event. */
  state: CallState;
  /** ms UTC */
  now: number;
  /** The calendar as the agent saw it. */
  busy: readonly BusyStretch[];
};

/** An appointment of the ledger. */
export type LedgerEntry = {
  booking_id: string;
  starts_at: number;
  duration_minutes: number;
  kind: string;
  name: string;
  phone_number: string | null;
};

const stretchOf = ({ starts_at, duration_minutes }: LedgerEntry): BusyStretch => ({
  from: starts_at,
  to: starts_at + duration_minutes * minute_ms,
});

/** Who ended a call. */
export type EndedBy = "caller" | "agent" | "transfer";

/** How fast people and voices speak, and how long each waits for the other (docs/telephony.md, "Frames to the carrier" and "Scripted calls"). */
const AGENT_MS_PER_CHARACTER = 66;
export const CALLER_MS_PER_CHARACTER = 70;
const callerPause_ms = 900;
const agentPause_ms = 800;
const patience_ms = 8 * second_ms;

/** One call, from ringing to its end. */
export class SimulatedLine {
  readonly turns: SimulatedTurn[] = [];
  readonly actions: { at_ms: number; action: Action; outcome: Outcome }[] = [];
  readonly notes: { at_ms: number; note: Note }[] = [];
  readonly steps: SimulatedStep[] = [];
  /** Times in the ledger besides those that were busy before the call. */
  readonly booked: BusyStretch[] = [];
  state: CallState = freshState();
  ended_by: EndedBy | null = null;
  /** The actions that fail, by type; set by tests of bad days. */
  failing: Action["type"][] = [];
  /** The appointments in the ledger: those that were made before the call, and the call's own. */
  private readonly ledger: LedgerEntry[];
  private readonly began: number;
  private clock: number;
  private world: World;

  /**
   * @param now ms UTC of the beginning of the call
   * @param appointments those that exist already
   */
  constructor(world: World, now: number, appointments: readonly LedgerEntry[] = []) {
    this.ledger = [...appointments];
    this.world = { ...world, calendar: { busy: [...world.calendar.busy, ...appointments.map(stretchOf)] } };
    this.began = now;
    this.clock = now;
    this.happen({ type: "started" });
  }

  /** ms since the call began. */
  get at_ms(): number {
    return this.clock - this.began;
  }

  /** The agent's last words. */
  get last_words(): string {
    return this.turns.findLast(({ role }) => role === "agent")?.text ?? "";
  }

  /** Another caller takes a time of the calendar meanwhile. @param known whether the agent learns of it before it books */
  takeMeanwhile(stretch: BusyStretch, known: boolean): void {
    this.booked.push(stretch);
    if (known) this.refreshCalendar();
  }

  /** Lets the caller do something; nothing after the end of the call. */
  do(turn: CallerTurn): void {
    if (this.ended_by) return;
    if ("say" in turn && "interrupt_after_ms" in turn) this.interrupt(turn.interrupt_after_ms, turn.say);
    else if ("say" in turn) this.say(turn.say);
    else if ("press" in turn) {
      this.clock += callerPause_ms;
      this.happen({ type: "keyed", digits: turn.press });
    } else if ("silence_ms" in turn) this.wait(turn.silence_ms);
    else if ("drop_socket" in turn) this.happen({ type: "resumed" });
    else {
      this.ended_by = "caller";
      for (const action of owedAfter(this.state, this.world)) this.act(action);
    }
  }

  private say(text: string): void {
    this.clock += callerPause_ms;
    this.turns.push({ role: "caller", text, heard: null, at_ms: this.at_ms });
    this.clock += text.length * CALLER_MS_PER_CHARACTER;
    this.happen({ type: "said", text });
  }

  private interrupt(after_ms: number, text: string): void {
    const last = this.turns.findLast(({ role }) => role === "agent");
    if (last) {
      const letters = Math.floor(after_ms / AGENT_MS_PER_CHARACTER);
      const heard = last.text.slice(0, letters);
      this.clock = this.began + last.at_ms + Math.min(after_ms, last.text.length * AGENT_MS_PER_CHARACTER);
      if (heard.length < last.text.length) {
        last.heard = heard;
        this.happen({ type: "interrupted", heard });
      }
    }
    this.say(text);
  }

  private wait(silence_ms: number): void {
    let left = silence_ms;
    for (let times = 1; left >= patience_ms && !this.ended_by; times++) {
      this.clock += patience_ms;
      left -= patience_ms;
      this.happen({ type: "silence", times });
    }
    this.clock += left;
  }

  private happen(event: CallEvent): void {
    const { state, moves } = step(this.state, event, this.world, this.clock);
    this.state = state;
    this.steps.push({ event, moves, state, now: this.clock, busy: this.world.calendar.busy });
    // The words of a turn are sent before its actions are answered.
    const outcomes = moves.map((move) => this.carryOut(move)).filter((outcome) => outcome !== null);
    for (const outcome of outcomes) this.happen(outcome);
  }

  private carryOut(move: Move): CallEvent | null {
    if (move.type === "note") this.notes.push({ at_ms: this.at_ms, note: move.note });
    if (move.type === "say") {
      this.clock += agentPause_ms;
      this.turns.push({ role: "agent", text: move.text, heard: null, at_ms: this.at_ms });
      this.clock += move.text.length * AGENT_MS_PER_CHARACTER;
    }
    return move.type === "do" ? this.act(move.action) : null;
  }

  private act(action: Action): CallEvent | null {
    const outcome = this.outcomeOf(action);
    this.actions.push({ at_ms: this.at_ms, action, outcome });
    if (action.type !== "end") return { type: "outcome", id: action.id, outcome };
    this.ended_by ??= action.reason === "transferred" ? "transfer" : "agent";
    return null;
  }

  private outcomeOf(action: Action): Outcome {
    if (this.failing.includes(action.type)) return { ok: false, reason: "failed" };
    const done = this.actions.find(({ action: { id } }) => id === action.id);
    if (action.type === "find_appointments") return this.find(action);
    if (action.type === "move_appointment" || action.type === "cancel_appointment")
      return done?.outcome ?? this.change(action);
    if (action.type !== "book") return { ok: true };
    if (done) return done.outcome;
    this.refreshCalendar();
    const calendar = calendarOf(this.world);
    if (!calendar) return { ok: false, reason: "not_bookable" };
    const why = whyNot(calendar, action.starts_at, action.duration_minutes, this.clock);
    if (why !== null)
      return { ok: false, reason: why === "taken" ? "slot_taken" : "not_bookable", busy: [...calendar.busy] };
    const { starts_at, duration_minutes, kind, name, phone_number } = action;
    const entry = { booking_id: action.id, starts_at, duration_minutes, kind, name, phone_number };
    this.ledger.push(entry);
    this.booked.push(stretchOf(entry));
    this.refreshCalendar();
    return { ok: true };
  }

  /** The appointments of this call, and those under a name that is said and the number of the line, or one that is said. */
  private find({ name, phone_number }: Extract<Action, { type: "find_appointments" }>): Outcome {
    const number = phone_number ?? this.world.caller.phone_number;
    const made = new Set(this.actions.map(({ action }) => action.id));
    const found = this.ledger.filter(
      (one) =>
        one.starts_at > this.clock &&
        (made.has(one.booking_id) || (number !== null && one.phone_number === number && one.name === name)),
    );
    const appointments = found.map(({ phone_number: _, ...told }) => told);
    return { ok: true, data: { appointments } };
  }

  private change(action: Extract<Action, { type: "move_appointment" | "cancel_appointment" }>): Outcome {
    this.refreshCalendar();
    const calendar = calendarOf(this.world);
    const at = this.ledger.findIndex(({ booking_id }) => booking_id === action.booking_id);
    const entry = this.ledger[at];
    if (!calendar || !entry) return { ok: false, reason: "not_bookable", busy: [...(calendar?.busy ?? [])] };
    const old = stretchOf(entry);
    const others = calendar.busy.filter(({ from, to }) => from !== old.from || to !== old.to);
    if (action.type === "move_appointment") {
      const why = whyNot({ ...calendar, busy: others }, action.starts_at, entry.duration_minutes, this.clock);
      if (why !== null)
        return {
          ok: false,
          reason: why === "taken" ? "slot_taken" : "not_bookable",
          busy: [...calendar.busy],
        };
    }
    const mine = this.booked.findIndex(({ from }) => from === old.from);
    if (mine >= 0) this.booked.splice(mine, 1);
    this.world = { ...this.world, calendar: { busy: others } };
    this.ledger.splice(at, 1);
    if (action.type === "move_appointment") {
      const now = { ...entry, starts_at: action.starts_at };
      this.ledger.push(now);
      this.booked.push(stretchOf(now));
    }
    this.refreshCalendar();
    return { ok: true };
  }

  private refreshCalendar(): void {
    const { busy } = this.world.calendar;
    const fresh = this.booked.filter(({ from }) => !busy.some((stretch) => stretch.from === from));
    this.world = { ...this.world, calendar: { busy: [...busy, ...fresh] } };
  }
}
