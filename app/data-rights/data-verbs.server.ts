/** What members do with their organization's data: export all of it, and erase one person. */
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, isProven, personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { startErasure } from "./erasures.server.ts";
import { continueExport, type StartedExport, startExport } from "./exports.server.ts";
import { person } from "./person.schema.ts";

type Needs = Pick<Deps, "db" | "env">;

/** Both hold or destroy what callers said: they ask for a recent proof of identity, and visits of support do neither. */
const asked = {
  permission: "organization.write",
  section: "settings",
  isPersonal: true,
  worksUnpaid: true,
} as const;

/** Steps of about two seconds that follow the answer at once. */
const stepsAtOnce = 4;

type Unproven = { ok: false; reason: "unproven" };

const isUnproven = (actor: Actor): boolean => !isProven(actor, Date.now());

export const exportData = verb(
  { verb: "data.export", ...asked, input: z.object({}) },
  async (actor, _, deps: Needs & Pick<Deps, "after">): Promise<StartedExport | Unproven> => {
    if (isUnproven(actor)) return { ok: false, reason: "unproven" };
    const { id } = actor.organization;
    const note = await actor.note("data.export_started", id);
    const started = await startExport(personOf(actor).id, id, deps, note);
    // A small organization's file is ready before the queue hears of it.
    if (started.ok) deps.after(continueExport(deps.env, id, started.id, stepsAtOnce));
    return started;
  },
);

type Erased = { ok: true; id: string } | Unproven | { ok: false; reason: "on_call" };

export const erasePerson = verb(
  { verb: "data.erase_person", ...asked, input: person },
  async (actor, sought, deps: Needs): Promise<Erased> => {
    if (isUnproven(actor)) return { ok: false, reason: "unproven" };
    const { isOnCall } = await actor.store.persons.find(sought);
    if (isOnCall) return { ok: false, reason: "on_call" };
    const id = await startErasure(actor.organization.id, personOf(actor).id, sought, deps, (erasure) =>
      actor.note("data.erasure_started", erasure),
    );
    return { ok: true, id };
  },
);
