/** The conference of a name among those that a carrier lists: both carriers answer with the same fields. */
import { z } from "zod";
import type { CarrierAnswer } from "./carrier.schema.ts";
import { type Answered, shaped, silent } from "./request.server.ts";

const rooms = z.object({
  conferences: z.array(z.object({ sid: z.string(), friendly_name: z.string(), status: z.string() })),
});

/** What is asked for: the carrier may list others besides. */
export const roomQuery = (name: string) => ({ FriendlyName: name, Status: "in-progress" });

/** The carrier's id of the one in which people talk now; null: there is none. */
export function roomIn(answer: Answered, name: string): CarrierAnswer<{ id: string | null }> {
  if (!answer.ok) return answer;
  const found = shaped(rooms, answer.body);
  if (!found) return silent;
  const room = found.conferences.find(
    ({ friendly_name, status }) => friendly_name === name && status === "in-progress",
  );
  return { ok: true, id: room?.sid ?? null };
}
