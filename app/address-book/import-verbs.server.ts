/** What members do with files of contacts: upload, start, cancel, undo; and take their contacts with them. */
import { z } from "zod";
import { type ImportFault, importKinds, importOptions } from "#app/contacts/contact-imports.schema.ts";
import { forgetImportFile, inspect, putPart } from "#app/contacts/import-files.server.ts";
import { mostImportBytes, partBytes } from "#app/contacts/import-limits.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { countryCode } from "#app/platform/country-code.schema.ts";
import { newId } from "#app/platform/id.ts";

const about = { permission: "contacts.manage", section: "calls" } as const;
type Files = [Pick<Deps, "env">];

const fileInput = z.object({
  kind: z.enum(importKinds),
  file_name: z.string().max(1000),
  /** Of the whole file, as the browser says. */
  bytes: z.coerce.number().int().min(0),
});

type Begun = { ok: true; id: string } | { ok: false; reason: "too_large" | "empty" };

/** Begins the upload of a file: one that is too large is refused before anything of it is sent. */
export const beginImport: Verb<typeof fileInput, Files, Begun> = verb(
  { verb: "contact_imports.begin", ...about, input: fileInput },
  async (actor, { kind, file_name, bytes }, { env }) => {
    if (bytes > mostImportBytes) return { ok: false, reason: "too_large" };
    if (bytes === 0) return { ok: false, reason: "empty" };
    const id = newId();
    const left = await actor.store.contactImports.begin({
      id,
      kind,
      file_name: file_name.normalize("NFC").slice(-200) || "File",
      bytes,
      by: { id: authorOf(actor), name: actor.by.name },
      now: Date.now(),
    });
    for (const old of left) await forgetImportFile(env, actor.organization.id, old);
    return { ok: true, id };
  },
);

const partInput = z.object({
  id: z.uuid(),
  part: z.coerce
    .number()
    .int()
    .min(0)
    .max(Math.ceil(mostImportBytes / partBytes)),
  bytes: z.instanceof(ArrayBuffer).refine((bytes) => bytes.byteLength <= partBytes),
});

type Sent = { ok: true } | { ok: false; reason: "not_found" };

/** Takes one part of a file. The same part again replaces it. */
export const sendImportPart: Verb<typeof partInput, Files, Sent> = verb(
  { verb: "contact_imports.send_part", ...about, input: partInput },
  async (actor, { id, part, bytes }, { env }) => {
    const found = await actor.store.contactImports.find(id);
    if (found?.state !== "uploading") return { ok: false, reason: "not_found" };
    await putPart(env, actor.organization.id, id, part, bytes);
    return { ok: true };
  },
);

const choice = z.object({ id: z.uuid() });
type Uploaded = { ok: true } | { ok: false; reason: ImportFault | "not_found" };

/** Every part was sent: looks at the file. A file that cannot be read is gone again; one that is not whole waits. */
export const finishUpload: Verb<typeof choice, Files, Uploaded> = verb(
  { verb: "contact_imports.finish_upload", ...about, input: choice },
  async (actor, { id }, { env }) => {
    const { store, organization } = actor;
    const found = await store.contactImports.find(id);
    if (found?.state === "mapping") return { ok: true };
    if (found?.state !== "uploading") return { ok: false, reason: "not_found" };
    const file = await inspect(env, organization.id, id, found.bytes);
    if (file.ok) {
      await store.contactImports.uploaded(id, file);
      return { ok: true };
    }
    if (file.reason === "incomplete") return file;
    await store.contactImports.cancel(id, Date.now());
    await forgetImportFile(env, organization.id, id);
    return file;
  },
);

const startInput = z.object({ id: z.uuid(), options: importOptions.extend({ country: countryCode }) });
type Started = { ok: true } | { ok: false; reason: "not_found" | "no_number" };

/** Starts an import with what was chosen for it. */
export const startImport: Verb<typeof startInput, [], Started> = verb(
  { verb: "contact_imports.start", ...about, input: startInput },
  async (actor, { id, options }) => {
    const found = await actor.store.contactImports.find(id);
    if (found?.state !== "mapping") return { ok: false, reason: "not_found" };
    const holds = found.kind === "do_not_call" ? ["number"] : ["number", "email"];
    if (!options.columns.some((target) => holds.includes(target))) return { ok: false, reason: "no_number" };
    if (!(await actor.store.contactImports.start(id, options, Date.now())))
      return { ok: false, reason: "not_found" };
    await actor.record("contact_import.started", id, { kind: found.kind });
    return { ok: true };
  },
);

type Stopped = { ok: true; was: "waiting" | "running" } | { ok: false; reason: "not_found" };

/** Stops an import. What it took in stays until it is undone; a file that waited is gone. */
export const cancelImport: Verb<typeof choice, Files, Stopped> = verb(
  { verb: "contact_imports.cancel", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }, { env }) => {
    const was = await actor.store.contactImports.cancel(id, Date.now());
    if (was === null) return { ok: false, reason: "not_found" };
    await forgetImportFile(env, actor.organization.id, id);
    if (was === "running") await actor.record("contact_import.canceled", id);
    return { ok: true, was };
  },
);

/** Takes back what an import did. */
export const undoImport: Verb<typeof choice, [], Sent> = verb(
  { verb: "contact_imports.undo", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }) => {
    if (!(await actor.store.contactImports.undo(id, Date.now()))) return { ok: false, reason: "not_found" };
    await actor.record("contact_import.undone", id);
    return { ok: true };
  },
);

const exportInput = z.object({});

/** Notes in the audit trail that contacts are taken out. */
export const exportContacts: Verb<typeof exportInput, [], null> = verb(
  { verb: "contacts.export", ...about, worksUnpaid: true, input: exportInput },
  async (actor: Actor) => {
    await actor.record("contacts.exported", actor.organization.id);
    return null;
  },
);
