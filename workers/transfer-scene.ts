/** The agent as it is at one moment of a call: whom it can put the caller through to depends on who is open. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { routeOf } from "#app/telephony/transfers/route.ts";
import type { TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import type { Scene } from "#workers/conversation/line/conversation.ts";

type Reachable = { agent: AgentSpec; people: NonNullable<Scene["people"]> };

/** Numbers that a transfer of this call may not ring: they would lead back here, or to the caller. */
export const loopsOf = ({ our_number, other_number }: PreparedCall) => [our_number, other_number];

/** The agent with the first open target as its transfer; with none it offers a callback. */
function agentWith(spec: AgentSpec, [first]: readonly TransferTarget[]): AgentSpec {
  if (first) {
    const { phone_number, name } = first;
    // The number of the agent alone is no name to say.
    const transfer = { phone_number, name: name === phone_number ? "" : name };
    return { ...spec, actions: { ...spec.actions, transfer } };
  }
  const when_unknown = spec.when_unknown === "transfer" ? "call_back" : spec.when_unknown;
  return { ...spec, when_unknown, actions: { ...spec.actions, transfer: null } };
}

type Place = {
  readonly agent: AgentSpec;
  readonly targets: readonly TransferTarget[];
  /** Numbers that may not be rung. */
  readonly loops: readonly (string | null)[];
};

export const reachOfCall = (call: PreparedCall) =>
  reachIn({ agent: call.agent.spec, targets: call.targets, loops: loopsOf(call) });

/** Tells, for any moment (ms UTC), whom the agent can reach. The same agent is the same object while the same people are open: the guard keeps what it read of it. */
export function reachIn({ agent, targets, loops }: Place): (now: number) => Reachable {
  let kept: { key: string; reachable: Reachable } | null = null;
  return (now) => {
    // A call that began before there were targets has the agent's own number alone.
    if (targets.length === 0) return { agent, people: [] };
    const open = routeOf(targets, now, { loops }).flatMap(({ target, place }) =>
      place === null ? [] : [target],
    );
    const key = open.map(({ phone_number }) => phone_number).join();
    if (kept?.key !== key) {
      const people = open.map(({ name, phone_number, use_when }) => ({ name, phone_number, use_when }));
      kept = { key, reachable: { agent: agentWith(agent, open), people } };
    }
    return kept.reachable;
  };
}
