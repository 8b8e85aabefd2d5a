/** The list of agents as text: a sentence about all of them, and each one's row. */

import { count, counted } from "#app/platform/format.ts";
import type { AgentKind } from "./agent-terms.schema.ts";
import { kindWords } from "./agent-words.ts";

type Row = { id: string; name: string; kind: AgentKind; numbers: string[]; calls: number; booked: number };

/** @param rows with calls and bookings of the last 7 days */
export function agentList(rows: readonly Row[], locale: string) {
  const sum = (of: "calls" | "booked") => rows.reduce((total, row) => total + row[of], 0);
  const calls = counted(sum("calls"), "call", "calls", locale);
  const booked = counted(sum("booked"), "appointment", "appointments", locale);
  return {
    sentence: `${counted(rows.length, "agent", "agents", locale)} · ${calls} in the last 7 days, ${booked} booked.`,
    agents: rows.map(({ kind, calls, booked, ...row }) => ({
      ...row,
      kind: kindWords[kind],
      calls: count(calls, locale),
      booked: count(booked, locale),
    })),
  };
}
