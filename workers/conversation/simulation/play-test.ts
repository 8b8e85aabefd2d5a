/** Plays one test of an agent against a brain: on a simulated clock, with a calendar of its own, writing nothing anywhere. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { AgentTest, PlayedTest, TestTurn } from "#app/agents/tests/agent-tests.schema.ts";
import { differencesOf, type Recording } from "#app/agents/tests/judge.ts";
import {
  longestWords,
  type TestedEnd,
  type TestedOutcome,
  testedOutcomes,
} from "#app/agents/tests/test-terms.schema.ts";
import { outcomeOf } from "#app/calls/call-outcome.ts";
import type { Json } from "#app/platform/json.ts";
import { instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import type { Brain, Scene } from "#workers/conversation/line/conversation.ts";
import { ScratchBook } from "./scratch-book.ts";
import { TestedLine } from "./tested-line.ts";

export type TestSetting = {
  spec: AgentSpec;
  brain: Brain;
  organization: Scene["organization"];
  /** Whom callers can be put through to; absent: the agent's own number alone. */
  people?: Scene["people"];
  search: ((question: string) => Promise<Json[]>) | null;
  /** Resolves when the play has to stop; absent: it ends by itself, as every play of the built-in brain does. */
  expired?: Promise<void>;
};

/** Plays the test once. The same arguments give the same, unless a model answers. */
export async function playTest(test: AgentTest, setting: TestSetting): Promise<PlayedTest> {
  const { spec, brain, organization, people, search, expired } = setting;
  const at = (local: string) => instantOf(local.slice(0, 10), local.slice(11), organization.time_zone);
  const clock = { now: () => at(test.now) };
  const book = new ScratchBook(
    {
      scene: {
        organization,
        agent: spec,
        ...(people && { people }),
        caller: { phone_number: test.from },
        direction: "inbound",
        has_knowledge: search !== null,
      },
      now: () => clock.now(),
      search,
    },
    test.appointments.map(({ at: local, minutes, kind, name }, index) => ({
      ...{ booking_id: `before-${index + 1}`, starts_at: at(local) },
      ...{ duration_minutes: minutes, kind, name },
    })),
  );
  const line = new TestedLine(
    { brain, scene: () => book.scene, act: (action) => book.carryOut(action) },
    at(test.now),
  );
  clock.now = () => line.now;
  const heard: Recording["turns"] = [];
  const isLost = () => line.notes.some(({ type }) => type === "taken_over");
  const take = (caller: string) => {
    const { agent, ...rest } = line.taken();
    heard.push({ caller, agent: agent.slice(0, longestWords), ...rest });
  };
  let isStopped = false;
  const play = async () => {
    await line.open();
    take("");
    for (const turn of test.turns) {
      if (isStopped || line.isOver || isLost()) break;
      const isHeard = await line.do(turn);
      if (isStopped || !isHeard) break;
      take(turnWords(turn));
    }
    await line.playOut();
  };
  const stopped = expired?.then(() => {
    isStopped = true;
    line.stop();
  });
  await Promise.race([play(), ...(stopped ? [stopped] : [])]);
  const turns = heard.map(({ caller, agent, does }) => ({ caller, agent, does }));
  if (isStopped || isLost())
    return {
      verdict: isLost() ? "unreachable" : "stopped",
      turns,
      differences: [],
      outcome: null,
      ended_by: null,
    };
  const recording: Recording = {
    turns: heard,
    collected: line.state.collected,
    booked: book.booked.map(
      (ms) => `${localDate(ms, organization.time_zone)} ${localClock(ms, organization.time_zone)}`,
    ),
    outcome: outcomeIn(line, book),
    ended_by: endIn(line),
  };
  const differences = differencesOf(test, recording);
  return {
    verdict: differences.length === 0 ? "passed" : "failed",
    turns,
    differences,
    outcome: recording.outcome,
    ended_by: recording.ended_by,
  };
}

/** What the caller does, in the words of a script. */
export function turnWords(turn: TestTurn): string {
  if ("interrupt_after_ms" in turn) return `(interrupts) ${turn.say}`;
  if ("say" in turn) return turn.say;
  if ("press" in turn) return `(presses ${turn.press})`;
  if ("silence_ms" in turn) return `(says nothing for ${turn.silence_ms / 1000} s)`;
  return "drop_socket" in turn ? "(the line drops)" : "(hangs up)";
}

function outcomeIn({ state, notes }: TestedLine, book: ScratchBook): TestedOutcome {
  const deeds = Object.values(state.deeds).filter(
    ({ outcome, action }) => outcome?.ok || action.type === "opt_out",
  );
  const did = (type: string) => deeds.some(({ action }) => action.type === type);
  const messages = deeds.flatMap(({ action }) => (action.type === "take_message" ? [action.call_back] : []));
  const outcome = outcomeOf({
    connected: true,
    // One that was booked and cancelled in the same call is no booking, as in a call's history.
    booked: book.hasBooked,
    moved: did("move_appointment"),
    canceled: did("cancel_appointment"),
    transferred: state.ending?.transfer != null,
    lead: did("save_lead"),
    message: messages.includes(false),
    call_back: messages.includes(true),
    opted_out: did("opt_out"),
    answered: notes.some(({ type }) => type === "answered_from"),
  });
  return testedOutcomes.find((known) => known === outcome) ?? "no_outcome";
}

function endIn({ isLeft, state }: TestedLine): TestedEnd {
  if (isLeft || !state.ending) return "caller";
  if (state.ending.transfer) return "transfer";
  return state.ending.reason === "silence" || state.ending.reason === "max_duration" ? "timeout" : "agent";
}
