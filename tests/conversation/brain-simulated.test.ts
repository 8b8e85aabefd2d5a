import { describe, expect, it } from "vitest";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { builtInBrain, step } from "#workers/conversation/brains/built-in-brain.ts";
import { callState } from "#workers/conversation/dialogue/state.ts";
import type { Move } from "#workers/conversation/line/conversation.ts";
import { simulateCall } from "#workers/conversation/simulation/simulated-call.ts";
import type { Persona } from "#workers/conversation/simulation/simulated-caller.ts";
import { SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { type WorldName, worlds } from "../support/conversation-worlds.ts";
import { NOW, straight } from "../support/random-callers.ts";

function call(world: WorldName, persona: Partial<Persona>, seed = 1, busy: BusyStretch[] = []) {
  return simulateCall({
    world: { ...worlds[world](), calendar: { busy } },
    caller: { ...straight, ...persona },
    seed,
    now: NOW,
  });
}
const deeds = ({ actions }: ReturnType<typeof call>) => actions.map(({ action }) => action.type);

describe("a made-up call", () => {
  it("is the same call for the same seed, and another one for another", () => {
    expect(call("practice", {}, 7)).toEqual(call("practice", {}, 7));
    const words = [1, 2, 3, 4, 5, 6].map((seed) => JSON.stringify(call("practice", {}, seed).turns));
    expect(new Set(words).size).toBeGreaterThan(1);
  });

  it("has times that only go forward, and an end after its last turn", () => {
    const { turns, duration_ms } = call("practice", { manner: "chatty" });
    const times = turns.map(({ at_ms }) => at_ms);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(duration_ms).toBeGreaterThanOrEqual(times.at(-1) ?? 0);
  });

  it.each<[WorldName, Persona["wants"], string]>([
    ["clinic", "appointment", "book"],
    ["answering_service", "message", "take_message"],
    ["leads", "offer", "save_lead"],
    ["front_desk", "person", "transfer"],
    ["clinic", "no_calls", "opt_out"],
    ["clinic", "nothing", "end"],
  ])("at the %s, whoever wants %s gets it done", (world, wants, deed) => {
    expect(deeds(call(world, { wants, questions: [] }))).toContain(deed);
  });

  it("tells what it collected, by field", () => {
    const { collected } = call("leads", { wants: "offer", questions: [] });
    expect(collected).toMatchObject({ need: "a new crown", name: "Marta Lindqvist", phone: "+14155550123" });
  });

  it("of two hundred on one calendar no two share a minute, and each hears the truth about its own", () => {
    const busy: BusyStretch[] = [];
    let booked = 0;
    for (let seed = 0; seed < 200; seed++) {
      const manner =
        (["plain", "rushed", "chatty", "wavering", "hard_to_hear"] as const)[seed % 5] ?? "plain";
      const played = call("practice", { manner, kind: ["Cleaning", "Filling"][seed % 2] ?? "" }, seed, busy);
      for (const stretch of played.booked) {
        expect(busy.some(({ from, to }) => stretch.from < to && from < stretch.to)).toBe(false);
        busy.push(stretch);
        booked += 1;
      }
      const said = played.turns.some(
        ({ role, text }) => role === "agent" && /you're booked|it's booked/i.test(text),
      );
      expect(said).toBe(played.booked.length > 0);
    }
    expect(booked).toBeGreaterThan(100);
  });
});

describe("the brain as the turn loop holds it", () => {
  async function respond(memory: Json, ...words: string[]): Promise<{ memory: Json; moves: Move[] }> {
    const world = worlds.clinic();
    const moves: Move[] = [];
    let kept = memory;
    for (const text of words) {
      const event = text === "" ? ({ type: "started" } as const) : ({ type: "said", text } as const);
      const answer = builtInBrain.respond(kept, event, world, NOW, new AbortController().signal);
      let next = await answer.next();
      for (; !next.done; next = await answer.next()) moves.push(next.value);
      kept = JSON.parse(JSON.stringify(next.value));
    }
    return { memory: kept, moves };
  }

  it("remembers through plain JSON", async () => {
    const { moves } = await respond(
      builtInBrain.fresh(),
      "",
      "I'd like an appointment on Monday at ten",
      "Marta Lindqvist",
      "yes",
    );
    expect(moves.at(-1)).toMatchObject({
      type: "do",
      action: { type: "book", id: "book-1", starts_at: instantOf("2026-11-23", "10:00", "America/New_York") },
    });
  });

  it("begins anew from a memory that another version wrote, without greeting twice", async () => {
    const { moves } = await respond({ version: "old" }, "I'd like an appointment on Monday at ten");
    expect(moves.filter(({ type }) => type === "say")).toHaveLength(1);
  });

  it("corrects the message that the version before it kept as the only one", async () => {
    const line = new SimulatedLine(worlds.clinic(), NOW);
    for (const say of ["Do you whiten teeth with a laser?", "Hank Sorensen"]) line.do({ say });
    const { messages_left, ...before } = callState.parse(line.state);
    const left = messages_left.at(-1);
    if (!left) throw new Error("no message was left");
    const { moves } = await respond({ ...before, left }, "no thanks, but not on this phone please");
    expect(moves).toContainEqual(
      expect.objectContaining({ action: expect.objectContaining({ type: "take_message", ...left }) }),
    );
  });

  it.each([{ type: "resumed" } as const, { type: "silence", times: 1 } as const])(
    "does the same deed under the same id when $type comes before its outcome, and hears it once",
    (event) => {
      const world = worlds.clinic();
      const line = new SimulatedLine(world, NOW);
      for (const say of ["I'd like an appointment on Monday at ten", "Marta Lindqvist"]) line.do({ say });
      const agreed = step(line.state, { type: "said", text: "yes" }, world, NOW);
      const repeated = step(agreed.state, event, world, NOW);
      const books = [...agreed.moves, ...repeated.moves].flatMap((move) =>
        move.type === "do" && move.action.type === "book" ? [move.action] : [],
      );
      expect(books).toHaveLength(2);
      expect(books[1]).toEqual(books[0]);
      const outcome = { type: "outcome", id: books[0]?.id ?? "", outcome: { ok: true } } as const;
      const told = step(repeated.state, outcome, world, NOW);
      expect(told.moves).toMatchObject([{ type: "say", text: expect.stringMatching(/booked/i) }]);
      expect(step(told.state, outcome, world, NOW).moves).toEqual([]);
    },
  );
});
