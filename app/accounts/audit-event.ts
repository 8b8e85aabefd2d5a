/** The shape of the audit trail: what is noted of an event, and the row that it becomes. */

/** Fields before and after; never a secret. */
export type Changes = Record<string, string | number | boolean | null>;

export type AuditEvent = {
  /** `noun.verb` in the past tense, such as `session.started`. */
  action: string;
  /** Who acted: a user's id, or "api_key:<id>" of a machine; absent when the user is unknown. */
  actor_id?: string;
  organization_id?: string;
  /** The id of what it was done to. */
  target?: string;
  changes?: Changes;
};

/** Where an event came from, as far as the request behind it tells. */
export type Trace = {
  ip_prefix: string | null;
  user_agent_hash: string | null;
  request_id: string | null;
};

export type AuditRow = AuditEvent & Trace & { id: string; created_at: number };
