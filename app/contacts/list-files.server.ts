/** Files whose people joined lists. */
import type { Member } from "#app/membership/membership.server.ts";
import { percentOf, stateWords, sumOf } from "./import-words.ts";

/** The newest files whose people joined lists that a campaign calls, for its setup. */
export async function filesOfLists(
  { store, organization }: Member,
  lists: readonly string[],
  campaign_id: string,
) {
  if (lists.length === 0) return [];
  const imports = await store.contactImports.list();
  return imports
    .filter(({ options }) => options?.list_id && lists.includes(options.list_id))
    .slice(0, 5)
    .map((one) => ({
      to: `/contacts/imports/${one.id}?campaign=${campaign_id}`,
      name: one.file_name,
      words:
        one.state === "running"
          ? `${percentOf(one)} % imported`
          : `${stateWords[one.state] ?? one.state}, ${sumOf(one, organization.locale)}`,
      isRunning: one.state === "running",
    }));
}
