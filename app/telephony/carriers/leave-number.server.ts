/** Takes our addresses off a number of an organization's own account: it stays there, and its calls no longer come to us. */
import type { CarrierAccount } from "./carrier.schema.ts";

/**
 * A number that was pointed elsewhere since is left alone.
 * @param sid the carrier's id of it; null: it is looked for
 * @returns whether nothing of ours is left there, as far as the carrier says
 */
export async function leaveNumber(
  { client }: CarrierAccount,
  { sid, phone_number }: { sid: string | null; phone_number: string },
): Promise<boolean> {
  const found = sid === null ? await client.numbers.held(phone_number) : ({ ok: true, sid } as const);
  if (!found.ok || found.sid === null) return found.ok;
  const looked = await client.numbers.look(found.sid);
  if (!looked.ok || !looked.number?.isAimedHere) return looked.ok;
  return (await client.numbers.aim(found.sid, null)).ok;
}
