/** Contacts, and rows that were not imported, as CSV files: written page by page, so that any number of them fits. */
import { type ContactFilter, exactFilterIn } from "#app/contacts/contact-filter.schema.ts";
import type { RowFault } from "#app/contacts/contact-imports.schema.ts";
import { rowWords } from "#app/contacts/import-words.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { csvLine } from "#app/platform/csv.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { lineWords, statusWords } from "./contact-words.ts";
import { exportContacts } from "./import-verbs.server.ts";

const atOnce = 500;

/** A download whose lines come as they are read. */
function fileOf(name: string, lines: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void lines.return(undefined),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    },
  });
}

/** Spreadsheets take a file for UTF-8 by this mark. */
const mark = "\uFEFF";

/** The contacts that the filters of an address find. */
export async function contactsFile(member: Member, url: string): Promise<Response> {
  const filter = exactFilterIn(new URL(url).searchParams);
  if (!filter) throw faultResponse("bad_request");
  await exportContacts(member, {});
  return fileOf("contacts", contactLines(member, filter));
}

async function* contactLines({ store }: Member, filter: ContactFilter): AsyncGenerator<string> {
  const fields = await store.contactBook.fields();
  yield mark +
    csvLine([
      ...[
        "Name",
        "Company",
        "Number",
        "Other numbers",
        "Email",
        "Other emails",
        "Address",
        "Time zone",
        "Line type",
        "Status",
      ],
      ...["Tags", "Consent to calls", "Last call", "Added"],
      ...fields.map(({ label }) => label),
    ]);
  let after: string | null = null;
  do {
    const page = await store.contactBook.exportPage(filter, after, Date.now(), atOnce);
    after = page.next;
    const lines = page.rows.map((row) =>
      csvLine([
        ...[
          row.name ?? "",
          row.company ?? "",
          row.phone_number ?? "",
          row.numbers.join("; "),
          row.email ?? "",
        ],
        ...[row.emails.join("; "), row.address ?? "", row.time_zone ?? ""],
        lineWords[row.line_type ?? ""] ?? "",
        ...[statusWords[row.status] ?? row.status, row.tags.join("; "), row.consent ?? ""],
        row.last_called_at === null ? "" : new Date(row.last_called_at).toISOString(),
        new Date(row.created_at).toISOString(),
        ...fields.map(({ key }) => row.custom[key] ?? ""),
      ]),
    );
    yield lines.join("");
  } while (after !== null);
}

/** The rows of an import that were not taken; null: there is no such import. */
export async function errorsFile(member: Member, id: string): Promise<Response | null> {
  const found = await member.store.contactImports.find(id);
  if (!found) return null;
  // The columns keep their names and their order: a corrected file is guessed as the first one was.
  const names = (found.options?.columns ?? []).map(
    (_, at) => found.options?.headings[at] || `Column ${at + 1}`,
  );
  return fileOf("rows-with-errors", errorLines(member, id, names));
}

const isKnown = (reason: string): reason is RowFault => Object.hasOwn(rowWords, reason);

async function* errorLines({ store }: Member, id: string, names: readonly string[]): AsyncGenerator<string> {
  yield mark + csvLine(["Row", "Why", ...names]);
  let after = 0;
  for (;;) {
    const rows = await store.contactImports.errors(id, after, atOnce);
    yield rows
      .map(({ row, reason, cells }) => csvLine([row, isKnown(reason) ? rowWords[reason] : reason, ...cells]))
      .join("");
    after = rows.at(-1)?.row ?? after;
    if (rows.length < atOnce) return;
  }
}
