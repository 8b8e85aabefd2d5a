/** Warns an organization's owners that its numbers are given back soon. */
import { sql } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { longDate } from "#app/platform/format.ts";

type Owner = {
  email: string;
  organization: string;
  time_zone: string;
  locale: string;
  numbers: number;
  is_client: number;
};

type Ending = {
  /** When the numbers are given back, ms UTC. */
  ends_at: number;
  /** How many of them stay; 0: the plan is not paid, so none. */
  kept: number;
};

/** The mails to all owners, for the caller's batch. */
export async function endingMails(
  env: Env,
  db: Database,
  organization_id: string,
  { ends_at, kept }: Ending,
  now: number,
): Promise<PromisedMail[]> {
  const owners = await platform(db).all<Owner>(sql`
    select u.email, o.name as organization, o.time_zone, o.locale,
      o.parent_organization_id is not null as is_client,
      (select count(*) from phone_numbers n where n.organization_id = o.id) as numbers
    from organization_members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
    where m.organization_id = ${organization_id} and m.role = 'owner' and u.deleted_at is null`);
  if (owners.length === 0) return [];
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  // Drawing a mail takes React: an isolate that sends none does without.
  const { numbersEndMail } = await import("./numbers-end.mail.tsx");
  return Promise.all(
    owners.map(({ email, organization, time_zone: timeZone, locale, numbers, is_client }) => {
      const words = numbersEndMail({
        ...{ brand, organization, numbers: numbers - kept, kept, isClient: is_client === 1 },
        day: longDate(ends_at, now, { timeZone, locale }),
        url: `${origin}/${is_client === 1 ? "numbers" : "subscription"}`,
      });
      return promiseMail(env, { to: email, ...sender, ...words }, now);
    }),
  );
}
