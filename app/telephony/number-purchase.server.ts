/** Buying the number whose button was pressed. */
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { Member } from "#app/organizations/membership.server.ts";
import { nationally } from "#app/platform/phone-number.ts";
import { refusalWords } from "./number-words.ts";
import { purchasable } from "./numbers.schema.ts";
import { buyNumber } from "./numbers.server.ts";
import { officeOf } from "./office.server.ts";

const place = z
  .string()
  .trim()
  .max(60)
  .default("")
  .transform((typed) => typed || null);

/** The pressed button names the number; where it is, is what the carrier's search said. */
const purchase = z.object({
  buy: purchasable,
  agent: z.union([z.literal(""), z.uuid()]).default(""),
  locality: place,
  region: place,
});

type Bought = { ok: true; number_id: string } | { ok: false; status: number; message: string };

const statuses = { held: 409, taken: 409, no_agent: 422, refused: 422, busy: 503, silent: 502 } as const;

export async function buyPosted(
  context: Readonly<RouterContextProvider>,
  member: Member,
  posted: FormData,
): Promise<Bought> {
  const wanted = purchase.safeParse(Object.fromEntries(posted));
  if (!wanted.success) return { ok: false, status: 422, message: "Choose one of the numbers below." };
  const { buy, agent, locality, region } = wanted.data;
  const bought = await buyNumber(officeOf(context, member), {
    phone_number: buy,
    locality,
    region,
    agent_id: agent || null,
    created_by: member.user.id,
  });
  if (bought.ok) return bought;
  const message = refusalWords(bought.reason, nationally(buy, member.country));
  return { ok: false, status: statuses[bought.reason], message };
}
