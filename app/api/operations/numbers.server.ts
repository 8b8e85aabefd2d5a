/** Phone numbers, for programs. */
import { z } from "zod";
import {
  instant,
  instantOrNull,
  noBody,
  nothing,
  type Operation,
  operation,
  pageOf,
  paging,
  sliced,
} from "#app/api/operation.server.ts";
import { notFound } from "#app/api/problem.ts";

const about = { tag: "Numbers", scope: "numbers.read", section: "numbers" } as const;

const numberRow = z.object({
  id: z.uuid(),
  phone_number: z.string().describe("E.164"),
  label: z.string().nullable(),
  status: z.enum(["buying", "active", "releasing"]),
  place: z.string().nullable(),
  agent_id: z.string().nullable().describe("The agent that answers it"),
  calling_agent_id: z.string().nullable().describe("The agent that calls from it"),
  last_call_at: instant.nullable(),
});

type Row = Omit<z.output<typeof numberRow>, "status" | "last_call_at"> & {
  status: string;
  last_call_at: number | null;
};

const shown = (row: Row): z.output<typeof numberRow> => ({
  id: row.id,
  phone_number: row.phone_number,
  label: row.label,
  status: row.status === "buying" || row.status === "releasing" ? row.status : "active",
  place: row.place,
  agent_id: row.agent_id,
  calling_agent_id: row.calling_agent_id,
  last_call_at: instantOrNull(row.last_call_at),
});

export const numberOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "numbers.list",
    method: "GET",
    path: "/numbers",
    summary: "List phone numbers",
    description: "The numbers that the organization holds, oldest first.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(numberRow),
    run: async ({ actor, query }) => sliced("numbers", (await actor.store.numbers.list()).map(shown), query),
  }),
  operation({
    ...about,
    id: "numbers.read",
    method: "GET",
    path: "/numbers/{number_id}",
    summary: "Read a phone number",
    params: z.strictObject({ number_id: z.uuid().describe("The id of the number") }),
    query: nothing,
    body: noBody,
    answer: numberRow,
    async run({ actor, path: { number_id } }) {
      const found = (await actor.store.numbers.list()).find(({ id }) => id === number_id);
      return found ? shown(found) : notFound();
    },
  }),
];
