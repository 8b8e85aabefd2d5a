/** What /testing shows of the organization and the agent that are tried. */

/** `number`: E.164; null: no number leads to it. */
export type TriedAgent = {
  readonly id: string;
  readonly name: string;
  readonly numbers: readonly { readonly number: string; readonly shown: string }[];
};

export type TriedOrganization = {
  readonly id: string;
  readonly name: string;
  readonly agents: readonly TriedAgent[];
  /** The agent that talks; null: none was chosen. */
  readonly chosen: TriedAgent | null;
};

export type AgentTrial = {
  readonly q: string;
  readonly found: readonly { readonly id: string; readonly name: string }[];
  readonly organization: TriedOrganization | null;
};
