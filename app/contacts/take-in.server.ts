/** Takes the rows of a file of contacts in: read as they come, handed over in batches, gone on with where it broke off. */
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { timeZone } from "#app/platform/time-zone.schema.ts";
import { consentAt, dayIn, isMonthFirst } from "./consent-day.ts";
import { type ImportFault, type ImportRow, type ImportShown, mostRows } from "./contact-imports.schema.ts";
import { csvRows, decoded, encodings, RowTooLong } from "./csv-rows.ts";
import { contactOf } from "./import-columns.ts";
import { bytesOf, FileLost, forgetImportFile } from "./import-files.server.ts";

/** Rows, and letters of their values, in one trip to the organization. */
const rowsAtOnce = 500;
const lettersAtOnce = 300_000;
/** Rows that one task takes in: the next task reads on. */
const rowsOfATask = 100_000;

/**
 * Takes the next rows of an import in. Doing it twice changes nothing: the organization takes each batch once.
 * @throws what the organization or the storage throws: the queue brings the task again
 */
export async function importContacts(env: Env, organizationId: string, id: string): Promise<void> {
  // The object lives already: it has sent the task, so no region is asked for.
  const store = storeOf(organizationObject({ id: organizationId, region: null }, env));
  const found = await store.contactImports.find(id);
  if (found?.state === "running") {
    const ended = await taken(env, store, organizationId, found);
    if (ended === "later") return;
    if (ended !== "stopped") await store.contactImports.finish(id, ended, Date.now());
  }
  // It is over, or was canceled: nothing reads the file any more.
  await forgetImportFile(env, organizationId, id);
}

/** @returns why it failed; null: every row was read; `later`: another task goes on; `stopped`: it was canceled */
async function taken(
  env: Env,
  store: Store,
  organizationId: string,
  found: ImportShown,
): Promise<ImportFault | null | "later" | "stopped"> {
  try {
    return await takeIn(env, store, organizationId, found);
  } catch (error) {
    if (error instanceof RowTooLong) return "row_too_long";
    if (error instanceof FileLost) return "lost";
    throw error;
  }
}

async function takeIn(
  env: Env,
  store: Store,
  organizationId: string,
  { id, kind, options, rows: before, encoding: named }: ImportShown,
): Promise<ImportFault | null | "later" | "stopped"> {
  const encoding = encodings.find((one) => one === named);
  if (!options || !encoding) return "lost";
  const monthFirst = isMonthFirst(options.country);
  const reading = {
    options,
    consentAt: (cell: string) => {
      if (kind === "do_not_call") return 0;
      const day = dayIn(cell, monthFirst);
      const read = day === null ? null : consentAt(day, { time_zone: options.time_zone, now: Date.now() });
      return read?.ok ? read.at : null;
    },
    phoneFrom: (typed: string) => phoneNumberFrom(typed, options.country),
    // What goes to the do-not-call list is a number: it goes there wherever its person is said to be.
    isZone: (zone: string) => kind === "do_not_call" || timeZone.safeParse(zone).success,
  };
  let bytes_read = 0;
  const counted = async function* () {
    for await (const chunk of bytesOf(env, organizationId, id)) {
      bytes_read += chunk.byteLength;
      yield chunk;
    }
  };
  let done = before;
  let at = options.has_headings ? -1 : 0;
  let batch: ImportRow[] = [];
  let letters = 0;
  let read = 0;
  const handOver = async (): Promise<boolean> => {
    if (read === 0) return true;
    const now = Date.now();
    const goesOn = await store.contactImports.applyRows({
      id,
      from: done,
      read,
      rows: batch,
      bytes_read,
      now,
    });
    done += read;
    batch = [];
    letters = 0;
    read = 0;
    return goesOn;
  };
  for await (const rows of csvRows(decoded(counted(), encoding), options)) {
    for (const { cells, isBroken } of rows) {
      const place = at++;
      // The headings, and what an earlier task took in.
      if (place < before) continue;
      if (place >= mostRows) {
        await handOver();
        return "too_many_rows";
      }
      read++;
      if (cells.some((cell) => cell.trim() !== "")) {
        const row = contactOf(cells, place + (options.has_headings ? 2 : 1), isBroken, reading);
        batch.push(row);
        letters += JSON.stringify(row).length;
      }
      if (read < rowsAtOnce && letters < lettersAtOnce) continue;
      if (!(await handOver())) return "stopped";
      if (done - before >= rowsOfATask) {
        await store.contactImports.goOn(id, Date.now());
        return "later";
      }
    }
  }
  return (await handOver()) ? null : "stopped";
}
