/** Where the steps of a workflow stand on the canvas when no one has moved them: each below those that lead to it. */
import type { Graph } from "./graph.schema.ts";

export type Place = { x: number; y: number };

const across = 300;
const down = 140;

/** The place of the trigger is the origin. */
export function placesOf({ start, steps }: Graph): Map<string, Place> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const places = new Map<string, Place>();
  const rows: number[] = [];
  const stand = (id: string | null, row: number, column: number): void => {
    const step = id === null ? undefined : byId.get(id);
    if (!step || places.has(step.id) || row > steps.length) return;
    const free = Math.max(column, rows[row] ?? 0);
    rows[row] = free + 1;
    places.set(step.id, step.at ?? { x: free * across, y: row * down });
    stand(step.next, row + 1, free);
    if (step.kind === "branch") stand(step.otherwise, row + 1, free + 1);
  };
  stand(start, 1, 0);
  // Steps to which nothing leads stand below all others.
  for (const { id } of steps) stand(id, rows.length, 0);
  return places;
}
