/** What the columns of a file are, as their headings and their first cells say; and a row of cells as a contact. */
import { z } from "zod";
import { consentColumn, saysYes } from "./consent-columns.ts";
import {
  type ImportOptions,
  type ImportRow,
  mostColumns,
  type RowFault,
  type Target,
} from "./contact-imports.schema.ts";
import { type LineType, most } from "./contact-terms.schema.ts";
import { keptCells } from "./import-row-cells.ts";
import { lineTypeIn } from "./line-types.ts";

/** Headings by their letters alone, in the languages of many files. */
const known: readonly (readonly [Target, readonly string[]])[] = [
  ["first_name", ["firstname", "givenname", "forename", "vorname", "prenom", "nombre", "first"]],
  [
    "last_name",
    ["lastname", "surname", "familyname", "nachname", "apellido", "apellidos", "last", "nomdefamille"],
  ],
  [
    "name",
    ["name", "fullname", "contact", "contactname", "customer", "customername", "nombrecompleto", "nom"],
  ],
  [
    "number",
    [
      ...["phone", "phonenumber", "number", "mobile", "mobilenumber", "mobilephone", "cell", "cellphone"],
      ...[
        "cellnumber",
        "telephone",
        "tel",
        "telefon",
        "telefono",
        "telefonnummer",
        "handy",
        "phone1",
        "phone2",
      ],
      ...[
        "phone3",
        "primaryphone",
        "secondaryphone",
        "homephone",
        "workphone",
        "businessphone",
        "contactnumber",
      ],
    ],
  ],
  [
    "email",
    ["email", "emailaddress", "mail", "email1", "email2", "correo", "correoelectronico", "workemail"],
  ],
  [
    "company",
    ["company", "companyname", "organization", "organisation", "business", "firma", "empresa", "account"],
  ],
  [
    "address",
    ["address", "street", "streetaddress", "fulladdress", "adresse", "direccion", "mailingaddress"],
  ],
  ["time_zone", ["timezone", "tz", "zeitzone"]],
  ["line_type", ["linetype", "phonetype", "numbertype", "phonelinetype", "carriertype", "typeofline"]],
  [
    "consent_on",
    [
      ...["consentgivenon", "consentdate", "consentgivenat", "consenton", "consentedon"],
      ...["consentedat", "dateofconsent", "optindate", "optinat", "optedinon", "optedinat", "agreedon"],
    ],
  ],
  ["tags", ["tags", "tag", "labels", "label", "groups", "group"]],
  ["note", ["notes", "note", "comments", "comment", "remarks", "notiz"]],
];
/** What the files of rows with errors say beside the cells. */
const ofErrors = ["row", "why"];
const targetOf = new Map(known.flatMap(([target, names]) => names.map((name) => [name, target] as const)));

const folded = (heading: string): string =>
  heading
    .slice(0, 200)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

/** Whether a text looks like a number that is called: seven digits or more, and hardly anything else. */
function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "").length;
  return digits >= 7 && digits <= 17 && text.length <= digits + 8 && /^[\d\s()+./-]+$/.test(text);
}
const isEmail = (text: string): boolean => text.length < 255 && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text);

/** Whether a first row names its columns: none of its cells is a number or an address, and one is a known heading or text. */
export const hasHeadings = (first: readonly string[]): boolean =>
  !first.some((cell) => isPhone(cell) || isEmail(cell)) && first.some((cell) => /\p{L}/u.test(cell));

/** Where each column goes, guessed by its heading, or by most of its first cells. */
export function guessedColumns(sample: readonly (readonly string[])[], isNamed: boolean): Target[] {
  const [first = []] = sample;
  const body = isNamed ? sample.slice(1) : sample;
  const guessed = first.map((heading, at): Target => {
    const name = isNamed ? folded(heading) : "";
    const byName = targetOf.get(name);
    if (byName) return byName;
    const cells = body.map((row) => unguarded((row[at] ?? "").trim())).filter((cell) => cell !== "");
    const ofConsent = consentColumn(name, cells);
    if (ofConsent) return ofConsent;
    if (ofErrors.includes(name)) return "skip";
    const most = (is: (cell: string) => boolean) =>
      cells.length > 0 && cells.filter(is).length > cells.length / 2;
    if (most(isEmail)) return "email";
    if (most(isPhone)) return "number";
    return "skip";
  });
  // A name goes once: the whole one wins over its parts only where there are no parts.
  const hasParts = guessed.includes("first_name") && guessed.includes("last_name");
  return guessed.map((target) => (hasParts && target === "name" ? "skip" : target));
}

const email = z.email().max(254);
const cut = (text: string, longest: number): string => text.slice(0, longest);

export type Reading = {
  options: ImportOptions;
  /** A typed number as E.164; null: it is none. */
  phoneFrom: (typed: string) => string | null;
  isZone: (zone: string) => boolean;
  /** When a person agreed who did on the day of a cell, ms UTC; null: it is no day, or none that can be. */
  consentAt: (cell: string) => number | null;
};

/** A row of cells as a contact, or what is wrong with it. */
export function contactOf(
  cells: readonly string[],
  row: number,
  isBroken: boolean,
  { options, phoneFrom, isZone, consentAt }: Reading,
): ImportRow {
  const parts: Partial<Record<Target, string[]>> = {};
  const custom: Record<string, string> = {};
  let isTooLong = false;
  for (const [at, cell] of cells.slice(0, mostColumns).entries()) {
    const target = options.columns[at] ?? "skip";
    const value = unguarded(cell.trim());
    if (target === "skip" || value === "") continue;
    if (target === "field") {
      isTooLong ||= value.length > most.value;
      custom[options.headings[at] || `Column ${at + 1}`] = cut(value, most.value);
    } else parts[target] = [...(parts[target] ?? []), value];
  }
  const joined = (...of: Target[]) =>
    of
      .flatMap((target) => parts[target] ?? [])
      .join(" ")
      .trim();
  const name = joined("name") || joined("first_name", "last_name");
  const typedNumbers = parts.number ?? [];
  const read = typedNumbers.map(phoneFrom);
  const numbers = [...new Set(read.filter((number) => number !== null))].slice(0, most.numbers);
  // The first column of line types is about the first column of numbers.
  const lines = typedAt(options, cells, "line_type").map(lineTypeIn);
  const lineOf = new Map<string | null, LineType | null>();
  let place = 0;
  for (const [at, typed] of typedAt(options, cells, "number").entries())
    if (typed !== "") lineOf.set(read[place++] ?? null, lines[at] ?? null);
  const typedEmails = (parts.email ?? []).map((typed) => typed.toLowerCase());
  const emails = [...new Set(typedEmails.filter((typed) => email.safeParse(typed).success))].slice(
    0,
    most.emails,
  );
  const company = joined("company");
  const address = (parts.address ?? []).join(", ");
  const zone = joined("time_zone");
  const [agreed] = parts.consent_on ?? [];
  const consent_at = agreed === undefined ? null : consentAt(agreed);
  isTooLong ||= name.length > most.name || company.length > most.company || address.length > most.address;
  const fault = ((): RowFault | null => {
    if (isBroken) return "quotes";
    if (typedNumbers.length > 0 && numbers.length === 0) return "bad_number";
    if (numbers.length === 0 && typedEmails.length > 0 && emails.length === 0) return "bad_email";
    if (isTooLong) return "too_long";
    if (zone !== "" && !isZone(zone)) return "bad_time_zone";
    if (agreed !== undefined && consent_at === null) return "bad_consent_day";
    if (numbers.length === 0 && emails.length === 0)
      return options.columns.includes("number") ? "no_number" : "no_name_or_number";
    return null;
  })();
  return {
    row,
    fault,
    cells: fault === null ? [] : keptCells(cells.slice(0, mostColumns)),
    name: name || null,
    company: company || null,
    address: address || null,
    time_zone: fault === null && zone !== "" ? zone : null,
    numbers,
    line_types: numbers.map((number) => lineOf.get(number) ?? null),
    consent_at,
    agrees: typedAt(options, cells, "agreed").every(saysYes),
    emails,
    tags: (parts.tags ?? [])
      .flatMap((value) => value.split(/[,;|]/))
      .map((tag) => cut(tag.trim(), most.tag))
      .filter((tag) => tag !== "")
      .slice(0, 10),
    note: (parts.note ?? []).join("\n").slice(0, most.note) || null,
    custom,
  };
}

/** The cells of the columns of one kind, empty ones included: the second number stays the second where the first is missing. */
const typedAt = (options: ImportOptions, cells: readonly string[], wanted: Target): string[] =>
  options.columns.flatMap((target, at) => (target === wanted ? [unguarded((cells[at] ?? "").trim())] : []));

/** Our own exports guard cells that a spreadsheet would take for a formula with an apostrophe: read again, it is gone. */
const unguarded = (cell: string): string =>
  cell.replaceAll(/(^|[;\t\r\n] *)'(?=[=+\-@\t\r\n＝＋－＠])/g, "$1");
