/** Clients of a reseller, for programs. */
import { z } from "zod";
import {
  instant,
  instantOf,
  instantOrNull,
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
import { clientOf } from "#app/clients/agency.server.ts";
import { type ClientRow, figuresOf, readClients } from "#app/clients/client-list.server.ts";
import { updateClient } from "#app/clients/client-verbs.server.ts";
import { loweredLimits, tiers } from "#app/membership/plan-limits.ts";

const about = { tag: "Clients", scope: "clients.read" } as const;
const one = z.strictObject({ client_id: z.uuid().describe("The id of the client's organization") });

const clientRow = z.object({
  id: z.uuid(),
  name: z.string(),
  host: z.string().nullable(),
  tier: z.string(),
  status: z.string().describe("Of its plan"),
  people: z.int(),
  agents: z.int(),
  numbers: z.int(),
  calls: z.int().describe("Since the month began"),
  answered: z.int(),
  seconds: z.int(),
  suspended_at: instant.nullable(),
  archived_at: instant.nullable(),
  created_at: instant,
});

const shown = (row: ClientRow): z.output<typeof clientRow> => ({
  id: row.id,
  name: row.name,
  host: row.host,
  tier: row.tier,
  status: row.status,
  people: row.people,
  agents: row.agents,
  numbers: row.numbers,
  calls: row.calls,
  answered: row.answered,
  seconds: row.seconds,
  suspended_at: instantOrNull(row.suspended_at),
  archived_at: instantOrNull(row.archived_at),
  created_at: instantOf(row.created_at),
});

const limit = z.int().min(0).max(9999).nullable().optional();

const words = {
  too_large: "A client's plan can't be larger than yours.",
  unpaid: "Your own plan isn't active, so a client's can't be activated.",
  by_card: "This client pays by card, so its plan follows its own subscription.",
} as const;

export const clientOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "clients.list",
    method: "GET",
    path: "/clients",
    summary: "List clients",
    description: "Organizations whose agency you are, the newest first.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(clientRow),
    async run({ actor, deps, now, query: { limit, cursor } }) {
      const place = placeOf("clients", cursor);
      if (place instanceof Refusal) return place;
      const from = { towards: "older", key: place === null ? null : [place] } as const;
      const asked = { q: "", sort: "newest", cursor: from, limit: limit + 1 } as const;
      const found = await readClients(deps.db, actor, asked, now);
      const rows = found.slice(0, limit);
      return page("clients", rows.map(shown), found.length > limit ? (rows.at(-1)?.id ?? null) : null);
    },
  }),
  operation({
    ...about,
    id: "clients.read",
    method: "GET",
    path: "/clients/{client_id}",
    summary: "Read a client",
    params: one,
    query: nothing,
    body: noBody,
    answer: clientRow,
    async run({ actor, deps, now, path: { client_id } }) {
      const found = await figuresOf(deps.db, actor, client_id, now);
      return found === null ? notFound() : shown(found);
    },
  }),
  operation({
    ...about,
    scope: "clients.write",
    id: "clients.update",
    method: "PATCH",
    path: "/clients/{client_id}",
    summary: "Change a client",
    description: "Its name, plan and limits. Fields that you leave out stay as they are.",
    params: one,
    query: nothing,
    body: z.strictObject({
      name: z.string().trim().min(1).max(80).optional(),
      tier: z.enum(tiers).optional(),
      status: z.enum(["pending", "active"]).optional(),
      lines: limit.describe("Null: as many as the plan allows"),
      numbers: limit,
      agents: limit,
    }),
    answer: clientRow,
    refusals: { 409: "The plan can't be that; `code` and `detail` say why" },
    async run({ actor, deps, now, path: { client_id }, body }) {
      const known = await clientOf(deps.db, actor.organization.id, client_id);
      if (!known) return notFound();
      const [lines = null, numbers = null, agents = null] = loweredLimits.map((name) =>
        body[name] === undefined ? (known.client_limits?.[name] ?? null) : body[name],
      );
      const updated = await updateClient(
        actor,
        {
          client: client_id,
          name: body.name ?? known.name,
          tier: body.tier,
          status: body.status ?? "kept",
          ...{ lines, numbers, agents },
        },
        deps,
      );
      if (!updated.ok)
        return updated.reason === "unknown"
          ? notFound()
          : new Refusal(409, updated.reason, words[updated.reason]);
      const found = await figuresOf(deps.db, actor, client_id, now);
      return found === null ? notFound() : shown(found);
    },
  }),
];
