/** What an account at Twilio is opened with. */
import { z } from "zod";

export const twilioCredentials = z.object({
  account_sid: z.string().regex(/^AC[0-9a-f]{32}$/i),
  auth_token: z.string().min(1).max(200),
});
export type TwilioCredentials = z.infer<typeof twilioCredentials>;
