/** A calendar and a notebook for one played test: actions are carried out by the rules of a real calendar, and nothing outlives the play. Pure. */
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { whyNot } from "#app/bookings/calendar.ts";
import { minute_ms } from "#app/platform/durations.ts";
import type { Json } from "#app/platform/json.ts";
import { calendarOf } from "#workers/conversation/dialogue/turn.ts";
import type { Action, Outcome, Scene } from "#workers/conversation/line/conversation.ts";

/** An appointment in the scratch calendar; all of them are the caller's. */
export type ScratchAppointment = {
  booking_id: string;
  starts_at: number;
  duration_minutes: number;
  kind: string;
  name: string;
};

type Ports = {
  scene: Omit<Scene, "calendar">;
  /** ms UTC */
  now(): number;
  /** Looks a question up in the organization's knowledge; null: the agent uses none. */
  search: ((question: string) => Promise<Json[]>) | null;
};

const done: Outcome = { ok: true };
const unbookable: Outcome = { ok: false, reason: "not_bookable" };

export class ScratchBook {
  readonly rows: ScratchAppointment[];
  /** The times that were booked or moved to, as they were done (ms UTC). */
  readonly booked: number[] = [];
  readonly #ports: Ports;
  readonly #outcomes = new Map<string, Promise<Outcome>>();

  constructor(ports: Ports, appointments: readonly ScratchAppointment[]) {
    this.#ports = ports;
    this.rows = [...appointments];
  }

  /** Whether an appointment stands that was made in this play. */
  get hasBooked(): boolean {
    return this.rows.some(({ booking_id }) => booking_id.startsWith("booked-"));
  }

  get scene(): Scene {
    return { ...this.#ports.scene, calendar: { busy: this.#busy(null) } };
  }

  /** Carries out an action; the same id again changes nothing. */
  carryOut(action: Action): Promise<Outcome> {
    const outcome = this.#outcomes.get(action.id) ?? this.#do(action);
    this.#outcomes.set(action.id, outcome);
    return outcome;
  }

  async #do(action: Action): Promise<Outcome> {
    switch (action.type) {
      case "book": {
        const { starts_at, duration_minutes, kind, name } = action;
        const problem = this.#problem(starts_at, duration_minutes, null);
        if (problem) return problem;
        const booking_id = `booked-${this.rows.length + 1}`;
        this.rows.push({ booking_id, starts_at, duration_minutes, kind, name });
        this.booked.push(starts_at);
        return done;
      }
      case "find_appointments": {
        const ahead = this.rows.filter(({ starts_at }) => starts_at > this.#ports.now());
        return { ok: true, data: { appointments: ahead.toSorted((a, b) => a.starts_at - b.starts_at) } };
      }
      case "move_appointment": {
        const row = this.#row(action.booking_id);
        const problem = row ? this.#problem(action.starts_at, action.duration_minutes, row) : unbookable;
        if (!row || problem) return problem ?? unbookable;
        row.starts_at = action.starts_at;
        this.booked.push(action.starts_at);
        return done;
      }
      case "cancel_appointment": {
        const row = this.#row(action.booking_id);
        if (!row) return unbookable;
        this.rows.splice(this.rows.indexOf(row), 1);
        return done;
      }
      case "search_knowledge":
        return { ok: true, data: { passages: (await this.#ports.search?.(action.question)) ?? [] } };
      case "look_up_contact":
        return { ok: true, data: { known: false } };
      case "call_webhook":
        return { ok: true, data: { test: "Not asked. Say that on a real call you would look this up now." } };
      case "save_lead":
      case "take_message":
      case "note_question":
      case "send_sms":
      case "opt_out":
        return done;
      case "transfer":
      case "end":
        // The turn loop carries these out on the line.
        return { ok: false, reason: "failed" };
    }
  }

  #row = (id: string) => this.rows.find(({ booking_id }) => booking_id === id);

  #busy = (but: ScratchAppointment | null): BusyStretch[] =>
    this.rows
      .filter((row) => row !== but)
      .map(({ starts_at, duration_minutes }) => ({
        from: starts_at,
        to: starts_at + duration_minutes * minute_ms,
      }));

  /** Why an appointment cannot be there; the one that moves does not count. */
  #problem(starts_at: number, minutes: number, moving: ScratchAppointment | null): Outcome | null {
    const busy = this.#busy(moving);
    const calendar = calendarOf({
      ...this.#ports.scene,
      calendar: { busy },
      language: this.#ports.scene.agent.languages[0],
      transcript: [],
    });
    if (!calendar) return unbookable;
    const why = whyNot(calendar, starts_at, minutes, this.#ports.now());
    if (why === null) return null;
    return { ok: false, reason: why === "taken" ? "slot_taken" : "not_bookable", busy };
  }
}
