/** Makes a test of a finished call: what the caller said becomes what the test's caller says, and what came of the call what has to come of it again. */
import { eq } from "drizzle-orm";
import {
  type AgentTest,
  agentTest,
  type Expectation,
  type TestTurn,
} from "#app/agents/tests/agent-tests.schema.ts";
import { save } from "#app/agents/tests/agent-tests.store.ts";
import { longestWords, mostTurns, testedEnds, testedOutcomes } from "#app/agents/tests/test-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { calls, callTranscripts } from "#drizzle/organization/schema.ts";
import { callLine } from "./calls.schema.ts";

type Wanted = { call_id: string; id: string; created_by: string; time_zone: string; now: number };

export type MadeTest =
  | { ok: true; agent_id: string }
  /** `too_long`: the caller said more than a test may hold. `wordless`: nothing that they said is kept. */
  | { ok: false; reason: "not_found" | "no_agent" | "wordless" | "too_long" | "full" };

const callLines = callLine.array();

/** Keeps a test of the call with the agent that answered it. */
export function make(db: OrganizationDatabase, wanted: Wanted): MadeTest {
  const { call_id, id, created_by, now } = wanted;
  const call = db.select().from(calls).where(eq(calls.id, call_id)).get();
  if (!call?.ended_at) return { ok: false, reason: "not_found" };
  if (call.agent_id === null) return { ok: false, reason: "no_agent" };
  const kept = db.select().from(callTranscripts).where(eq(callTranscripts.call_id, call_id)).get();
  const turns = callLines.parse(kept?.lines ?? []).flatMap(({ type, text }): TestTurn[] => {
    if (type === "caller") return [{ say: text.slice(0, longestWords) }];
    return type === "keys" && /^[0-9*#]{1,64}$/.test(text) ? [{ press: text }] : [];
  });
  if (turns.length === 0) return { ok: false, reason: "wordless" };
  if (turns.length > mostTurns) return { ok: false, reason: "too_long" };
  // Without it, what was promised to a caller who hangs up would not be done.
  if (call.ended_by === "caller" && turns.length < mostTurns) turns.push({ hang_up: true });
  const at = `${localDate(call.started_at, wanted.time_zone)} ${localClock(call.started_at, wanted.time_zone)}`;
  const test = agentTest.safeParse({
    name: `${call.contact_name ?? "Caller"}, ${at}`.slice(-80),
    now: at,
    from: /^\+[1-9]\d{6,14}$/.test(call.other_number ?? "") ? call.other_number : null,
    turns,
    expect: expectedOf(call),
  } satisfies Omit<AgentTest, "appointments">);
  if (!test.success) return { ok: false, reason: "wordless" };
  const { agent_id } = call;
  const saved = save(db, { agent_id, id, test: test.data, call_id, created_by, now });
  if (saved.ok) return { ok: true, agent_id };
  return { ok: false, reason: saved.reason === "full" ? "full" : "no_agent" };
}

function expectedOf(call: { outcome: string; ended_by: string | null }): Expectation[] {
  const outcome = testedOutcomes.find((known) => known === call.outcome);
  const ended_by = testedEnds.find((known) => known === call.ended_by);
  return [
    ...(outcome ? [{ outcome }] : []),
    // When a caller hangs up is theirs; everything else is the agent's doing.
    ...(ended_by && ended_by !== "caller" ? [{ ended_by }] : []),
  ];
}
