/** What an organization has used of its plan, for programs. */
import { z } from "zod";
import { noBody, nothing, type Operation, operation } from "#app/api/operation.server.ts";

const day = z.object({ day: z.iso.date(), calls: z.int(), seconds: z.int() });

export const usageOperations: readonly Operation[] = [
  operation({
    tag: "Usage",
    scope: "subscription.read",
    section: "subscription",
    id: "usage.read",
    method: "GET",
    path: "/usage",
    summary: "Read usage",
    description: "Calls and seconds of the billing period, or of the calendar month where none runs.",
    params: nothing,
    query: nothing,
    body: noBody,
    answer: z.object({
      first: z.iso.date().describe("A local date of the organization"),
      last: z.iso.date(),
      calls: z.int(),
      seconds: z.int().describe("As they are billed"),
      days: z.array(day),
    }),
    async run({ actor, now }) {
      const { first, last, calls, seconds, days } = await actor.store.usage.overview(
        now,
        actor.organization.timeZone,
      );
      return { first, last, calls, seconds, days };
    },
  }),
];
