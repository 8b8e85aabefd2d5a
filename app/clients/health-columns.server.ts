/** What `healthOf` needs of an organization `o` besides its calls, for the lists that show its health. */
import { sql } from "drizzle-orm";
import { z } from "zod";

export const healthColumns = sql`o.past_due_since, o.granted_limits ->> 'trial_minutes' as trial_minutes,
  case o.subscription_status when 'pending' then coalesce((select sum(r.seconds) from usage_rollups r
    where r.organization_id = o.id), 0) else 0 end as talked_seconds`;

export const healthShape = {
  past_due_since: z.number().nullable(),
  trial_minutes: z.number().nullable(),
  talked_seconds: z.number(),
};
