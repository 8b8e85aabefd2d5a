/** What an account at Telnyx is opened with. */
import { z } from "zod";

export const telnyxCredentials = z.object({
  api_key: z.string().min(8).max(200),
  /** Base64 of the Ed25519 key that the account's webhooks are signed with. */
  public_key: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  /** The TeXML application that its numbers are connected to. */
  application_id: z.string().regex(/^\d{1,30}$/),
  account_sid: z.uuid(),
  /** The messaging profile of its numbers; absent: they get and send no messages. */
  messaging_profile_id: z.uuid().optional(),
});
export type TelnyxCredentials = z.infer<typeof telnyxCredentials>;
