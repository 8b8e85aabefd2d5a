/** Answers /dashboard: an organization's own days, or, for its agency, a client's counted days. */
import { and, asc, eq, isNull } from "drizzle-orm";
import { asksForName } from "#app/accounts/person-name.server.ts";
import { monthName } from "#app/billing/resale/client-months.ts";
import { marginsIn } from "#app/billing/resale/margins.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { failedWebhooks } from "#app/monitoring/refusals.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { missing } from "#app/platform/errors.ts";
import { money } from "#app/platform/format.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { canBuyNumbers, whomToAskForNumbers } from "#app/telephony/number-buying.ts";
import { organizations } from "#drizzle/control/schema.ts";
import { alertsOf } from "./alerts.ts";
import { askedBy, type DashboardFigure, greeting } from "./dashboard-words.ts";
import { hourMarks } from "./hour-map.ts";
import { overviewWithoutPersons } from "./overview-scrub.ts";

type Needs = Pick<Deps, "db" | "env">;

/** How many clients an agency may choose among here; the list of clients has all of them. */
const mostClients = 500;

export async function dashboardPage(request: Request, context: Context) {
  const member = permitted(context, "calls.read");
  const asked = askedBy(request.url);
  const deps = depsOf(context);
  const clients = await clientsOf(member, deps);
  if (asked.client === null || clients === null) return ownPage(request, context, member, clients);
  const client = clients.find(({ id }) => id === asked.client);
  if (!client) throw missing("client", { to: "/dashboard", label: "Dashboard" });
  const { locale } = member.organization;
  const now = Date.now();
  const [counted, margin] = await Promise.all([
    storeOf(organizationObject(client, deps.env)).dashboard.counts(
      { range: asked.range, agent: null, number: null },
      { now, timeZone: client.time_zone, locale },
      false,
    ),
    marginOf(deps, member, client.id, now),
  ]);
  return {
    kind: "client" as const,
    ...counted,
    figures: [...counted.figures, ...margin],
    name: client.name,
    to: `/clients/${client.id}`,
    asked,
    clients: choicesOf(clients),
    marks: hourMarks(locale),
  };
}

async function ownPage(request: Request, context: Context, member: Member, clients: Client[] | null) {
  const { store, user, may, organization } = member;
  const { timeZone, locale } = organization;
  const reading = { now: Date.now(), timeZone, locale };
  const asked = { ...askedBy(request.url), client: null };
  const allMessages = new URL(request.url).searchParams.get("messages") === "all";
  const seesWebhooks = may("webhooks.manage") && !isHidden(member.hiddenSections, "integrations");
  const [overview, failed_webhooks, disabled_webhooks] = await Promise.all([
    store.dashboard.overview(asked, reading, allMessages),
    failedWebhooks(context.get(database), organization.id, reading.now),
    seesWebhooks ? store.webhooks.disabled() : [],
  ]);
  const { alerts, ...shown } = may("calls.read_persons") ? overview : overviewWithoutPersons(overview);
  return {
    kind: "own" as const,
    ...shown,
    asked,
    clients: clients && choicesOf(clients),
    marks: hourMarks(locale),
    alerts: overview.setup.hasCalls
      ? alertsOf(
          { ...alerts, cap_spent: may("subscription.read") ? alerts.cap_spent : null },
          { failed_webhooks, disabled_webhooks },
          locale,
        )
      : [],
    lines: member.limits.lines,
    title: greeting(user.name, reading),
    asksName: await asksForName(request, context),
    now: reading.now,
    canWriteAgents: may("agents.write") && !isHidden(member.hiddenSections, "agents"),
    canFinish: may("messages.write"),
    canBuyNumbers: canBuyNumbers(member),
    whomToAskForNumbers: whomToAskForNumbers(member),
  };
}

type Client = { id: string; name: string; region: string | null; time_zone: string };

const choicesOf = (clients: readonly Client[]) => clients.map(({ id, name }) => ({ value: id, label: name }));

/** The clients that a member of an agency may see figures of; null: none, or no agency. */
async function clientsOf(member: Member, { db }: Needs): Promise<Client[] | null> {
  if (!member.may("clients.read") || member.limits.clients === 0) return null;
  const { id } = member.organization;
  const found = await tenant(db, id)
    .select({
      id: organizations.id,
      name: organizations.name,
      region: organizations.region,
      time_zone: organizations.time_zone,
    })
    .from(organizations)
    .where(and(eq(organizations.parent_organization_id, id), isNull(organizations.archived_at)))
    .orderBy(asc(organizations.name), asc(organizations.id))
    .limit(mostClients);
  return found.length === 0 ? null : found;
}

/** What a client has brought in this month and what is left of it, for those who may see prices of clients. */
async function marginOf(
  deps: Needs,
  member: Member,
  client: string,
  now: number,
): Promise<DashboardFigure[]> {
  if (!member.may("clients.write")) return [];
  const { timeZone, locale } = member.organization;
  const { rows } = await marginsIn(deps, member, monthName(now, timeZone), now);
  return rows
    .filter(({ id }) => id === client)
    .map(({ revenue_micros, margin_micros, currency }) => ({
      label: "Margin this month",
      value: margin_micros === null ? "–" : money(margin_micros, currency, locale),
      note: { change: null, isBetter: true, words: `of ${money(revenue_micros, currency, locale)}` },
      to: "/clients/margins",
    }));
}
