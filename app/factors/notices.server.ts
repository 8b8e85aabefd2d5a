/** Notifies people by mail of changes to their second factors (R18, R19). */
import { brandOf } from "#app/branding/tenant.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { publicOrigin, settings } from "#app/platform/env.server.ts";
import { mailOutbox } from "#drizzle/control/schema.ts";
import { factorNoticeMail, type Notice } from "./factor-notice.mail.tsx";

/** The mail as a statement for the caller's batch, and a function that sends it afterwards. */
export async function promiseNotice(context: Context, to: string, notice: Notice, now: number) {
  const { env, ctx } = context.get(cloudflare);
  const brand = brandOf(context);
  const setupUrl = `${publicOrigin(settings(env))}/mfa-setup`;
  const words = factorNoticeMail({ brand, notice, setupUrl });
  const mail = await promiseMail(env, { to, from_name: brand.company_name, ...words }, now);
  return {
    statement: platform(context.get(database)).insert(mailOutbox).values(mail.row),
    send: () => ctx.waitUntil(mail.send()),
  };
}
