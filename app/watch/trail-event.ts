/** A row of an audit trail as pages show it. */
export type TrailEvent = {
  id: string;
  /** What happened. */
  what: string;
  who: string;
  /** The organization. */
  where: string | null;
  network: string | null;
  /** Why, in an admin's words. */
  reason: string | null;
  when: string;
  exactly: string;
};
