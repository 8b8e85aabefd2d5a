/** Hands one mail to the provider: Resend's API over fetch. The outbox decides what is sent, when and how often. */
import { z } from "zod";
import { second_ms } from "./durations.ts";
import type { Settings } from "./env.server.ts";
import { outbound } from "./outbound.server.ts";
import { unlinked } from "./unlinked.ts";

export const mailShape = z.object({
  to: z.string(),
  /** The brand's name beside the sender's address; the deployment's own when absent. */
  from_name: z.string().optional(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
export type Mail = z.infer<typeof mailShape>;

/** `again`: the provider may accept it later. `never`: it refuses this mail for good. */
export type Delivery = { ok: true } | { ok: false; retry: "again" | "never"; reason: string };

const timeLimit_ms = 3 * second_ms;

/** Text for a header, without characters that would begin another header (R42). */
const headerText = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 200);

/** `"Name" <address>`: always quoted, and without characters at which lenient parsers split, so that a name cannot add an address. */
function sender({ MAIL_FROM }: Settings, name: string | undefined): string {
  const [, ownName = "", bracketed] = /^(.*?)<([^<>]+)>\s*$/.exec(MAIL_FROM) ?? [];
  const address = headerText(bracketed ?? MAIL_FROM);
  const shown = headerText((name ?? ownName).replace(/["\\<>,;]+/g, " ")).replace(/ {2,}/g, " ");
  return shown ? `"${shown}" <${address}>` : address;
}

/**
 * Sends one mail.
 * @param id the outbox row's id; the provider accepts each id once in 24 hours
 */
export async function sendMail(settings: Settings, id: string, mail: Mail): Promise<Delivery> {
  try {
    const request = {
      method: "POST",
      headers: {
        authorization: `Bearer ${settings.RESEND_API_KEY}`,
        "content-type": "application/json",
        "idempotency-key": id,
      },
      body: JSON.stringify({
        from: sender(settings, mail.from_name),
        to: [headerText(mail.to)],
        subject: headerText(unlinked(mail.subject)),
        html: mail.html,
        text: mail.text,
      }),
    };
    const answer = await outbound("https://api.resend.com/emails", request, timeLimit_ms);
    await answer.body?.cancel();
    if (answer.ok) return { ok: true };
    const isRefused = answer.status === 400 || answer.status === 422;
    return { ok: false, retry: isRefused ? "never" : "again", reason: `status ${answer.status}` };
  } catch (error) {
    return { ok: false, retry: "again", reason: error instanceof Error ? error.name : "unknown" };
  }
}
