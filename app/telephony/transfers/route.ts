/** Which targets a transfer tries, in which order, and why others are left out. Pure. */
import { isOpen } from "#app/hours/opening-hours.ts";
import type { TransferRung, TransferTarget } from "./transfer.schema.ts";
import { mostRungs, usualRing_s } from "./transfer-terms.schema.ts";

/** Why a target is left out; `loop`: it is the caller's own phone, or a number that rings here. */
export type LeftOut = "paused" | "closed" | "loop" | "too_many";
/** A target with its place in the route, from 1; or why it has none. */
export type RouteStep<T> = { target: T } & ({ place: number } | { place: null; why: LeftOut });

type Opens = Pick<TransferTarget, "hours" | "time_zone" | "is_paused">;

/** Whether a target takes calls at an instant (ms UTC). */
export const isOpenAt = ({ hours, time_zone, is_paused }: Opens, at: number): boolean =>
  !is_paused && (hours === null || isOpen(hours, at, time_zone));

/**
 * The route through targets in their order.
 * @param loops numbers that may not be called: the caller's, and the one that was called
 * @param first the number that is tried before the others
 */
export function routeOf<T extends Opens & Pick<TransferTarget, "phone_number">>(
  targets: readonly T[],
  at: number,
  { loops, first = null }: { loops: readonly (string | null)[]; first?: string | null },
): RouteStep<T>[] {
  const ordered = [
    ...targets.filter(({ phone_number }) => phone_number === first),
    ...targets.filter(({ phone_number }) => phone_number !== first),
  ];
  const tried = new Set<string>();
  return ordered.map((target): RouteStep<T> => {
    const { phone_number } = target;
    if (target.is_paused) return { target, place: null, why: "paused" };
    if (loops.includes(phone_number)) return { target, place: null, why: "loop" };
    if (!isOpenAt(target, at)) return { target, place: null, why: "closed" };
    // The same phone is not rung twice for one caller.
    if (tried.has(phone_number) || tried.size >= mostRungs) return { target, place: null, why: "too_many" };
    tried.add(phone_number);
    return { target, place: tried.size };
  });
}

/**
 * Whom an agent may put callers through to, its own number first. Where that is the number of a person in the list, it is
 * that person, with their hours: a phone that is closed is not rung because an agent names it by its number.
 */
export function withOwn(
  own: { readonly phone_number: string; readonly name: string } | null,
  people: readonly TransferTarget[],
  chosen: readonly string[],
): TransferTarget[] {
  const known = people.filter(({ phone_number }) => phone_number === own?.phone_number);
  const others = people.filter((one) => chosen.includes(one.id) && !known.includes(one));
  return [...(own && known.length === 0 ? [loneTarget(own.phone_number, own.name)] : known), ...others];
}

/** The rungs of a transfer. */
export const rungsOf = (steps: readonly RouteStep<TransferTarget>[]): TransferRung[] =>
  steps.flatMap(({ target: { id, name, phone_number, mode, ring_seconds }, place }) =>
    place === null ? [] : [{ target_id: id || null, name, phone_number, mode, ring_seconds }],
  );

/** A number alone as a target that is always open: an agent's own, or one that a member typed. */
export const loneTarget = (phone_number: string, name: string): TransferTarget => ({
  id: "",
  name: name || phone_number,
  phone_number,
  use_when: "",
  mode: "cold",
  ring_seconds: usualRing_s,
  hours: null,
  time_zone: "UTC",
  is_paused: false,
});
