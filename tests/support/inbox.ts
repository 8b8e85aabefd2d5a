/** What the product mailed, as the sandbox's inbox holds it, and faults of the mail provider on demand. */
import { vi } from "vitest";
import { z } from "zod";
import { anonymous } from "./people.ts";

const mailShape = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  reply_to: z.string().nullable(),
  sent_at: z.string(),
});
export type Received = z.infer<typeof mailShape>;

/** Mails to an address, newest first. */
export async function mailsTo(email: string): Promise<Received[]> {
  const path = `/sandbox/inbox?to=${encodeURIComponent(email)}`;
  const answer = await anonymous().get(path, { accept: "application/json" });
  return z.array(mailShape).parse(await answer.json());
}

/** The newest mail, once there are `count`: mails leave after the answer that promised them. */
export async function mailTo(email: string, count = 1): Promise<Received> {
  return vi.waitFor(
    async () => {
      const mails = await mailsTo(email);
      if (mails.length < count || !mails[0]) throw new Error(`${mails.length} of ${count} mails to ${email}`);
      return mails[0];
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** The code in the newest mail, once there are `count`. */
export async function codeTo(email: string, count = 1): Promise<string> {
  const { text } = await mailTo(email, count);
  const code = /^\d{6}$/m.exec(text)?.[0];
  if (!code) throw new Error(`no code in ${text}`);
  return code;
}

/** A code that is surely not this one. */
export const otherCode = (code: string): string => (code === "000000" ? "000001" : "000000");

/** Makes the mail provider fail the next `times` requests. */
export async function mailFails(fault: { status?: number; drop?: boolean; times: number }): Promise<void> {
  const answer = await anonymous().fetch("/sandbox/faults", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ host: "api.resend.com", ...fault }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
