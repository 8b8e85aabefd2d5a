/** Lets a page run the brain on a draft: the brain is in `workers/`, above every room, so the front door passes its function in. */

import type { Json } from "#app/platform/json.ts";
import { createContext } from "#app/platform/request-context.ts";
import type { TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import type { AgentSpec } from "./agents.schema.ts";
import type { RehearsalLine } from "./rehearsal.schema.ts";

export type RehearsalTurn = {
  /** The draft, with the organization's closed days. */
  spec: AgentSpec;
  /** The brain's memory after the previous turn; null begins a call. */
  memory: Json;
  event: { type: "started" } | { type: "said"; text: string };
  organization: {
    id: string;
    name: string;
    time_zone: string;
    country: string;
    address: string | null;
    phone_number: null;
  };
  /** The busy times of the calendar (ms UTC, end exclusive), as far ahead as the draft books. */
  busy: { from: number; to: number }[];
  locale: string;
  /** Whom the draft may put callers through to. */
  targets: TransferTarget[];
  /** Looks a question up in the organization's knowledge; null: the agent uses none. */
  search: ((question: string) => Promise<Json[]>) | null;
  /** ms UTC */
  now: number;
};

export type RehearsalAnswer = { memory: Json; lines: RehearsalLine[]; has_ended: boolean };

/** Answers one turn. Every action counts as done, is only described, and changes nothing. */
export type Rehearse = (turn: RehearsalTurn) => Promise<RehearsalAnswer>;

export const rehearsing = createContext<Rehearse>();
