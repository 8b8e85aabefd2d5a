/** What /contacts/import and /contacts/imports/:importId show: the columns of a file, how far its import is, and the imports before. */
import { guessedColumns, hasHeadings } from "#app/contacts/import-columns.ts";
import { encodingWords, faultInWords, percentOf, stateWords, sumOf } from "#app/contacts/import-words.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { missing } from "#app/platform/errors.ts";
import { ago, counted, exactTime } from "#app/platform/format.ts";

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

export const lost = () => missing("import", { to: "/contacts/import", label: "Import" });

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
    withoutConsent:
      found.options && found.options.without_consent > 0
        ? `${counted(found.options.without_consent, "row", "rows", locale)} gave no consent.`
        : null,
    listId: found.options?.list_id ?? null,
    lists,
    country,
    canUndo: found.kind === "contacts" && ["done", "canceled", "failed"].includes(found.state),
  };
}
