/** Has an agent call a number, for programs. */
import { z } from "zod";
import { nothing, type Operation, operation } from "#app/api/operation.server.ts";
import { Refusal } from "#app/api/problem.ts";
import { mostReason } from "#app/calls/call-terms.schema.ts";
import { refusedWords } from "#app/calls/outbound/dial-words.ts";
import { placeCall } from "#app/calls/outbound/place-call.server.ts";

export const callChanges: readonly Operation[] = [
  operation({
    tag: "Calls",
    scope: "calls.place",
    section: "calls",
    id: "calls.place",
    method: "POST",
    path: "/calls",
    summary: "Start a call",
    description:
      "An agent calls a number. The same rules hold as in the dashboard: calling hours, the do-not-call list, the plan. Send an Idempotency-Key, so that a repeated request places no second call.",
    status: 201,
    params: nothing,
    query: nothing,
    body: z.strictObject({
      agent_id: z.string().min(1).max(100),
      to: z.string().trim().min(3).max(60).describe("The number to call, such as +12125550123"),
      number_id: z
        .string()
        .min(1)
        .max(100)
        .nullable()
        .default(null)
        .describe("Null: the agent's usual number"),
      reason: z
        .string()
        .trim()
        .max(mostReason)
        .nullable()
        .default(null)
        .describe("What the call is about, for the agent"),
    }),
    answer: z.object({ id: z.uuid().describe("The call's id: GET /calls/{call_id}") }),
    refusals: { 409: "The call isn't placed; `code` and `detail` say why" },
    async run({ actor, deps, request_id, body }) {
      const placed = await placeCall(actor, { ...body, key: request_id }, deps);
      if (placed.ok) return { id: placed.call_id };
      return new Refusal(409, placed.reason, refusedWords(placed));
    },
  }),
];
