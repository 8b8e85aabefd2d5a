/** Who acts in an organization, and what they may do there: the one thing that every verb takes, whichever door it is called through. */
import type { AuditRow, Changes } from "#app/accounts/audit-event.ts";
import { isRecentProof } from "#app/accounts/proof.ts";
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { Fault } from "#app/platform/errors.ts";
import type { Store } from "#app/platform/organization-door.ts";
import type { Access } from "./entitlement.ts";
import type { Permission } from "./permissions.ts";
import type { GrantedLimits, PlanLimits } from "./plan-limits.ts";

/** What verbs use of an organization; the names of the columns are those of `organizations`. */
export type ActingOrganization = {
  readonly id: string;
  readonly name: string;
  /** Where its object lives. */
  readonly region: string | null;
  readonly timeZone: string;
  readonly locale: string;
  readonly currency: string;
  readonly country: string;
  readonly address: string | null;
  /** `subscription_tier` */
  readonly tier: string;
  /** `subscription_status` */
  readonly status: string;
  /** Every member must have a second factor. */
  readonly requiresTwoFactor: boolean;
};

/** A member who is signed in. */
export type Person = {
  readonly kind: "person";
  readonly id: string;
  /** The address when the person has given no name. */
  readonly name: string;
  readonly role: string;
  /** When they last proved who they are, ms UTC: sensitive verbs ask for a recent proof. */
  readonly provenAt: number | null;
  /** Whether a second factor protects what this person does: an authenticator, or the passkey that began the session. */
  readonly hasFactor: boolean;
  /** The id of the visit of support in which they act; absent for a member. */
  readonly visit?: string;
};

/** Anything that acts without a person at a session. It holds the permissions that it was given, not a role. */
export type Machine = {
  readonly kind: "api_key" | "workflow" | "system";
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
};

export type Actor<By extends Person | Machine = Person | Machine> = {
  readonly organization: ActingOrganization;
  readonly by: By;
  /** What the subscription opens: without it the organization can only be read (R31). */
  readonly access: Access;
  /** It has an agency, which chooses its plan. */
  readonly isClient: boolean;
  /** What the plan allows now, a smaller one that follows it, a client's agency, and the platform's admins. */
  readonly limits: PlanLimits;
  /** What the platform's admins allow in place of the plan's numbers, whichever plan it is; null: nothing else. */
  readonly granted: GrantedLimits | null;
  /** What the brand keeps from the organization's people. */
  readonly hiddenSections: readonly BrandSection[];
  /** Everything the organization has, behind its one door. */
  readonly store: Store;
  may(permission: Permission): boolean;
  /**
   * The audit row of what the actor does, for the batch of a fact in D1.
   * @param action `noun.verb` in the past tense, such as `number.bought`
   * @param subject the id of what it is done to
   */
  note(action: string, subject: string, changes?: Changes): Promise<AuditRow>;
  /**
   * Writes that row at once, after a fact that lives in the organization's object. It never throws, because what has been
   * done stays done: when the row cannot be written, the log has it.
   */
  record(action: string, subject: string, changes?: Changes): Promise<void>;
};

/** The actor's id in rows that say who made something: a person's own id, and "api_key:<id>" for a machine's. */
export const authorOf = ({ by }: Pick<Actor, "by">): string =>
  by.kind === "person" ? by.id : `${by.kind}:${by.id}`;

/**
 * The person who acts, for verbs that only a member can do.
 * @throws Fault `forbidden` when a machine acts
 */
export function personOf({ by }: Pick<Actor, "by">): Person {
  if (by.kind !== "person") throw new Fault("forbidden", `${by.kind} is no member`);
  return by;
}

/** Whether the actor visits the organization as its agency's support. */
export const isVisiting = ({ by }: Pick<Actor, "by">): boolean =>
  by.kind === "person" && by.visit !== undefined;

/** Whether the organization requires a second factor that the person who acts does not have. */
export const lacksRequiredFactor = ({ organization, by }: Pick<Actor, "organization" | "by">): boolean =>
  organization.requiresTwoFactor && by.kind === "person" && !by.hasFactor;

/**
 * Whether the person who acts proved a short time ago who they are; a machine never has.
 * @param now ms UTC
 */
export const isProven = ({ by }: Pick<Actor, "by">, now: number): boolean =>
  by.kind === "person" && isRecentProof(by.provenAt, now);

/**
 * Asks whether the organization can be changed.
 * @throws Fault `payment_required` when its plan is not paid
 */
export function demandPaid({ access }: Pick<Actor, "access">): void {
  if (access === "read_only") throw new Fault("payment_required");
}

/**
 * Asks for a permission, and for a section that the brand may hide. A refusal stands in the audit trail.
 * @param permission null: every actor of the organization may
 * @throws Fault `forbidden`; `not_found` for a hidden section, because its pages do not exist either
 */
export async function demand(
  actor: Actor,
  permission: Permission | null,
  section: BrandSection | null = null,
): Promise<void> {
  if (section !== null && isHidden(actor.hiddenSections, section)) throw new Fault("not_found");
  if (permission === null || actor.may(permission)) return;
  await actor.record("access.refused", permission);
  throw new Fault("forbidden", `needs ${permission}`);
}
