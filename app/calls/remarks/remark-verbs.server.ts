/** Adds notes and tags to finished calls, and keeps numbers from being called again. */
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { callChoice, consentHeard, newNote, noteChoice, tagChange, unblocking } from "./remarks.schema.ts";

export type Remarked = { ok: true } | { ok: false; reason: "not_found" | "full" | "own_word" };

const byOf = (actor: Actor) => ({ id: authorOf(actor), name: actor.by.name });

const about = { permission: "calls.write", section: "calls" } as const;

export const addNote = verb(
  { verb: "call_notes.add", ...about, input: newNote },
  async (actor, note): Promise<Remarked> => {
    const kept = await actor.store.remarks.addNote(note, byOf(actor), Date.now());
    if (kept.ok && kept.changed) await actor.record("call_note.added", note.call_id);
    return kept;
  },
);

/** Only its author changes a note. */
export const editNote = verb(
  { verb: "call_notes.edit", ...about, input: newNote },
  async (actor, note): Promise<Remarked> => {
    const kept = await actor.store.remarks.editNote(note, authorOf(actor), Date.now());
    if (kept.ok) await actor.record("call_note.edited", note.call_id);
    return kept;
  },
);

/** Its author deletes a note, and those who may change the organization do. */
export const deleteNote = verb(
  { verb: "call_notes.delete", ...about, worksUnpaid: true, input: noteChoice },
  async (actor, note): Promise<Remarked> => {
    const author = actor.may("organization.write") ? null : authorOf(actor);
    const kept = await actor.store.remarks.deleteNote(note, author);
    if (kept.ok) await actor.record("call_note.deleted", note.call_id);
    return kept;
  },
);

export const addTag = verb(
  { verb: "call_tags.add", ...about, input: tagChange },
  async (actor, { call_id, tag }): Promise<Remarked> => {
    const kept = await actor.store.remarks.addTag(call_id, tag, Date.now());
    if (kept.ok && kept.changed) await actor.record("call.tagged", call_id);
    return kept;
  },
);

export const removeTag = verb(
  { verb: "call_tags.remove", ...about, worksUnpaid: true, input: tagChange },
  async (actor, { call_id, tag }): Promise<Remarked> => {
    const kept = await actor.store.remarks.removeTag(call_id, tag);
    if (kept.ok && kept.changed) await actor.record("call.untagged", call_id);
    return kept;
  },
);

/** Takes the number off that list again, unless the person asked for it themselves. */
export const unblockCaller = verb(
  { verb: "calls.unblock", ...about, worksUnpaid: true, input: unblocking },
  async (actor, { call_id, reason }): Promise<Remarked> => {
    const kept = await actor.store.remarks.unblock({ call_id, reason }, byOf(actor), Date.now());
    if (kept.ok && kept.changed) await actor.record("contact.unblocked", call_id);
    return kept;
  },
);

/** The number of the call's other party is not called any more. */
export const blockCaller = verb(
  { verb: "calls.block", ...about, worksUnpaid: true, input: callChoice },
  async (actor, { call_id }): Promise<Remarked> => {
    const kept = await actor.store.remarks.block(call_id, byOf(actor), Date.now());
    if (kept.ok && kept.changed) await actor.record("contact.blocked", call_id);
    return kept;
  },
);

export type HeardConsent =
  | { ok: true }
  | { ok: false; reason: "not_found" | "full" | "barred" | "taken_back" };

/** The other party of a call agreed in it to be called or texted, or took that back. */
export const noteHeardConsent = verb(
  { ...about, verb: "calls.note_consent", permission: "contacts.manage", input: consentHeard },
  async (actor, heard): Promise<HeardConsent> => {
    const noted = await actor.store.remarks.noteSpoken(heard, authorOf(actor), Date.now());
    if (noted.ok && noted.changed && heard.agrees)
      await actor.record("contact.consent_given", noted.contact_id, { kind: "express" });
    else if (noted.ok && noted.changed) await actor.record("contact.consent_revoked", noted.contact_id);
    return noted;
  },
);
