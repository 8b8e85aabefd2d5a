/** How a page lets a draft speak: the brain stands in `workers/`, above every room, so the front door hands its function over. */
import { createContext } from "react-router";
import type { Json } from "#app/platform/json.ts";
import type { AgentSpec } from "./agents.schema.ts";
import type { RehearsalLine } from "./rehearsal.schema.ts";

export type RehearsalTurn = {
  /** The draft, open as the organization is. */
  spec: AgentSpec;
  /** What the brain remembered after the turn before; null begins a call. */
  memory: Json;
  event: { type: "started" } | { type: "said"; text: string };
  organization: {
    name: string;
    time_zone: string;
    country: string;
    address: string | null;
    phone_number: null;
  };
  /** The stretches of the calendar that are taken (ms UTC, end exclusive), as far ahead as the draft books. */
  busy: { from: number; to: number }[];
  locale: string;
  /** ms UTC */
  now: number;
};

export type RehearsalAnswer = { memory: Json; lines: RehearsalLine[]; has_ended: boolean };

/** Answers one turn. Every action counts as done, is told instead, and changes nothing. */
export type Rehearse = (turn: RehearsalTurn) => Promise<RehearsalAnswer>;

export const rehearsing = createContext<Rehearse>();
