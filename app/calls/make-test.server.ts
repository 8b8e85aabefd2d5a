/** Makes a test of a finished call, with the agent that answered it. */
import { data, redirect } from "react-router";
import { z } from "zod";
import { mostTests, mostTurns } from "#app/agents/tests/test-terms.schema.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { missing } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";

const refusals = {
  no_agent: "The agent of this call is no longer there.",
  wordless: "Nothing that the caller said is kept, so there is nothing to test.",
  too_long: `This call is too long: a test can have up to ${mostTurns} lines.`,
  full: `The agent has ${mostTests} tests already. Delete one first.`,
} as const;

type Made =
  | { ok: true; agent_id: string; id: string }
  | { ok: false; reason: "not_found" | keyof typeof refusals };

export const makeTest = verb(
  {
    verb: "calls.make_test",
    permission: "agents.write",
    section: "agents",
    input: z.object({ call_id: z.string().min(1).max(100) }),
  },
  async (actor, { call_id }): Promise<Made> => {
    const id = newId();
    const { timeZone } = actor.organization;
    const made = await actor.store.callTests.make({
      ...{ call_id, id, now: Date.now() },
      created_by: authorOf(actor),
      time_zone: timeZone,
    });
    return made.ok ? { ...made, id } : made;
  },
);

/** Leads to the test that was made, or says why there is none. */
export async function testOfCall(actor: Actor, call_id: string) {
  const made = await makeTest(actor, { call_id });
  if (made.ok) return redirect(`/agents/${made.agent_id}/tests/${made.id}`);
  if (made.reason === "not_found") throw missing("call", { to: "/call-history", label: "Calls" });
  return data({ refusal: refusals[made.reason] }, 409);
}
