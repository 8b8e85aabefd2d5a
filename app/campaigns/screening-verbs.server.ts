/** What members do with screening lists: upload one, and delete one. */
import { z } from "zod";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { screeningUpload } from "./screening.schema.ts";

const about = { permission: "campaigns.manage" } as const;
/** How much text one list may be, and rows that one step keeps. */
const mostText = 8_000_000;
const atOnce = 5000;

export type UploadedList =
  | { ok: true; id: string; numbers: number; unread: number }
  | { ok: false; reason: "empty" | "not_found" };

/**
 * Keeps a list: a number a line, and after a comma what line it is. Lines without a number are counted.
 * `id`: a list that these are added to; null: a new one.
 */
export const uploadScreening = verb(
  {
    ...about,
    verb: "screening.upload",
    worksUnpaid: true,
    input: screeningUpload.extend({ id: z.uuid().nullable(), text: z.string().max(mostText) }),
  },
  async (actor, { id: into, name, kind, text }): Promise<UploadedList> => {
    const { store, organization } = actor;
    const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
    const rows = lines.flatMap((line) => {
      const [typed = "", line_type = ""] = line.split(/[,;\t]/);
      const phone_number = phoneNumberFrom(typed.trim(), organization.country);
      return phone_number === null
        ? []
        : [{ phone_number, line_type: line_type.trim().slice(0, 40) || null }];
    });
    if (rows.length === 0) return { ok: false, reason: "empty" };
    const now = Date.now();
    const id = into ?? newId();
    if (into === null) await store.screening.create({ id, name, kind, created_by_name: actor.by.name, now });
    let numbers: number | null = 0;
    for (let at = 0; at < rows.length && numbers !== null; at += atOnce)
      numbers = await store.screening.add(id, rows.slice(at, at + atOnce), now);
    if (numbers === null) return { ok: false, reason: "not_found" };
    await actor.record("screening.uploaded", id);
    return { ok: true, id, numbers, unread: lines.length - rows.length };
  },
);

/** Deletes a list: its numbers are screened by it no more. */
export const removeScreening = verb(
  { ...about, verb: "screening.remove", worksUnpaid: true, input: z.object({ id: z.uuid() }) },
  async (actor, { id }): Promise<{ ok: true } | { ok: false; reason: "not_found" }> => {
    if ((await actor.store.screening.remove(id)) === null) return { ok: false, reason: "not_found" };
    await actor.record("screening.removed", id);
    return { ok: true };
  },
);
