/** Whether a number may send texts to people in the United States, as Telnyx tells it: by its assignment to a campaign, or its verification. */
import { z } from "zod";
import { isTollFree } from "#app/telephony/number-terms.schema.ts";
import type { CarrierAnswer, TextRegistration } from "./carrier.schema.ts";
import { type Answered, shaped, silent } from "./request.server.ts";

const assignment = z.object({ assignmentStatus: z.string().nullish() });

/** https://developers.telnyx.com/api-reference/phone-number-campaigns/get-single-phone-number-campaign */
const registrations: Readonly<Record<string, TextRegistration>> = {
  ASSIGNED: "registered",
  // It still holds while it is being taken away, or could not be.
  PENDING_UNASSIGNMENT: "registered",
  FAILED_UNASSIGNMENT: "registered",
  PENDING_ASSIGNMENT: "pending",
  FAILED_ASSIGNMENT: "refused",
};

const verifications = z.object({ records: z.array(z.object({ verificationStatus: z.string().nullish() })) });

/** https://developers.telnyx.com/api-reference/verification-requests/list-verification-requests */
const verified: Readonly<Record<string, TextRegistration>> = { Verified: "registered", Rejected: "refused" };

async function tollFreeVerification(
  read: (path: string) => Promise<Answered>,
  phone_number: string,
): Promise<CarrierAnswer<{ texts: TextRegistration }>> {
  const query = new URLSearchParams({ page: "1", page_size: "1", phone_number });
  const answer = await read(`/messaging_tollfree/verification/requests?${query}`);
  if (!answer.ok) return answer.status === 404 ? { ok: true, texts: "none" } : answer;
  const found = shaped(verifications, answer.body);
  if (!found) return silent;
  const [newest] = found.records;
  return { ok: true, texts: newest ? (verified[newest.verificationStatus ?? ""] ?? "pending") : "none" };
}

export async function telnyxRegistration(
  read: (path: string) => Promise<Answered>,
  phone_number: string,
): Promise<CarrierAnswer<{ texts: TextRegistration }>> {
  if (isTollFree(phone_number)) return tollFreeVerification(read, phone_number);
  const answer = await read(`/10dlc/phone_number_campaigns/${encodeURIComponent(phone_number)}`);
  if (!answer.ok) return answer.status === 404 ? { ok: true, texts: "none" } : answer;
  const found = shaped(assignment, answer.body);
  if (!found) return silent;
  return { ok: true, texts: registrations[found.assignmentStatus ?? ""] ?? "pending" };
}
