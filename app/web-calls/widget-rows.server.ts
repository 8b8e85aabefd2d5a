/** Widgets in D1: by their public id for websites, and by their agent for members. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { agencyBrandJson, ownBrandJson, wearer } from "#app/branding/host-tenants.server.ts";
import { nearestReadable } from "#app/branding/readable-color.ts";
import { brandOfHost, type Wearer } from "#app/branding/worn-brand.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { widgets } from "#drizzle/control/schema.ts";
import { isAllowedOrigin } from "./allowed-hosts.ts";
import type { Ticket } from "./call-ticket.server.ts";

export type WidgetRow = typeof widgets.$inferSelect;

/** A public id: 144 random bits. */
export const publicId = /^[\w-]{24}$/;

/** The widget of a public id that still counts, switched on or off; null: there is none. */
export async function widgetByKey(db: Database, public_id: string): Promise<WidgetRow | null> {
  if (!publicId.test(public_id)) return null;
  const row = await platform(db).select().from(widgets).where(eq(widgets.public_id, public_id)).get();
  return row ?? null;
}

/** The widget of an agent; null: it never had one. */
export async function widgetOf(
  db: Database,
  organization_id: string,
  agent_id: string,
): Promise<WidgetRow | null> {
  const row = await tenant(db, organization_id)
    .select()
    .from(widgets)
    .where(and(eq(widgets.organization_id, organization_id), eq(widgets.agent_id, agent_id)))
    .get();
  return row ?? null;
}

/** Whether pages of an origin may show a widget. */
export const isShownOn = ({ allowed_hosts }: WidgetRow, origin: string | null, env: object): boolean =>
  isAllowedOrigin(origin, allowed_hosts, settings(env).PLAIN_HTTP === "allow");

/** Whether a ticket's widget still counts for its page, as it did when the ticket was given. A member's ticket has none. */
export async function mayCallFrom(
  db: Database,
  { widget, origin, agent_id, organization_id }: Ticket,
  env: object,
): Promise<boolean> {
  if (widget === null) return true;
  const row = await widgetByKey(db, widget);
  return (
    row?.enabled === true &&
    row.agent_id === agent_id &&
    row.organization_id === organization_id &&
    isShownOn(row, origin, env)
  );
}

/** How an organization's widgets look: the name that its visitors know, and a color under white words. Never the platform's. */
export type WidgetLook = { name: string; color: string };

const brandRow = z.object({ name: z.string() }).and(wearer);

const lookOf = (name: string, worn: Wearer): WidgetLook => ({
  // On its own website an organization has its own name, also where its dashboard wears its agency's.
  name: brandOfHost({ own: worn.own, agency: null }, name).company_name,
  color: nearestReadable(brandOfHost(worn, name).primary_color),
});

export async function lookOfOrganization(db: Database, organization_id: string): Promise<WidgetLook> {
  const { name, ...worn } = brandRow.parse(
    await tenant(db, organization_id).get<unknown>(sql`
      select o.name, ${ownBrandJson} as own_brand, ${agencyBrandJson} as agency_brand
      from organizations o
      left join organization_branding b on b.organization_id = o.id
      left join organization_branding pb on pb.organization_id = o.parent_organization_id
      where o.id = ${organization_id}`),
  );
  return lookOf(name, worn);
}
