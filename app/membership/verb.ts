/** How a verb is made: a function that changes something for an organization, with what callers must know of it. Verbs are exported by `*.server.ts`. */
import type { z } from "zod";
import type { BrandSection } from "#app/branding/hidden-sections.ts";
import { Fault } from "#app/platform/errors.ts";
import { type Actor, demand, demandPaid, isVisiting, personOf } from "./actor.ts";
import type { Permission } from "./permissions.ts";

/** What callers know of a verb before they call it. */
export type About<Input extends z.ZodType = z.ZodType> = {
  /** Its name in lists of verbs: "agents.archive". */
  readonly verb: string;
  /** Null: everyone who acts in the organization may. */
  readonly permission: Permission | null;
  /** Only a member can do it: what it writes names a person, or asks for a proof of who is there. */
  readonly isPersonal?: true;
  /** It stays possible while the plan is not paid: it takes away, protects people, or pays. */
  readonly worksUnpaid?: true;
  /** The section of the dashboard that it belongs to, if a brand can hide that. */
  readonly section?: BrandSection;
  /** What callers parse their input with, before they call. */
  readonly input: Input;
};

export type Verb<Input extends z.ZodType, Deps extends unknown[], Outcome> = About<Input> &
  ((actor: Actor, input: z.output<Input>, ...deps: Deps) => Promise<Outcome>);

/** The id of what a verb makes, where its caller has one: asked twice, it makes one. */
export type Named = { readonly new_id?: string };

/**
 * Makes a verb of its description and of what it does. The verb asks for its permission by itself, so that no caller can
 * forget to: without it, the verb throws Fault `forbidden`, and nothing is done; an organization whose plan is not paid
 * gets Fault `payment_required` (R31).
 */
export function verb<Input extends z.ZodType, Deps extends unknown[], Outcome>(
  about: About<Input>,
  perform: (actor: Actor, input: z.output<Input>, ...deps: Deps) => Promise<Outcome>,
): Verb<Input, Deps, Outcome> {
  const permittedly = async (actor: Actor, input: z.output<Input>, ...deps: Deps): Promise<Outcome> => {
    await demand(actor, about.permission, about.section);
    if (!about.worksUnpaid) demandPaid(actor);
    if (about.isPersonal) personOf(actor);
    if (about.isPersonal && isVisiting(actor)) throw new Fault("forbidden", "a visit is no membership");
    return perform(actor, input, ...deps);
  };
  return Object.assign(permittedly, about);
}
