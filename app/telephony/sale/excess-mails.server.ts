/** Tells an organization's owners which numbers its plan includes no longer, what they cost, and from when. */
import { sql } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { longDate, price } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";

type Owner = { email: string; organization: string; time_zone: string; locale: string };
type Charged = { phone_number: string; monthly_amount: number; currency: string; paid_until: number };

/** The mails to all owners, for the caller's batch. */
export async function excessMails(
  env: Env,
  db: Database,
  organization_id: string,
  charged: readonly Charged[],
  now: number,
): Promise<PromisedMail[]> {
  const [first] = charged;
  const owners = await platform(db).all<Owner>(sql`
    select u.email, o.name as organization, o.time_zone, o.locale
    from organization_members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
    where m.organization_id = ${organization_id} and m.role = 'owner' and u.deleted_at is null`);
  if (owners.length === 0 || !first) return [];
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  // Drawing a mail takes React: an isolate that sends none does without.
  const { numbersCostMail } = await import("./numbers-cost.mail.tsx");
  return Promise.all(
    owners.map(({ email, organization, time_zone: timeZone, locale }) => {
      const words = numbersCostMail({
        ...{ brand, organization, url: `${origin}/numbers` },
        numbers: charged.map(
          ({ phone_number, monthly_amount, currency }) =>
            `${internationally(phone_number)}: ${price(monthly_amount, currency, locale)} a month`,
        ),
        day: longDate(first.paid_until, now, { timeZone, locale }),
      });
      return promiseMail(env, { to: email, ...sender, ...words }, now);
    }),
  );
}
