/** People whom an erasure forgot while files of contacts were open: their rows are not taken in, and only hashes say whose they are. */
import { sha256 } from "@oslojs/crypto/sha2";
import { encodeHexLowerCase } from "@oslojs/encoding";
import { inArray } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { keepSetting, setting } from "#app/object/settings.store.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { contactImports } from "#drizzle/organization/schema.ts";
import type { ImportRow } from "./contact-imports.schema.ts";

const name = "erased_from_imports";
const kept = z.array(z.object({ hash: z.string(), at: z.int() })).catch([]);

const bytes = new TextEncoder();
const hashOf = (value: string): string => encodeHexLowerCase(sha256(bytes.encode(value)));

/** Whether a file is uploaded, waits or is read: its rows can bring people back. */
const hasOpen = (db: OrganizationDatabase): boolean =>
  db
    .select({ id: contactImports.id })
    .from(contactImports)
    .where(inArray(contactImports.state, ["uploading", "mapping", "running"]))
    .limit(1)
    .get() !== undefined;

/** Keeps an erased person's numbers and addresses out of the files that are open. @returns whether there are any */
export function keepOut(db: OrganizationDatabase, values: readonly string[], now: number): boolean {
  if (!hasOpen(db)) return false;
  const known = kept.parse(setting(db, name) ?? []);
  const hashes = new Set(values.map((value) => hashOf(value.toLowerCase())));
  const others = known.filter(({ hash }) => !hashes.has(hash));
  keepSetting(db, name, [...others, ...[...hashes].map((hash) => ({ hash, at: now }))]);
  return true;
}

/** An import ended: the hashes go with the last one that is open. */
export function forgetKeptOut(db: OrganizationDatabase): void {
  if (setting(db, name) !== undefined && !hasOpen(db)) keepSetting(db, name, []);
}

/** Whether a row names a person who was erased since an import began. */
export function keptOut(
  db: OrganizationDatabase,
  { began, country }: { began: number; country: string },
): (row: ImportRow) => boolean {
  const hashes = new Set(
    kept.parse(setting(db, name) ?? []).flatMap(({ hash, at }) => (at >= began ? [hash] : [])),
  );
  if (hashes.size === 0) return () => false;
  const isTheirs = (value: string) => hashes.has(hashOf(value.toLowerCase()));
  return ({ numbers, emails, cells }) =>
    [...numbers, ...emails, ...cells.map((cell) => phoneNumberFrom(cell, country) ?? cell.trim())].some(
      isTheirs,
    );
}
