/** Changes of the list of numbers: assigning an agent, and releasing a number. */
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { audit } from "#app/membership/audit.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { refusalWords } from "./number-words.ts";
import { assignNumber, giveBackNumber } from "./numbers.server.ts";
import { officeOf } from "./office.server.ts";

const change = z.discriminatedUnion("do", [
  z.object({ do: z.literal("assign"), number: z.uuid(), agent: z.union([z.literal(""), z.uuid()]) }),
  z.object({ do: z.literal("release"), number: z.uuid() }),
]);

type Said = { status: number; isGood: boolean; message: string };

/** Applies the posted change and describes the outcome. @throws a 404 answer for a number of another organization */
export async function changeNumber(
  context: Readonly<RouterContextProvider>,
  member: Member,
  posted: FormData,
): Promise<Said> {
  const wanted = change.safeParse(Object.fromEntries(posted));
  if (!wanted.success) return { status: 422, isGood: false, message: "Choose a number and who answers it." };
  const office = officeOf(context, member);
  const id = wanted.data.number;
  if (wanted.data.do === "assign") {
    const agent_id = wanted.data.agent || null;
    const assigned = await assignNumber(office, { id, agent_id });
    if (!assigned.ok && assigned.reason === "not_found") throw faultResponse("not_found");
    if (!assigned.ok) return { status: 422, isGood: false, message: refusalWords(assigned.reason, "") };
    const changes = { phone_number: assigned.phone_number, agent_id };
    await audit(context, member, { action: "number.assigned", target: id, changes });
    const shown = internationally(assigned.phone_number);
    const { agent_name } = assigned;
    const message = agent_name
      ? `${agent_name} answers ${shown} from the next call on.`
      : `Nobody answers ${shown} now.`;
    return { status: 200, isGood: true, message };
  }
  const released = await giveBackNumber(office, id);
  if (!released.ok) throw faultResponse("not_found");
  const { phone_number } = released;
  await audit(context, member, { action: "number.released", target: id, changes: { phone_number } });
  const shown = internationally(released.phone_number);
  const message = released.pending
    ? `Nobody answers ${shown} any more. The phone carrier has not confirmed yet that it took the number back; we keep asking.`
    : `${shown} went back to the phone carrier.`;
  return { status: 200, isGood: true, message };
}
