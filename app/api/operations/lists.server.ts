/** Lists of contacts, for programs. */
import { z } from "zod";
import {
  instant,
  instantOf,
  noBody,
  nothing,
  type Operation,
  operation,
  pageOf,
  paging,
  sliced,
} from "#app/api/operation.server.ts";

const about = { tag: "Lists", scope: "contacts.read", section: "calls" } as const;

const listRow = z.object({
  id: z.uuid(),
  name: z.string(),
  contacts: z.int().describe("How many contacts are in it"),
  created_at: instant,
});

export const listOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "lists.list",
    method: "GET",
    path: "/lists",
    summary: "List lists of contacts",
    description: "By name. GET /contacts?list_id= answers who is in one.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(listRow),
    async run({ actor, now, query }) {
      const { lists } = await actor.store.contactSets.sets(now);
      return sliced(
        "lists",
        lists.map((row) => ({ ...row, created_at: instantOf(row.created_at) })),
        query,
      );
    },
  }),
];
