/** What /admin/incidents shows and does: incidents that /status tells of on every host, and the updates on them. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { eq } from "drizzle-orm";
import { data, redirect } from "react-router";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import type { AuditEvent } from "#app/accounts/audit-event.ts";
import { platformBrand } from "#app/branding/brand.schema.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { impacts, updateStates } from "#app/status/incidents.ts";
import { serviceIds } from "#app/status/services.ts";
import { publishStatus, recentIncidents } from "#app/status/snapshot.server.ts";
import { forgetStatus } from "#app/status/status-view.server.ts";
import { shownIncident } from "#app/status/status-words.ts";
import { auditEvents, incidents, incidentUpdates } from "#drizzle/control/schema.ts";
import { longestTitle, longestUpdate } from "./incident-lengths.ts";
import { platformAdmin } from "./platform-admins-only.server.ts";

/** The incidents as /status shows them, and an id for each form: sending a form twice writes it once. */
export async function incidentsPage(context: Context) {
  const now = Date.now();
  const found = await recentIncidents(context.get(database), now);
  return {
    newId: newId(),
    incidents: found.map((one) => ({
      ...shownIncident(one, now),
      state: one.updates[0]?.state ?? updateStates[0],
      updateId: newId(),
    })),
  };
}

/** A text that stands on the pages of every tenant: it names neither the platform nor its host. */
function publicText(context: Context, what: string, most: number) {
  const host = settings(context.get(cloudflare).env).PUBLIC_HOST.replace(/:\d+$/, "");
  const names = [platformBrand.company_name, host].map((name) => name.toLowerCase());
  return z
    .string({ error: `Enter ${what}` })
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .superRefine((text, refinement) => {
      const refuse = (message: string) => refinement.addIssue({ code: "custom", message });
      if (text === "") refuse(`Enter ${what}`);
      else if (text.length > most) refuse(`At most ${most} characters`);
      else if (names.some((name) => text.toLowerCase().includes(name)))
        refuse("Leave out the platform's name: customers read this under their own brand.");
    });
}

const updateOf = (context: Context) => ({
  id: z.uuid(),
  state: z.enum(updateStates, { error: "Choose a state" }),
  body: publicText(context, "what people should know", longestUpdate),
});

const openForm = (context: Context) =>
  z.object({
    ...updateOf(context),
    title: publicText(context, "a title", longestTitle),
    impact: z.enum(impacts, { error: "Choose how bad it is" }),
    components: z.array(z.enum(serviceIds)).min(1, "Choose at least one service"),
  });

const updateForm = (context: Context) => z.object({ ...updateOf(context), incident: z.uuid() });

/** `form`: the one that was refused; "new" or the incident's id. */
export type IncidentReply = { form: string; result: SubmissionResult<string[]> };

const refused = (form: string, result: SubmissionResult<string[]>) =>
  data<IncidentReply>({ form, result }, { status: 422 });

/** Shows what was written on every host, at once here and within half a minute elsewhere. */
async function publish(context: Context, now: number): Promise<void> {
  const { env } = context.get(cloudflare);
  await publishStatus(env, now);
  forgetStatus(env);
}

type Writing = { request: Request; context: Context; form: FormData };

const noted = ({ request, context }: Writing, event: Omit<AuditEvent, "actor_id">) =>
  auditRow(request, context, { ...event, actor_id: platformAdmin(context).who.user.id });

async function open(writing: Writing) {
  const { context, form } = writing;
  const submission = parseWithZod(form, { schema: openForm(context) });
  if (submission.status !== "success") return refused("new", submission.reply());
  const { id, title, impact, components, state, body } = submission.value;
  const now = Date.now();
  const db = platform(context.get(database));
  const row = { id, title, impact, components, started_at: now };
  const resolved_at = state === "resolved" ? now : null;
  await db.batch([
    db
      .insert(incidents)
      .values({ ...row, resolved_at })
      .onConflictDoNothing(),
    db
      .insert(incidentUpdates)
      .values({ id, incident_id: id, state, body, created_at: now })
      .onConflictDoNothing(),
    db
      .insert(auditEvents)
      .values(await noted(writing, { action: "incident.opened", target: id, changes: { title, impact } })),
  ]);
  await publish(context, now);
  return redirect("/admin/incidents?done=opened");
}

const found = (context: Context, id: string) =>
  platform(context.get(database)).select().from(incidents).where(eq(incidents.id, id)).get();

async function update(writing: Writing) {
  const { context, form } = writing;
  const submission = parseWithZod(form, { schema: updateForm(context) });
  if (submission.status !== "success") return refused(String(form.get("incident")), submission.reply());
  const { id, incident, state, body } = submission.value;
  const known = await found(context, incident);
  if (!known) throw faultResponse("not_found");
  const now = Date.now();
  const db = platform(context.get(database));
  const { title } = known;
  await db.batch([
    db
      .insert(incidentUpdates)
      .values({ id, incident_id: incident, state, body, created_at: now })
      .onConflictDoNothing(),
    db
      .update(incidents)
      .set({ resolved_at: state === "resolved" ? (known.resolved_at ?? now) : null })
      .where(eq(incidents.id, incident)),
    db
      .insert(auditEvents)
      .values(
        await noted(writing, { action: "incident.updated", target: incident, changes: { title, state } }),
      ),
  ]);
  await publish(context, now);
  return redirect(`/admin/incidents?done=${state === "resolved" ? "resolved" : "updated"}`);
}

async function remove(writing: Writing) {
  const { context, form } = writing;
  const read = z.uuid().safeParse(form.get("incident"));
  const known = read.success ? await found(context, read.data) : null;
  if (!known) throw faultResponse("not_found");
  const { id, title } = known;
  const db = platform(context.get(database));
  await db.batch([
    db.delete(incidentUpdates).where(eq(incidentUpdates.incident_id, id)),
    db.delete(incidents).where(eq(incidents.id, id)),
    db
      .insert(auditEvents)
      .values(await noted(writing, { action: "incident.deleted", target: id, changes: { title } })),
  ]);
  await publish(context, Date.now());
  return redirect("/admin/incidents?done=deleted");
}

const answers = new Map([
  ["open", open],
  ["update", update],
  ["delete", remove],
]);

/** The answer to the page's forms. */
export async function answerIncidents(request: Request, context: Context) {
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent === "confirm") return answerConfirmation(request, context, form);
  const answer = answers.get(String(intent));
  if (!answer) throw faultResponse("bad_request");
  // The page behind these forms asks for the proof.
  if (platformAdmin(context).needsProof) throw faultResponse("forbidden");
  return answer({ request, context, form });
}
