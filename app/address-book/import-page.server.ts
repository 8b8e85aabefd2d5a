/** What /contacts/import and /contacts/imports/:importId show: the columns of a file, how far its import is, and the imports before. */
import type { ImportShown } from "#app/contacts/contact-imports.schema.ts";
import { guessedColumns, hasHeadings } from "#app/contacts/import-columns.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { missing } from "#app/platform/errors.ts";
import { ago, count, counted, exactTime } from "#app/platform/format.ts";
import { encodingWords, faultInWords, stateWords } from "./import-words.ts";

export async function importsPage({ store, organization }: Member) {
  const { timeZone, locale } = organization;
  const now = Date.now();
  const imports = await store.contactImports.list();
  return {
    imports: imports.map((one) => ({
      id: one.id,
      name: one.file_name,
      kind: one.kind,
      state: one.state,
      words: stateWords[one.state] ?? one.state,
      sum: sumOf(one, locale),
      by: one.created_by_name,
      when: ago(one.created_at, now, { timeZone, locale }),
    })),
  };
}

/** "1,204 new, 12 changed, 3 skipped, 2 with errors". */
function sumOf(
  { kind, created, updated, skipped, failed, kept, state }: ImportShown,
  locale: string,
): string {
  if (state === "undone")
    return kept > 0 ? `${count(kept, locale)} kept, because they changed since` : "Everything was taken back";
  const parts = [
    `${count(created, locale)} ${kind === "do_not_call" ? "added" : "new"}`,
    ...(updated > 0 ? [`${count(updated, locale)} changed`] : []),
    ...(skipped > 0 ? [`${count(skipped, locale)} known already`] : []),
    ...(failed > 0 ? [`${count(failed, locale)} with errors`] : []),
  ];
  return parts.join(", ");
}

export const lost = () => missing("import", { to: "/contacts/import", label: "Import" });

/** How much of the file was read, in percent. */
const percentOf = ({ bytes, bytes_read, state }: ImportShown): number =>
  bytes === 0 ? 0 : Math.min(state === "done" ? 100 : 99, Math.floor((bytes_read / bytes) * 100));

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

export async function importPage({ store, organization }: Member, id: string) {
  const [found, lists] = await Promise.all([store.contactImports.find(id), store.contactBook.lists()]);
  if (!found) throw lost();
  const { timeZone, locale, country } = organization;
  const place = { timeZone, locale };
  const isNamed = hasHeadings(found.sample[0] ?? []);
  const guessed = guessedColumns(found.sample, isNamed);
  return {
    id,
    kind: found.kind,
    state: found.state,
    name: found.file_name,
    encoding: encodingWords[found.encoding ?? ""] ?? null,
    isNamed,
    columns: guessed.map((target, at) => ({
      at,
      target: found.kind === "do_not_call" && target !== "number" ? ("skip" as const) : target,
      heading: isNamed ? (found.sample[0]?.[at] ?? "") : `Column ${at + 1}`,
      cells: found.sample
        .slice(isNamed ? 1 : 0)
        .map((cells) => cells[at] ?? "")
        .slice(0, 3),
    })),
    hasNumber: guessed.includes("number"),
    same: found.same_at === null ? null : exactTime(found.same_at, place),
    percent: percentOf(found),
    rows: counted(found.rows, "row", "rows", locale),
    sum: sumOf(found, locale),
    failed: found.failed,
    failedWords: counted(found.failed, "row", "rows", locale),
    why: found.why === null ? null : faultInWords(found.why),
    listId: found.options?.list_id ?? null,
    lists,
    country,
    canUndo: found.kind === "contacts" && ["done", "canceled", "failed"].includes(found.state),
  };
}
