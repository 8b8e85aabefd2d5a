/** Hands one mail to the provider: Resend's API over fetch. The outbox decides what is sent, when and how often. */
import { z } from "zod";
import { second_ms } from "./durations.ts";
import type { Settings } from "./env.server.ts";
import { outbound } from "./outbound.server.ts";
import { unlinked } from "./unlinked.ts";

export const mailShape = z.object({
  to: z.string(),
  /** The tenant in whose name it is; the platform's own when absent. */
  from_name: z.string().optional(),
  /** The tenant's address on its verified domain; the neutral sender's when absent. */
  from_address: z.email().optional(),
  /** Where answers go; to the sender when absent. */
  reply_to: z.email().optional(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
export type Mail = z.infer<typeof mailShape>;

/** `again`: the provider may accept it later. `never`: it refuses this mail for good. */
export type Delivery = { ok: true } | { ok: false; retry: "again" | "never"; reason: string };

const timeLimit_ms = 3 * second_ms;

/** What begins another header, and what changes the direction of the text around it (R42). */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

const headerText = (text: string, most = 200): string => text.replace(unprintable, " ").trim().slice(0, most);

/** The two parts of `Name <address>`, as the settings write a sender; a bare address has no name. */
function partsOf(line: string): { name: string; address: string } {
  const [, name = "", address = line] = /^(.*?)<([^<>]+)>\s*$/.exec(line) ?? [];
  return { name: name.trim(), address: address.trim() };
}

const hostOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** The hosts that the deployment itself sends from. */
export const ownMailHosts = ({ MAIL_FROM, TENANT_MAIL_FROM = MAIL_FROM }: Settings): string[] =>
  [MAIL_FROM, TENANT_MAIL_FROM].map((line) => hostOf(partsOf(line).address));

/** A name without the characters at which lenient parsers split, so that it cannot add an address (R42). */
const displayName = (name: string): string =>
  headerText(name.replace(/["\\<>,;]+/g, " "), 80).replace(/ {2,}/g, " ");

/** `"Name" <address>`: always quoted. */
function line(name: string, address: string): string {
  const shown = displayName(name);
  return shown ? `"${shown}" <${headerText(address)}>` : headerText(address);
}

/**
 * Who a mail is from: the tenant's verified address, the neutral sender "on behalf of" the tenant, or the platform. A
 * tenant's mail never shows the platform's name.
 */
function sender({ MAIL_FROM, TENANT_MAIL_FROM }: Settings, { from_name, from_address }: Mail): string {
  const platform = partsOf(MAIL_FROM);
  if (from_address !== undefined) return line(from_name ?? "", from_address);
  if (from_name === undefined) return line(platform.name, platform.address);
  const neutral =
    TENANT_MAIL_FROM === undefined ? { name: "", address: platform.address } : partsOf(TENANT_MAIL_FROM);
  return line(
    `${displayName(from_name)} via ${neutral.name || hostOf(neutral.address)}`.trim(),
    neutral.address,
  );
}

const withoutAddress = ({ from_address: _, ...mail }: Mail): Mail => mail;

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
        from: sender(settings, mail),
        to: [headerText(mail.to)],
        ...(mail.reply_to !== undefined && { reply_to: [headerText(mail.reply_to)] }),
        subject: headerText(unlinked(mail.subject)),
        html: mail.html,
        text: mail.text,
      }),
    };
    const answer = await outbound("https://api.resend.com/emails", request, timeLimit_ms);
    await answer.body?.cancel();
    if (answer.ok) return { ok: true };
    // The tenant's domain is not verified any more: the neutral sender sends the mail, under an id of its own.
    if (answer.status === 403 && mail.from_address !== undefined)
      return sendMail(settings, `${id}:own`, withoutAddress(mail));
    const isRefused = answer.status === 400 || answer.status === 422;
    return { ok: false, retry: isRefused ? "never" : "again", reason: `status ${answer.status}` };
  } catch (error) {
    return { ok: false, retry: "again", reason: error instanceof Error ? error.name : "unknown" };
  }
}
