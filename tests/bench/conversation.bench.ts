/** The built-in brain's figures (docs/conversation.md, "Quality"): whole dialogues done, agent turns per booking, wrong bookings, time for a very long utterance. */
import { readdirSync, readFileSync } from "node:fs";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { whyNot } from "#app/bookings/calendar.ts";
import { addDays, instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import { step } from "#workers/conversation/brains/built-in-brain.ts";
import { calendarOf } from "#workers/conversation/dialogue/turn.ts";
import { simulateCall } from "#workers/conversation/simulation/simulated-call.ts";
import { type Persona, randomOf } from "#workers/conversation/simulation/simulated-caller.ts";
import { SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { nameOf } from "../support/conversation-names.ts";
import { worlds } from "../support/conversation-worlds.ts";
import { playDialogue } from "../support/dialogue.ts";
import { walkLines } from "../support/line-walk.ts";
import { callersBench } from "./callers/figures.ts";
import { overheadBench } from "./callers/overhead.ts";

export type Figure = { figure: string; value: number; unit: string; budget: string };

const ZONE = "America/New_York";
const NOW = instantOf("2026-11-20", "10:00", ZONE);
const BOOKINGS = 300;
const TURNS = 400;
const LONG = 10_000;
const REPEATS = 25;

/** A caller who names one day and hour and answers what is asked. */
function straightCaller(name: string, time: string): Persona {
  return {
    name,
    phone_number: "+14155550123",
    email: "caller@example.com",
    wants: "appointment",
    kind: "",
    times: [time],
    answers: {},
    questions: [],
    message: "",
    manner: "plain",
  };
}

/** Bookings by straight callers: how many agent turns each takes, and how many are not what the caller asked for or the calendar allows. */
function bookings(): { turns: number; wrong: number; done: number } {
  const random = randomOf(1);
  const days = ["next Monday", "next Tuesday", "next Wednesday", "next Friday"];
  const hours = [
    "nine",
    "half past nine",
    "ten",
    "a quarter past ten",
    "eleven",
    "two",
    "half past two",
    "three",
  ];
  const clocks = ["09:00", "09:30", "10:00", "10:15", "11:00", "14:00", "14:30", "15:00"];
  const weekday = [0, 1, 2, 4];
  let [turns, wrong, done] = [0, 0, 0];
  for (let call = 0; call < BOOKINGS; call++) {
    const day = Math.floor(random() * days.length);
    const hour = Math.floor(random() * hours.length);
    const busy: BusyStretch[] = [];
    const world = { ...worlds.clinic(), calendar: { busy } };
    const caller = straightCaller(nameOf(call), `${days[day]} at ${hours[hour]}`);
    const played = simulateCall({ world, caller, seed: call, now: NOW });
    const booked = played.actions.find(({ action, outcome }) => action.type === "book" && outcome.ok);
    if (booked?.action.type !== "book") continue;
    done += 1;
    turns += played.turns.filter(({ role }) => role === "agent").length;
    const wanted = `${addDays("2026-11-23", weekday[day] ?? 0)} ${clocks[hour]}`;
    const at = booked.action.starts_at;
    const isWanted = `${localDate(at, ZONE)} ${localClock(at, ZONE)}` === wanted;
    if (!isWanted || booked.action.name !== caller.name) wrong += 1;
  }
  return { turns: turns / Math.max(1, done), wrong, done };
}

/** Bookings that should not exist, by callers of every manner on a calendar that fills up. */
function wrongOnes(): number {
  const world = worlds.practice();
  const calendar = calendarOf(world);
  const manners: Persona["manner"][] = ["plain", "rushed", "chatty", "wavering", "hard_to_hear"];
  const busy: BusyStretch[] = [];
  let wrong = 0;
  for (let call = 0; call < BOOKINGS; call++) {
    const kind = ["Cleaning", "Filling", "Check-up"][call % 3] ?? "";
    const times = [
      "next Tuesday at three",
      "Monday or Wednesday morning",
      "the second of December around ten",
    ];
    const caller: Persona = {
      ...straightCaller(nameOf(call), ""),
      kind,
      times: [...times.slice(call % 3), ...times.slice(0, call % 3)],
      questions: ["Do you have parking?"],
      manner: manners[call % manners.length] ?? "plain",
    };
    const played = simulateCall({ world: { ...world, calendar: { busy } }, caller, seed: call, now: NOW });
    for (const { action, outcome } of played.actions) {
      if (action.type !== "book" || !outcome.ok || !calendar) continue;
      if (whyNot({ ...calendar, busy }, action.starts_at, action.duration_minutes, NOW) !== null) wrong += 1;
      if (action.name !== caller.name || action.kind !== kind) wrong += 1;
    }
    busy.push(...played.booked);
  }
  return wrong;
}

function dialogues(): { done: number; all: number } {
  const folder = new URL("../conversation/dialogues/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  const done = files.filter((name) => playDialogue(readFileSync(new URL(name, folder), "utf8")) === null);
  return { done: done.length, all: files.length };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Milliseconds of one step on an utterance, the median of many. */
function timeOf(text: string, repeats: number): number {
  const line = new SimulatedLine(worlds.practice(), NOW);
  const world = worlds.practice();
  return median(
    Array.from({ length: repeats }, () => {
      const start = performance.now();
      step(line.state, { type: "said", text }, world, NOW);
      return performance.now() - start;
    }),
  );
}

/** Every figure of the conversation, with its budget. */
export async function conversationBench(): Promise<Figure[]> {
  const played = dialogues();
  const booked = bookings();
  const long =
    "well I was thinking about Monday or maybe Tuesday at three and my number is four one five ".repeat(200);
  const calls = Number(process.env.SEQUENCES ?? "20000");
  const broken = await walkLines(1, calls);
  const brokenByModel = await walkLines(1, calls, "model");
  return [
    {
      figure: `of ${calls} random calls over loop and guard, broken promises`,
      value: broken.length,
      unit: "calls",
      budget: "≤ 0",
    },
    {
      figure: `of ${calls} random calls over the model brain, broken promises`,
      value: brokenByModel.length,
      unit: "calls",
      budget: "≤ 0",
    },
    { figure: "dialogues done", value: played.done, unit: `of ${played.all}`, budget: "≥ 40" },
    { figure: "straight bookings done", value: booked.done, unit: `of ${BOOKINGS}`, budget: `≥ ${BOOKINGS}` },
    { figure: "agent turns per straight booking, mean", value: booked.turns, unit: "turns", budget: "≤ 6" },
    { figure: "wrong bookings", value: booked.wrong + wrongOnes(), unit: "bookings", budget: "≤ 0" },
    {
      figure: "10,000 characters taken in",
      value: timeOf(long.slice(0, LONG), REPEATS),
      unit: "ms",
      budget: "< 5",
    },
    {
      figure: "an ordinary turn of the brain",
      value: timeOf("Hi, I'd like a cleaning next Tuesday around three, this is Daniel Whitmore", TURNS),
      unit: "ms",
      budget: "< 5",
    },
    ...(await callersBench()),
    ...(await overheadBench()),
  ];
}
