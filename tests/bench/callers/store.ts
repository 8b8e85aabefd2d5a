/** What the agent did, in memory: carries out its actions by the rules of the organization's own store. */
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { whyNot } from "#app/bookings/calendar.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { calendarOf } from "#workers/conversation/dialogue/turn.ts";
import type { Action, Outcome, World } from "#workers/conversation/line/conversation.ts";
import { at, type Caller } from "./caller.ts";

type Row = {
  booking_id: string;
  starts_at: number;
  duration_minutes: number;
  kind: string;
  name: string;
  phone_number: string | null;
  is_new: boolean;
};

const done: Outcome = { ok: true };
const stretchOf = ({ starts_at, duration_minutes }: Row): BusyStretch => ({
  from: starts_at,
  to: starts_at + duration_minutes * minute_ms,
});
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ")
    .trim();

export class CallStore {
  readonly rows: Row[] = [];
  readonly moved: { booking_id: string; to: number }[] = [];
  readonly canceled: string[] = [];
  readonly messages: Extract<Action, { type: "take_message" }>[] = [];
  readonly questions: string[] = [];
  lead: Record<string, string> | null = null;
  hasOptedOut = false;
  /** Everything that an action found out. */
  readonly told: unknown[] = [];
  readonly #world: World;
  /** What the caller said when they were looked for. */
  #caller: { told: string | null; name: string | null } = { told: null, name: null };
  readonly #passages: Caller["passages"];
  readonly #now: () => number;
  readonly #outcomes = new Map<string, Outcome>();

  /** The world's calendar is kept up to date. */
  constructor(world: World, { appointments = [], taken = [], passages = [] }: Caller, now: () => number) {
    this.#world = world;
    this.#passages = passages;
    this.#now = now;
    for (const { at: local, minutes, ...one } of appointments)
      this.rows.push({ ...one, starts_at: at(local), duration_minutes: minutes, is_new: false });
    for (const local of taken)
      this.#world.calendar.busy.push({ from: at(local), to: at(local) + 30 * minute_ms });
    for (const row of this.rows) this.#world.calendar.busy.push(stretchOf(row));
  }

  /** The same id again changes nothing. */
  async carryOut(action: Action): Promise<Outcome> {
    const before = this.#outcomes.get(action.id);
    if (before) return before;
    const outcome = this.#do(action);
    this.#outcomes.set(action.id, outcome);
    if (outcome.ok && outcome.data !== undefined) this.told.push(outcome.data);
    return outcome;
  }

  #do(action: Action): Outcome {
    switch (action.type) {
      case "book": {
        const problem = this.#problem(action.starts_at, action.duration_minutes, null);
        if (problem) return problem;
        const { kind, name, starts_at, duration_minutes } = action;
        const row: Row = {
          ...{ kind, name, starts_at, duration_minutes, is_new: true },
          booking_id: `new-${this.rows.length + 1}`,
          phone_number: action.phone_number ?? this.#world.caller.phone_number,
        };
        this.rows.push(row);
        this.#world.calendar.busy.push(stretchOf(row));
        return done;
      }
      case "find_appointments": {
        this.#caller = { told: action.phone_number, name: action.name };
        const appointments = this.rows
          .filter((row) => row.starts_at > this.#now() && this.#isTheirs(row))
          .toSorted((a, b) => a.starts_at - b.starts_at)
          .map(({ is_new: _, phone_number: __, ...one }) => one);
        return { ok: true, data: { appointments } };
      }
      case "move_appointment": {
        const row = this.#owned(action.booking_id);
        const problem = row ? this.#problem(action.starts_at, action.duration_minutes, row) : null;
        if (!row || problem) return problem ?? { ok: false, reason: "failed" };
        this.#free(row);
        row.starts_at = action.starts_at;
        this.#world.calendar.busy.push(stretchOf(row));
        this.moved.push({ booking_id: row.booking_id, to: row.starts_at });
        return done;
      }
      case "cancel_appointment": {
        const row = this.#owned(action.booking_id);
        if (!row) return { ok: false, reason: "failed" };
        this.#free(row);
        this.rows.splice(this.rows.indexOf(row), 1);
        this.canceled.push(row.booking_id);
        return done;
      }
      case "take_message":
        this.messages.push(action);
        return done;
      case "note_question":
        this.questions.push(action.question);
        return done;
      case "save_lead":
        this.lead = { ...action.fields };
        return done;
      case "opt_out":
        this.hasOptedOut = true;
        return done;
      case "search_knowledge":
        return {
          ok: true,
          data: { passages: (this.#passages ?? []).map((one) => ({ source_id: one.title, ...one })) },
        };
      case "look_up_contact":
        return { ok: true, data: { known: false } };
      case "call_webhook":
      case "send_sms":
      case "transfer":
      case "end":
        // The line itself ends and transfers.
        return { ok: false, reason: "failed" };
    }
  }

  /** Made with the number they call from, or with the number and the name that they say. */
  #isTheirs({ phone_number, name }: Row): boolean {
    const { told, name: said } = this.#caller;
    if (phone_number === null) return false;
    if (phone_number === this.#world.caller.phone_number) return true;
    return phone_number === told && said !== null && plain(name) === plain(said);
  }

  #owned(id: string): Row | undefined {
    return this.rows.find((row) => row.booking_id === id && this.#isTheirs(row));
  }

  /** Why an appointment cannot be there; the row that moves does not count. */
  #problem(starts_at: number, minutes: number, moving: Row | null): Outcome | null {
    const calendar = calendarOf(this.#world);
    if (!calendar) return { ok: false, reason: "not_bookable" };
    const busy = calendar.busy.filter(({ from }) => from !== moving?.starts_at);
    const why = whyNot({ ...calendar, busy }, starts_at, minutes, this.#now());
    if (why === null) return null;
    return { ok: false, reason: why === "taken" ? "slot_taken" : "not_bookable", busy: [...calendar.busy] };
  }

  #free(row: Row): void {
    const { busy } = this.#world.calendar;
    const index = busy.findIndex(({ from }) => from === row.starts_at);
    if (index >= 0) busy.splice(index, 1);
  }
}
