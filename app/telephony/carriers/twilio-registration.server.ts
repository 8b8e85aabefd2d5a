/** Whether a number may send texts to people in the United States, as Twilio tells it: by the campaign of its messaging service, or by its verification. */
import { z } from "zod";
import { isTollFree } from "#app/telephony/number-terms.schema.ts";
import type { CarrierAnswer, TextRegistration } from "./carrier.schema.ts";
import { type Answered, shaped, silent } from "./request.server.ts";

type Read = (path: string) => Promise<Answered>;

/** An account has few services; more than these are not looked through. */
const mostServices = 10;

const services = z.object({ services: z.array(z.object({ sid: z.string() })) });
const campaigns = z.object({ compliance: z.array(z.object({ campaign_status: z.string().nullish() })) });

/** The status of a campaign (https://www.twilio.com/docs/messaging/api/usapptoperson-resource) as a registration. */
function registrationOf(statuses: readonly string[]): TextRegistration {
  if (statuses.includes("VERIFIED")) return "registered";
  if (statuses.some((status) => status === "PENDING" || status === "IN_PROGRESS")) return "pending";
  return statuses.length > 0 ? "refused" : "none";
}

const verifications = z.object({ verifications: z.array(z.object({ status: z.string().nullish() })) });

/** https://www.twilio.com/docs/messaging/api/tollfree-verification-resource */
const verified: Readonly<Record<string, TextRegistration>> = {
  TWILIO_APPROVED: "registered",
  TWILIO_REJECTED: "refused",
};

async function tollFreeVerification(
  read: Read,
  number_sid: string,
): Promise<CarrierAnswer<{ texts: TextRegistration }>> {
  const query = new URLSearchParams({ TollfreePhoneNumberSid: number_sid, PageSize: "1" });
  const answer = await read(`/Tollfree/Verifications?${query}`);
  if (!answer.ok) return answer.status === 404 ? { ok: true, texts: "none" } : answer;
  const found = shaped(verifications, answer.body);
  if (!found) return silent;
  const [newest] = found.verifications;
  return { ok: true, texts: newest ? (verified[newest.status ?? ""] ?? "pending") : "none" };
}

/** @param read asks https://messaging.twilio.com/v1 with the account's credentials */
export async function twilioRegistration(
  read: Read,
  { sid: number_sid, phone_number }: { sid: string; phone_number: string },
): Promise<CarrierAnswer<{ texts: TextRegistration }>> {
  if (isTollFree(phone_number)) return tollFreeVerification(read, number_sid);
  const answer = await read(`/Services?PageSize=${mostServices}`);
  if (!answer.ok) return answer;
  const found = shaped(services, answer.body);
  if (!found) return silent;
  for (const { sid } of found.services.slice(0, mostServices)) {
    const service = `/Services/${encodeURIComponent(sid)}`;
    const member = await read(`${service}/PhoneNumbers/${encodeURIComponent(number_sid)}`);
    if (!member.ok && member.status === 404) continue;
    if (!member.ok) return member;
    const listed = await read(`${service}/Compliance/Usa2p`);
    if (!listed.ok) return listed;
    const kept = shaped(campaigns, listed.body);
    if (!kept) return silent;
    return {
      ok: true,
      texts: registrationOf(kept.compliance.map(({ campaign_status }) => campaign_status ?? "")),
    };
  }
  return { ok: true, texts: "none" };
}
