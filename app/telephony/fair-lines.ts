/**
 * Who may take a line of a carrier account for a call that is placed: the account's lines are shared equally among the
 * resellers that want some, and each reseller's among its clients; what one does not want, the others have.
 */

/** An organization, and its reseller; one without a reseller stands for itself. */
export type Party = { readonly organization_id: string; readonly reseller_id: string | null };

const groupOf = ({ organization_id, reseller_id }: Party): string => reseller_id ?? organization_id;

/** `refused`: it asked a moment ago and got none. */
export type Wanting = Party & { readonly refused: boolean };

/**
 * How many of a room's lines are free for one party: up to an equal share always, and beyond it what the others leave, of
 * which those with fewer lines have the next one.
 */
function freeFor(
  lines: number,
  held: ReadonlyMap<string, number>,
  wanting: ReadonlyMap<string, boolean>,
  own: string,
): number {
  const among = new Set([...wanting.keys(), own]);
  const used = [...held.values()].reduce((sum, n) => sum + n, 0);
  const share = Math.floor(lines / among.size);
  const has = (one: string) => held.get(one) ?? 0;
  const others = [...among].filter((one) => one !== own);
  const keptForOthers = others.reduce((sum, one) => sum + Math.max(0, share - has(one)), 0);
  const within = Math.min(lines - used, share - has(own));
  if (within > 0) return within;
  const isBehind = others.some((one) => wanting.get(one) === true && has(one) < has(own));
  return isBehind ? 0 : lines - used - keptForOthers;
}

const counted = (parties: readonly Party[], nameOf: (party: Party) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const party of parties) counts.set(nameOf(party), (counts.get(nameOf(party)) ?? 0) + 1);
  return counts;
};

/** Who wants lines, and whether it was refused one. */
function hungry(wanting: readonly Wanting[], nameOf: (party: Party) => string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const one of wanting) found.set(nameOf(one), (found.get(nameOf(one)) ?? false) || one.refused);
  return found;
}

/**
 * @param lines that placed calls may use, all together
 * @param held one entry for each line that is in use
 * @param wanting who asked for a line a short time ago
 */
export function mayTakeLine(
  lines: number,
  held: readonly Party[],
  wanting: readonly Wanting[],
  asks: Party,
): boolean {
  const group = groupOf(asks);
  const groups = counted(held, groupOf);
  const free = freeFor(lines, groups, hungry(wanting, groupOf), group);
  if (free <= 0) return false;
  const isOwn = (party: Party) => groupOf(party) === group;
  const nameOf = ({ organization_id }: Party) => organization_id;
  const own = counted(held.filter(isOwn), nameOf);
  const ownLines = (groups.get(group) ?? 0) + free;
  return freeFor(ownLines, own, hungry(wanting.filter(isOwn), nameOf), asks.organization_id) > 0;
}
