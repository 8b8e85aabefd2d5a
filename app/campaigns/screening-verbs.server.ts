/** What members do with screening lists: upload one, and delete it. */
import { z } from "zod";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { type ScreenedRow, screeningKinds } from "./screening.schema.ts";
import { linesIn, mostNumbers } from "./screening-file.ts";

const about = { permission: "campaigns.manage", section: "calls" } as const;

/** Numbers that travel to the object at once. */
const written = 5000;

const upload = z.object({
  name: oneLine(80, "Enter a name"),
  kind: z.enum(screeningKinds, "Choose what the list is"),
  text: z.string(),
});

export type UploadedList =
  | { ok: true; numbers: number; skipped: number }
  | { ok: false; reason: "no_numbers" | "too_many" };

/** Keeps the numbers of a file as a list that every call of a campaign is screened against, from when the whole file is there. */
export const addScreeningList = verb(
  { verb: "campaigns.screening_add", ...about, input: upload },
  async (actor, { name, kind, text }): Promise<UploadedList> => {
    const now = Date.now();
    const id = newId(now);
    const { screening } = actor.store;
    let batch: ScreenedRow[] = [];
    let read = 0;
    let skipped = 0;
    for (const found of linesIn(text, actor.organization.country)) {
      if (found.length === 0) skipped++;
      batch.push(...found);
      if (batch.length < written) continue;
      read += batch.length;
      if (read > mostNumbers) {
        await screening.discard(id);
        return { ok: false, reason: "too_many" };
      }
      await screening.fill(id, batch);
      batch = [];
    }
    if (read + batch.length === 0) return { ok: false, reason: "no_numbers" };
    await screening.fill(id, batch);
    const numbers = await screening.create({ id, name, kind, created_by_name: actor.by.name, now });
    await actor.record("campaign.screening_added", id);
    return { ok: true, numbers, skipped };
  },
);

/** Deletes a list: its numbers are screened no more. */
export const removeScreeningList = verb(
  { verb: "campaigns.screening_remove", ...about, input: z.object({ id: z.uuid() }) },
  async (actor, { id }): Promise<{ ok: true } | { ok: false; reason: "not_found" }> => {
    if ((await actor.store.screening.remove(id, Date.now())) === null)
      return { ok: false, reason: "not_found" };
    await actor.record("campaign.screening_removed", id);
    return { ok: true };
  },
);
