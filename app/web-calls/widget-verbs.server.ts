/** What members do with an agent's calls from browsers: call it, and show it on their website. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import { tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { auditEvents, widgets } from "#drizzle/control/schema.ts";
import { type CallOpening, openCall } from "./begin-ticket.server.ts";
import { widgetFields } from "./widget-form.server.ts";
import { widgetOf } from "./widget-rows.server.ts";

type Needs = Pick<Deps, "db" | "env">;

const asked = { permission: "agents.write", section: "agents" } as const;
const agent_id = z.string().min(1).max(100);

const newKey = (): string => randomToken(18);

export const widgetEdit = widgetFields.extend({ agent_id });

type Saved = { ok: true } | { ok: false; reason: "not_found" };

/** Saves how an agent's widget looks and where it is shown; the first save gives it its public id. */
export const saveWidget = verb(
  { verb: "widgets.save", ...asked, input: widgetEdit },
  async (actor, { agent_id: id, ...fields }, { db }: Pick<Deps, "db">): Promise<Saved> => {
    if ((await actor.store.agents.find(id)) === null) return { ok: false, reason: "not_found" };
    const organization_id = actor.organization.id;
    const now = Date.now();
    const own = tenant(db, organization_id);
    const changed = { ...fields, updated_at: now };
    await own.batch([
      own
        .insert(widgets)
        .values({ public_id: newKey(), organization_id, agent_id: id, created_at: now, ...changed })
        .onConflictDoUpdate({ target: [widgets.organization_id, widgets.agent_id], set: changed }),
      own.insert(auditEvents).values(await actor.note("widget.changed", id, { enabled: fields.enabled })),
    ]);
    return { ok: true };
  },
);

export const widgetChoice = z.object({ agent_id });

/** Gives a widget a new public id. Websites with the old one show nothing from then on. */
export const renewWidgetKey = verb(
  { verb: "widgets.renew_key", ...asked, worksUnpaid: true, input: widgetChoice },
  async (actor, { agent_id: id }, { db }: Pick<Deps, "db">): Promise<Saved> => {
    const organization_id = actor.organization.id;
    if ((await widgetOf(db, organization_id, id)) === null) return { ok: false, reason: "not_found" };
    const own = tenant(db, organization_id);
    await own.batch([
      own
        .update(widgets)
        .set({ public_id: newKey(), updated_at: Date.now() })
        .where(and(eq(widgets.organization_id, organization_id), eq(widgets.agent_id, id))),
      own.insert(auditEvents).values(await actor.note("widget.key_renewed", id)),
    ]);
    return { ok: true };
  },
);

/** Calls that one member may begin from a browser. */
const callLimit = (userId: string, organizationId: string): Limit => ({
  key: `browser-calls:${userId}:${organizationId}`,
  most: 60,
  within_ms: hour_ms,
});

export const browserCall = z.object({
  agent_id,
  /** The origin of the page that calls. */
  origin: z.string().max(300),
});

type Opened = CallOpening | { ok: false; reason: "too_often"; retryAfter: number };

/** Opens a call to an agent from a page of the dashboard. */
export const callAgent = verb(
  { verb: "agents.call", ...asked, isPersonal: true, input: browserCall },
  async (actor, { agent_id: id, origin }, { db, env }: Needs): Promise<Opened> => {
    const organization_id = actor.organization.id;
    const now = Date.now();
    const spent = await spend(db, [callLimit(personOf(actor).id, organization_id)], now);
    if (!spent.ok) return { ok: false, reason: "too_often", retryAfter: spent.retryAfter };
    if ((await actor.store.agents.find(id)) === null) return { ok: false, reason: "not_found" };
    return openCall(db, env, { organization_id, agent_id: id, origin, widget: null }, now);
  },
);
