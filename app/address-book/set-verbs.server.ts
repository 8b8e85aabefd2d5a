/** What members do with lists and segments of contacts, and with their own fields. */
import { z } from "zod";
import { exactFilterIn, isNarrowed } from "#app/contacts/contact-filter.schema.ts";
import type { KeptField } from "#app/contacts/contact-views.schema.ts";
import { authorOf } from "#app/membership/actor.ts";
import { type Named, type Verb, verb } from "#app/membership/verb.ts";
import { oneLine } from "#app/platform/one-line.ts";

const about = { permission: "contacts.manage", section: "calls" } as const;

const name = oneLine(80, "Enter a name");
const listInput = z.object({ id: z.uuid().nullable(), name });
const choice = z.object({ id: z.uuid() });
/** `address`: the list's address with its filters. */
const segmentInput = z.object({ name, address: z.string().max(2000) });

const fieldInput = z.object({
  key: z.string().min(1).max(64).nullable(),
  label: oneLine(60, "Enter a name"),
});
const fieldChoice = z.object({ key: z.string().min(1).max(64) });

type Kept = { ok: true; id: string } | { ok: false; reason: "not_found" | "full" | "name_taken" };
/** `no_filter`: the address asks for nothing, or for something that cannot be read. */
type KeptSegment = Kept | { ok: false; reason: "no_filter" };
type Removed = { ok: true } | { ok: false; reason: "not_found" };

/** Makes a list, or renames one. */
export const saveList: Verb<typeof listInput, [named?: Named], Kept> = verb(
  { verb: "contact_lists.save", ...about, input: listInput },
  async (actor, input, { new_id } = {}) => {
    const kept = await actor.store.contactSets.saveList(input, authorOf(actor), Date.now(), new_id);
    if (kept.ok)
      await actor.record(input.id === null ? "contact_list.created" : "contact_list.renamed", kept.id);
    return kept;
  },
);

export const removeList: Verb<typeof choice, [], Removed> = verb(
  { verb: "contact_lists.remove", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }) => {
    if (!(await actor.store.contactSets.removeList(id))) return { ok: false, reason: "not_found" };
    await actor.record("contact_list.removed", id);
    return { ok: true };
  },
);

/** Keeps the filters of an address as a segment. */
export const saveSegment: Verb<typeof segmentInput, [], KeptSegment> = verb(
  { verb: "contact_segments.save", ...about, input: segmentInput },
  async (actor, { name, address }) => {
    const read = exactFilterIn(new URLSearchParams(address));
    const filter = read && { ...read, archived: false };
    if (!filter || !isNarrowed(filter)) return { ok: false, reason: "no_filter" };
    const kept = await actor.store.contactSets.saveSegment({ name, filter }, authorOf(actor), Date.now());
    if (kept.ok) await actor.record("contact_segment.saved", kept.id);
    return kept;
  },
);

export const removeSegment: Verb<typeof choice, [], Removed> = verb(
  { verb: "contact_segments.remove", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }) => {
    if (!(await actor.store.contactSets.removeSegment(id))) return { ok: false, reason: "not_found" };
    await actor.record("contact_segment.removed", id);
    return { ok: true };
  },
);

/** Makes a field of the organization's own, or renames one. */
export const saveField: Verb<typeof fieldInput, [], KeptField> = verb(
  { verb: "contact_fields.save", ...about, input: fieldInput },
  async (actor, input) => {
    const kept = await actor.store.contactBook.saveField(input, Date.now());
    if (kept.ok)
      await actor.record(input.key === null ? "contact_field.created" : "contact_field.renamed", kept.key);
    return kept;
  },
);

/** Removes a field, with what contacts have in it. */
export const removeField: Verb<typeof fieldChoice, [], Removed> = verb(
  { verb: "contact_fields.remove", ...about, worksUnpaid: true, input: fieldChoice },
  async (actor, { key }) => {
    if (!(await actor.store.contactBook.removeField(key))) return { ok: false, reason: "not_found" };
    await actor.record("contact_field.removed", key);
    return { ok: true };
  },
);
