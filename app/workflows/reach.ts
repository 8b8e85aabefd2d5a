/** What of a workflow reaches other systems: it needs the right to set those up, and the section in which they are. */
import type { Graph } from "./graph.schema.ts";

const outside: readonly string[] = ["webhook", "tell_app", "calendar_event", "save_in_crm"];

/** Whether a step tells another system. */
export const tellsOutside = (kind: string): boolean => outside.includes(kind);

/** Whether a workflow tells other systems, or is begun by them. */
export const reachesOut = ({ trigger, steps }: Graph): boolean =>
  trigger.kind === "webhook" || steps.some(({ kind }) => tellsOutside(kind));
