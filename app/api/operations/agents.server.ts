/** Agents, for programs. */
import { z } from "zod";
import { agentKinds } from "#app/agents/agent-terms.schema.ts";
import {
  instant,
  instantOf,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";

const about = { tag: "Agents", scope: "agents.read", section: "agents" } as const;
const list = "agents";

const agentRow = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(agentKinds),
  version: z.int().describe("Of its draft; it grows with every change"),
  created_at: instant,
  updated_at: instant,
});

type Row = {
  id: string;
  name: string;
  kind: string;
  version: number;
  created_at: number;
  updated_at: number;
};

const shown = ({ kind, created_at, updated_at, ...row }: Row): z.output<typeof agentRow> => ({
  ...row,
  kind: agentKinds.find((one) => one === kind) ?? "receptionist",
  created_at: instantOf(created_at),
  updated_at: instantOf(updated_at),
});

const one = z.strictObject({ agent_id: z.uuid().describe("The id of the agent") });

export const agentOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "agents.list",
    method: "GET",
    path: "/agents",
    summary: "List agents",
    description: "Agents that are not archived, newest first.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(agentRow),
    async run({ actor, query: { limit, cursor } }) {
      const place = placeOf(list, cursor);
      if (place instanceof Refusal) return place;
      const { rows, next } = await actor.store.apiRows.agentsAfter(place, limit);
      return page(list, rows.map(shown), next);
    },
  }),
  operation({
    ...about,
    id: "agents.read",
    method: "GET",
    path: "/agents/{agent_id}",
    summary: "Read an agent",
    params: one,
    query: nothing,
    body: noBody,
    answer: agentRow,
    async run({ actor, path: { agent_id } }) {
      const found = await actor.store.apiRows.agent(agent_id);
      return found === null ? notFound() : shown(found);
    },
  }),
];
