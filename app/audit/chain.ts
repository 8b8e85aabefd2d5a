/** The audit chain as values: the canonical form of an event, and the hash that ties it to the one before. */

/** An event exactly as it is stored; `changes` is its text. */
export type StoredEvent = {
  readonly id: string;
  readonly actor_id: string | null;
  readonly organization_id: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly ip_prefix: string | null;
  readonly user_agent_hash: string | null;
  readonly request_id: string | null;
  readonly changes: string | null;
  readonly created_at: number;
};

/** A place in the chain: the number of a seal, and its hash. */
export type Link = { readonly sequence: number; readonly hash: string };

/** Before the first event. */
export const genesis: Link = { sequence: 0, hash: "0".repeat(64) };

/** One text for one event at one place: every field in a fixed order, as JSON. */
export const canonical = (before: Link, event: StoredEvent): string =>
  JSON.stringify([
    "v1",
    before.sequence + 1,
    before.hash,
    event.id,
    event.actor_id,
    event.organization_id,
    event.action,
    event.target,
    event.ip_prefix,
    event.user_agent_hash,
    event.request_id,
    event.changes,
    event.created_at,
  ]);

/** What a seal is of: its number, its event, and the hash of both with all before them. */
export const sealText = ({ sequence, hash }: Link, eventId: string): string =>
  JSON.stringify(["seal", sequence, eventId, hash]);

/** What an anchor's seal is of: the end of what was deleted. */
export const anchorText = ({ sequence, hash }: Link): string => JSON.stringify(["anchor", sequence, hash]);

/** What the seal of the newest link is of, where it is kept outside the database. */
export const headText = ({ sequence, hash }: Link): string => JSON.stringify(["head", sequence, hash]);

/** What the seal of the list of former keys is of: each with the last number that it sealed. */
export const retiredText = (retired: Readonly<Record<string, number>>): string =>
  JSON.stringify(["retired", ...Object.entries(retired).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

/**
 * `changed`: the event is not what was sealed. `removed`: a seal without its event, or a number without its seal.
 * `forged`: a seal that this application did not make. `inserted`: an event without a seal, older than any that waits
 * for one. `cut`: the newest seals are gone.
 */
export type ChainFault = {
  kind: "changed" | "removed" | "forged" | "inserted" | "cut";
  /** Its place in the chain; null: it has none. */
  sequence: number | null;
  event_id: string | null;
};
