/** What /admin/audit shows, and its file. */
import { auditRow } from "#app/accounts/audit.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { type Place, shortDate } from "#app/platform/format.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { trailPage } from "#app/watch/trail.server.ts";
import type { TrailEvent } from "#app/watch/trail-event.ts";
import { trailFile } from "#app/watch/trail-file.server.ts";
import { trailFilters } from "#app/watch/trail-filters.ts";
import { forAdmins } from "#app/watch/trail-words.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { adminView } from "./admin-answers.server.ts";
import { platformAdmin } from "./platform-admins-only.server.ts";

/** One page of the trail. */
export async function auditTrail(request: Request, context: Context, place: Place) {
  const filters = trailFilters(request.url);
  const now = Date.now();
  const scope = { organizationId: null, place };
  const { rows, searchedTo, ...beside } = await trailPage(
    context.get(database),
    scope,
    filters,
    cursorOf(request.url),
  );
  return {
    filters,
    events: rows.map((row) => forAdmins(row, now, place)),
    searchedTo: searchedTo === null ? null : shortDate(searchedTo, now, place),
    ...beside,
  };
}

/** Before the admin has confirmed their identity. */
export const noTrail = (request: Request) => ({
  filters: trailFilters(request.url),
  events: [] as TrailEvent[],
  searchedTo: null,
});

/** The trail as a file; taking it along is an event of its own. */
export async function auditFile(request: Request, context: Context): Promise<Response> {
  const { isOpen, place } = await adminView(request, context);
  // The page behind the link asks for the proof.
  if (!isOpen) throw faultResponse("forbidden");
  const { who } = platformAdmin(context);
  const event = { action: "audit.exported", actor_id: who.user.id, target: "/admin/audit" };
  const db = context.get(database);
  await platform(db)
    .insert(auditEvents)
    .values(await auditRow(request, context, event));
  return trailFile(db, { organizationId: null, place }, trailFilters(request.url));
}
