/** Buying the number whose button was pressed. */
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { Member } from "#app/organizations/membership.server.ts";
import { nationally } from "#app/platform/phone-number.ts";
import { refusalWords } from "./number-words.ts";
import { purchasable } from "./numbers.schema.ts";
import { buyNumber } from "./numbers.server.ts";
import { officeOf } from "./office.server.ts";

const place = z.string().trim().max(60);

/** The pressed button names the number, and its place as the carrier's search gave it: `+14155550100|San Francisco|CA`. */
const purchase = z.object({
  buy: z
    .string()
    .max(200)
    .transform((value) => {
      const [phone_number = "", locality = "", region = ""] = value.split("|");
      return { phone_number, locality, region };
    })
    .pipe(z.object({ phone_number: purchasable, locality: place, region: place })),
  agent: z.union([z.literal(""), z.uuid()]).default(""),
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
  const { phone_number, locality, region } = wanted.data.buy;
  const bought = await buyNumber(officeOf(context, member), {
    phone_number,
    locality: locality || null,
    region: region || null,
    agent_id: wanted.data.agent || null,
    created_by: member.user.id,
  });
  if (bought.ok) return bought;
  const message = refusalWords(bought.reason, nationally(phone_number, member.country));
  return { ok: false, status: statuses[bought.reason], message };
}
