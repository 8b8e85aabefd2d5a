/** Platform admins and their customers in tests. */
import { and, desc, eq } from "drizzle-orm";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";

export const reason = "Asked for in ticket 4711";

export const adminOf = () => memberOf({ isPlatformAdmin: true });

type Named = Pick<Person, "organizationId">;

export const pathOf = ({ organizationId }: Named): string => `/customer-management/${organizationId}`;

export async function versionOf({ organizationId }: Named): Promise<string> {
  const row = await controlPlane()
    .select({ version: control.organizations.admin_version })
    .from(control.organizations)
    .where(eq(control.organizations.id, organizationId))
    .get();
  return String(row?.version);
}

/** Posts a form of a customer's page, filled with the version that is there now. */
export const act = async (
  admin: Person,
  customer: Named,
  intent: string,
  form: Record<string, string> = {},
) => admin.post(pathOf(customer), { intent, reason, version: await versionOf(customer), ...form });

/** Where a form led to: `done` of its address, or the status. */
export const doneOf = (answer: Response): string | number =>
  new URL(answer.headers.get("location") ?? "/", "https://app.test").searchParams.get("done") ??
  answer.status;

export const text = async (answer: Response) => pageText(await answer.text());

/** What the platform's own trail has about a customer or a user, the newest first. */
export const platformTrail = (target: string, action: string) =>
  controlPlane()
    .select()
    .from(control.auditEvents)
    .where(and(eq(control.auditEvents.target, target), eq(control.auditEvents.action, action)))
    .orderBy(desc(control.auditEvents.id));
