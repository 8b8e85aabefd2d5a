/** Imports of contacts in words. */
import { count } from "#app/platform/format.ts";
import type { ImportFault, ImportShown, RowFault, Target } from "./contact-imports.schema.ts";

export const faultWords: Readonly<Record<ImportFault | "not_found" | "too_large", string>> = {
  too_large: "The file is larger than 200 MB. Split it, and import the parts one after the other.",
  empty: "The file is empty.",
  not_text: "This isn't a CSV file. In your spreadsheet, choose “Save as” or “Download” and CSV.",
  too_many_columns: "The file has more than 500 columns. Delete those that you don't need.",
  too_many_rows:
    "The file has more than 1,000,000 rows. The first million was imported; put the rest into another file.",
  row_too_long:
    "A row never ends: a quotation mark is opened and not closed. Correct it, and upload the file again.",
  lost: "The file got lost. Upload it again.",
  incomplete:
    "The connection broke off before the whole file was there. Nothing was imported. Upload it again.",
  not_found: "This import doesn't exist any more.",
};

/** Why an import ended early. A reason of a newer version is shown as it is. */
export const faultInWords = (fault: string): string =>
  new Map(Object.entries(faultWords)).get(fault) ?? fault;

export const rowWords: Readonly<Record<RowFault, string>> = {
  no_number: "There is no number and no email",
  bad_number: "The number isn't a full phone number",
  bad_email: "The email isn't an address",
  bad_time_zone: "The time zone isn't one, such as America/New_York",
  bad_consent_day: "The day of the consent isn't a date, is still to come, or is too long ago",
  no_name_or_number: "There is nothing to reach this person by",
  too_long: "A name, a company or another field is too long",
  number_of_two: "Its numbers belong to two different contacts",
  shared_number: "More than three people in the file have this number",
  quotes: "Its quotation marks don't fit",
};

export const targetWords: Readonly<Record<Target, string>> = {
  skip: "Leave out",
  name: "Name",
  first_name: "First name",
  last_name: "Last name",
  number: "Number",
  email: "Email",
  company: "Company",
  address: "Address",
  time_zone: "Time zone",
  line_type: "Line (mobile, landline, internet phone)",
  consent_on: "Consent given on",
  agreed: "Consent (yes or no)",
  tags: "Tags",
  note: "Note",
  field: "Field of your own",
};

export const stateWords: Readonly<Record<string, string>> = {
  uploading: "Uploading",
  mapping: "Waits for you",
  running: "Running",
  done: "Done",
  canceled: "Stopped",
  failed: "Failed",
  undoing: "Being undone",
  undone: "Undone",
};

export const encodingWords: Readonly<Record<string, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

/** "1,204 new, 12 changed, 3 skipped, 2 with errors". */
export function sumOf(
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

/** How much of the file was read, in percent. */
export const percentOf = ({ bytes, bytes_read, state }: ImportShown): number =>
  bytes === 0 ? 0 : Math.min(state === "done" ? 100 : 99, Math.floor((bytes_read / bytes) * 100));
