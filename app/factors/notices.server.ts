/** Notifies people by mail of changes to their second factors (R18, R19). */
import { mailOrigin } from "#app/branding/hosts.server.ts";
import { letterheadOf } from "#app/branding/tenant.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { mailOutbox } from "#drizzle/control/schema.ts";
import { factorNoticeMail, type Notice } from "./factor-notice.mail.tsx";

/** The mail as a statement for the caller's batch, and a function that sends it afterwards. */
export async function promiseNotice(
  context: Context,
  { email, name }: { email: string; name: string | null },
  notice: Notice,
  now: number,
) {
  const { env, ctx } = context.get(cloudflare);
  const { brand, sender } = letterheadOf(context);
  const setupUrl = `${mailOrigin(context)}/mfa-setup`;
  const words = factorNoticeMail({ brand, name, notice, setupUrl });
  const mail = await promiseMail(env, { to: email, ...sender, ...words }, now);
  return {
    statement: platform(context.get(database)).insert(mailOutbox).values(mail.row),
    send: () => ctx.waitUntil(mail.send()),
  };
}
