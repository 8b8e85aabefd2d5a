/** Errors as their pages show them. */
import type { ErrorState, Severity } from "#app/monitoring/error-kinds.ts";

/** A group as a row of the list. */
export type ListedError = {
  readonly id: string;
  readonly message: string;
  readonly route: string;
  readonly source: string;
  readonly severity: Severity;
  readonly times: string;
  readonly lastSeen: string;
  /** On the page of all organizations: whose it is; null: the platform's own. */
  readonly organization: string | null;
  /** It opened again after it was resolved. */
  readonly isBack: boolean;
};

/** One occurrence of an error. */
export type Occurrence = {
  readonly id: string;
  readonly when: string;
  readonly exactly: string;
  readonly url: string;
  readonly requestId: string | null;
  readonly device: string | null;
  readonly release: string | null;
  readonly callId: string | null;
  readonly stack: string | null;
  readonly context: readonly (readonly [string, string])[];
};

/** A group with everything that its page shows. */
export type ErrorDetail = ListedError & {
  readonly state: ErrorState;
  readonly firstSeen: string;
  readonly reopened: string | null;
  readonly firstRelease: string | null;
  readonly lastRelease: string | null;
  readonly callId: string | null;
  readonly organizationId: string | null;
  readonly occurrences: readonly Occurrence[];
};
