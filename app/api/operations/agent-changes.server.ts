/** Changes of agents, for programs: make one, write its draft, publish it, archive it. */
import { z } from "zod";
import { agentKinds } from "#app/agents/agent-terms.schema.ts";
import { agentEdit, archiveAgent, createAgent, saveAgent } from "#app/agents/agent-verbs.server.ts";
import { agentSpec } from "#app/agents/agents.schema.ts";
import { publishAgent } from "#app/agents/versions/version-verbs.server.ts";
import {
  changesOf,
  noAnswer,
  noBody,
  nothing,
  type Operation,
  operation,
} from "#app/api/operation.server.ts";
import { invalidFields, notFound, Refusal, refusal } from "#app/api/problem.ts";

const about = { tag: "Agents", scope: "agents.write", section: "agents" } as const;

const one = z.strictObject({ agent_id: z.uuid().describe("The id of the agent") });

/** All that an agent is: as the file of its export has it, with the ids of what belongs to the organization. */
const draft = z.looseObject({ name: z.string() });
const drafted = z.object({
  id: z.uuid(),
  version: z.int().describe("Send it with a change, and a change in between refuses it"),
  published_version: z.int().nullable().describe("Of what answers calls; null: nothing does"),
  draft,
});

const conflicts: Readonly<Record<string, string>> = {
  conflict: "Someone changed this agent in the meantime. Read it again first.",
  own_number: "Callers can't be transferred to a number that the organization itself answers.",
  not_dialled: "The organization doesn't call this transfer number.",
  incoherent: "Parts of the draft contradict each other.",
  unchanged: "The draft is what answers calls already.",
  no_address: "A tool of the agent has no address yet.",
  tests_failed: "Some of the agent's tests failed. Send despite_tests to publish it all the same.",
  playing: "The agent's tests are being played. Try again in a moment.",
};
const conflict = (reason: string): Refusal =>
  new Refusal(409, reason, conflicts[reason] ?? "That can't be done with this agent now.");

export const agentChanges: readonly Operation[] = [
  operation({
    ...about,
    id: "agents.create",
    method: "POST",
    path: "/agents",
    summary: "Create an agent",
    description: "From a starting point; it's published at once.",
    status: 201,
    params: nothing,
    query: nothing,
    body: z.strictObject({ kind: z.enum(agentKinds) }),
    answer: z.object({ id: z.uuid() }),
    refusals: { 409: "The plan allows no more agents" },
    async run({ actor, deps, request_id, body }) {
      const made = await createAgent(actor, body, deps, request_id);
      if (made.ok) return { id: made.id };
      return new Refusal(409, made.reason, "The plan allows no more agents.");
    },
  }),
  operation({
    ...about,
    id: "agents.draft",
    method: "GET",
    path: "/agents/{agent_id}/draft",
    summary: "Read an agent's draft",
    description: "Everything about the agent, as it's edited. Calls are answered by the published version.",
    params: one,
    query: nothing,
    body: noBody,
    answer: drafted,
    async run({ actor, path: { agent_id } }) {
      const found = await actor.store.agents.find(agent_id);
      if (!found) return notFound();
      const { id, version, live, spec } = found;
      return { id, version, published_version: live?.version ?? null, draft: { ...spec } };
    },
  }),
  operation({
    ...about,
    id: "agents.update",
    method: "PATCH",
    path: "/agents/{agent_id}",
    summary: "Change an agent's draft",
    description:
      "The fields of `draft` that you send replace those that are there. Publish it to have it answer calls.",
    params: one,
    query: nothing,
    body: z.strictObject({
      version: z
        .int()
        .min(0)
        .optional()
        .describe("Of the draft that you read; without it the newest is changed"),
      draft: changesOf(agentSpec).describe("Fields of the draft"),
    }),
    answer: drafted,
    async run({ actor, path: { agent_id }, body }) {
      const known = await actor.store.agents.find(agent_id);
      if (!known) return notFound();
      const edit = agentEdit.safeParse({
        id: agent_id,
        version: body.version ?? known.version,
        spec: { ...known.spec, ...body.draft },
        answers: null,
      });
      if (!edit.success)
        return invalidFields(
          edit.error.issues.map(({ path, message }) => ({
            path: ["body", "draft", ...path.slice(1).map(String)].join("."),
            message,
          })),
        );
      const saved = await saveAgent(actor, edit.data);
      if (!saved.ok) return saved.reason === "not_found" ? notFound() : conflict(saved.reason);
      return {
        id: agent_id,
        version: saved.version,
        published_version: known.live?.version ?? null,
        draft: { ...edit.data.spec },
      };
    },
  }),
  operation({
    ...about,
    id: "agents.publish",
    method: "POST",
    path: "/agents/{agent_id}/publish",
    summary: "Publish an agent's draft",
    description: "After the agent's tests, where it has some.",
    params: one,
    query: nothing,
    body: z.strictObject({
      version: z
        .int()
        .min(0)
        .optional()
        .describe("Of the draft that you read; without it the newest is published"),
      note: z.string().max(200).default("").describe("What changed, for the list of versions"),
      despite_tests: z.boolean().default(false).describe("Publish it although tests fail"),
    }),
    answer: z.object({ id: z.uuid(), published_version: z.int() }),
    async run({ actor, deps, play, path: { agent_id }, body: { version, note, despite_tests } }) {
      const known = await actor.store.agents.find(agent_id);
      if (!known) return notFound();
      const published = await publishAgent(
        actor,
        {
          id: agent_id,
          version: version ?? known.version,
          latest: known.live?.latest ?? 0,
          share: null,
          ...{ note, despite_tests },
        },
        { ...deps, play },
      );
      if (published.ok) return { id: agent_id, published_version: published.version };
      if (published.reason === "too_often")
        return refusal(
          "too_many_requests",
          "The organization's tests were played too often. Try again later.",
          {
            "retry-after": String(published.retryAfter),
          },
        );
      return published.reason === "not_found" ? notFound() : conflict(published.reason);
    },
  }),
  operation({
    ...about,
    id: "agents.archive",
    method: "DELETE",
    path: "/agents/{agent_id}",
    summary: "Archive an agent",
    description: "Its calls stay. An agent that still answers a number is kept.",
    status: 204,
    params: one,
    query: nothing,
    body: nothing,
    answer: noAnswer,
    async run({ actor, path: { agent_id } }) {
      const archived = await archiveAgent(actor, { id: agent_id });
      if (archived.ok) return null;
      return archived.reason === "not_found"
        ? notFound()
        : new Refusal(409, "answers_numbers", `It still answers ${archived.numbers.join(", ")}.`);
    },
  }),
];
