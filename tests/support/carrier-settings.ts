/** The settings of the platform's accounts at carriers, which only carriers' adapters know. */
import { env } from "cloudflare:workers";
import { z } from "zod";

const text = z.string().min(1);

export const carrierSettings = z
  .object({
    TWILIO_ACCOUNT_SID: text,
    TWILIO_AUTH_TOKEN: text,
    TELNYX_API_KEY: text,
    TELNYX_PUBLIC_KEY: text,
    TELNYX_APPLICATION_ID: text,
    TELNYX_ACCOUNT_SID: text,
  })
  .parse(env);
