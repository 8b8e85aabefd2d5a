/** Begins an export of the calls that a list's filters show. */
import { z } from "zod";
import { callHistoryQueryOf } from "#app/calls/history/call-history.schema.ts";
import { listAddress, withDays } from "#app/calls/history/history-query.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { isProven, personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { continueExport, type StartedExport, startExport } from "./exports.server.ts";

export const callExportInput = z.object({
  format: z.enum(["csv", "json"]),
  /** The end of the list's address; what is no filter is dropped. */
  query: z.string().max(1000),
});

/** Steps of about two seconds that follow the answer at once. */
const stepsAtOnce = 4;

/** It holds what callers said: as an export of everything, it asks for a recent proof of identity, and visits of support do not do it. */
export const exportCalls = verb(
  {
    verb: "calls.export",
    permission: "organization.write",
    section: "calls",
    isPersonal: true,
    worksUnpaid: true,
    input: callExportInput,
  },
  async (
    actor,
    { format, query },
    deps: Pick<Deps, "db" | "env" | "after">,
  ): Promise<StartedExport | { ok: false; reason: "unproven" }> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const { id, timeZone } = actor.organization;
    const asked = callHistoryQueryOf(`https://list.invalid/?${query.replace(/^\?/, "")}`);
    // "The last 7 days" are those of the moment when it was asked for, however long the export takes.
    const dated = { ...withDays(asked, { now, timeZone }), range: null };
    const note = await actor.note("calls.export_started", id, { format });
    const of = { content: `calls_${format}`, query: listAddress(dated) } as const;
    const started = await startExport(personOf(actor).id, id, deps, note, of);
    if (started.ok) deps.after(continueExport(deps.env, id, started.id, stepsAtOnce));
    return started;
  },
);
