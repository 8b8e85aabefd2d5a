/** The steps of a new organization in words. Pure. */

/** What the steps to the first answered call go by. */
type Setup = { readonly hasAgent: boolean; readonly answering: object | null };

/** How many steps remain until the first answered call, which is the last step. */
export function stepsLeft({ hasAgent, answering }: Setup): string {
  if (answering !== null) return "One step to your first answered call.";
  return hasAgent ? "Two steps to your first answered call." : "Three steps to your first answered call.";
}
