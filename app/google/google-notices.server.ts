/** Notifies people by mail when Google begins or ceases to open their account. */
import { mailOrigin } from "#app/branding/hosts.server.ts";
import { letterheadOf } from "#app/branding/tenant.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { mailOutbox } from "#drizzle/control/schema.ts";
import { type GoogleEvent, googleNoticeMail } from "./google-notice.mail.tsx";

/** The mail as a statement for the caller's batch, and a function that sends it afterwards. `now`: ms UTC */
export async function promiseGoogleNotice(
  context: Context,
  { email, name }: { email: string; name: string | null },
  event: GoogleEvent,
  now: number,
) {
  const { env, ctx } = context.get(cloudflare);
  const { brand, sender } = letterheadOf(context);
  const words = googleNoticeMail({ brand, name, event, securityUrl: `${mailOrigin(context)}/security` });
  const mail = await promiseMail(env, { to: email, ...sender, ...words }, now);
  return {
    statement: platform(context.get(database)).insert(mailOutbox).values(mail.row),
    send: () => ctx.waitUntil(mail.send()),
  };
}
