/** Notifies people by mail when Google begins or ceases to open their account. */
import { mainOrigin } from "#app/branding/hosts.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { mailOutbox } from "#drizzle/control/schema.ts";
import { type GoogleEvent, googleNoticeMail } from "./google-notice.mail.tsx";

/** The mail as a statement for the caller's batch, and a function that sends it afterwards. `now`: ms UTC */
export async function promiseGoogleNotice(context: Context, to: string, event: GoogleEvent, now: number) {
  const { env, ctx } = context.get(cloudflare);
  const brand = brandOf(context);
  const words = googleNoticeMail({ brand, event, securityUrl: `${mainOrigin(context)}/security` });
  const mail = await promiseMail(env, { to, from_name: brand.company_name, ...words }, now);
  return {
    statement: platform(context.get(database)).insert(mailOutbox).values(mail.row),
    send: () => ctx.waitUntil(mail.send()),
  };
}
