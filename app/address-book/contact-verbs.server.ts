/** What members do with contacts: make, change, archive and merge them, note what they said and agreed to, and keep them from being called. */
import { z } from "zod";
import { type ConsentDayFault, consentAt } from "#app/contacts/consent-day.ts";
import { reasonText, type Unbarred } from "#app/contacts/contact-terms.schema.ts";
import {
  bulkChange,
  consentChoice,
  consentInput,
  contactDraft,
  mergeInput,
  noteChoice,
  noteInput,
  type Saved,
} from "#app/contacts/contact-views.schema.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { type Named, type Verb, verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";

const about = { permission: "contacts.manage", section: "calls" } as const;

const byOf = (actor: Actor) => ({ id: authorOf(actor), name: actor.by.name });

/** Makes a contact, or saves what one is. */
export const saveContact: Verb<typeof contactDraft, [named?: Named], Saved> = verb(
  { verb: "contacts.save", ...about, input: contactDraft },
  async (actor, draft, { new_id } = {}) => {
    const saved = await actor.store.contactBook.save(draft, { ...byOf(actor), now: Date.now() }, new_id);
    if (saved.ok) await actor.record(draft.id === null ? "contact.created" : "contact.saved", saved.id);
    return saved;
  },
);

const acts = {
  tag: "contact.tagged",
  untag: "contact.untagged",
  add_to_list: "contact.listed",
  remove_from_list: "contact.unlisted",
  archive: "contact.archived",
  restore: "contact.restored",
} as const;

type Changed = { ok: true; changed: number } | { ok: false; reason: "not_found" };

/** Tags, lists, archives or restores several contacts. */
export const changeContacts: Verb<typeof bulkChange, [], Changed> = verb(
  { verb: "contacts.change", ...about, worksUnpaid: true, input: bulkChange },
  async (actor, change) => {
    const changed = await actor.store.contactBook.change(change, Date.now());
    if (changed === null) return { ok: false, reason: "not_found" };
    const [first, ...others] = changed;
    if (first !== undefined)
      await actor.record(acts[change.do], first, others.length > 0 ? { contacts: changed.length } : {});
    return { ok: true, changed: changed.length };
  },
);

/** Makes one contact of two. */
export const mergeContacts: Verb<typeof mergeInput, [], Saved> = verb(
  { verb: "contacts.merge", ...about, input: mergeInput },
  async (actor, input) => {
    const merged = await actor.store.campaignPeople.merge(input, { ...byOf(actor), now: Date.now() });
    if (merged.ok) await actor.record("contact.merged", merged.id);
    return merged;
  },
);

type Done = { ok: true } | { ok: false; reason: "not_found" | "full" };
const doneIf = (known: boolean): Done => (known ? { ok: true } : { ok: false, reason: "not_found" });

export const noteContact: Verb<typeof noteInput, [], Done> = verb(
  { verb: "contacts.note", ...about, input: noteInput },
  async (actor, note) => {
    const kept = await actor.store.contactBook.addNote(note, byOf(actor), Date.now());
    if (kept.ok && kept.changed) await actor.record("contact.noted", note.contact_id);
    return kept.ok ? { ok: true } : kept;
  },
);

export const unnoteContact: Verb<typeof noteChoice, [], Done> = verb(
  { verb: "contacts.delete_note", ...about, worksUnpaid: true, input: noteChoice },
  async (actor, note) => {
    const gone = await actor.store.contactBook.deleteNote(note);
    if (gone) await actor.record("contact.note_deleted", note.contact_id);
    return doneIf(gone);
  },
);

type ConsentNoted = Done | { ok: false; reason: "no_number" | "taken_back" | ConsentDayFault };

/** Notes what a person agreed to. */
export const noteConsent: Verb<typeof consentInput, [], ConsentNoted> = verb(
  { verb: "contacts.give_consent", ...about, input: consentInput },
  async (actor, { given_on, ...consent }) => {
    const now = Date.now();
    const day =
      given_on === ""
        ? { ok: true as const, at: now }
        : consentAt(given_on, { time_zone: actor.organization.timeZone, now });
    if (!day.ok) return { ok: false, reason: day.fault };
    const noted = await actor.store.consents.noteConsent({
      ...consent,
      given_at: day.at,
      created_by: authorOf(actor),
    });
    if (noted.ok && noted.changed)
      await actor.record("contact.consent_given", consent.contact_id, { kind: consent.kind });
    return noted.ok ? { ok: true } : noted;
  },
);

export const endConsent: Verb<typeof consentChoice, [], Done> = verb(
  { verb: "contacts.revoke_consent", ...about, worksUnpaid: true, input: consentChoice },
  async (actor, choice) => {
    const ended = await actor.store.consents.revokeConsent({ ...choice, now: Date.now() });
    if (ended) await actor.record("contact.consent_revoked", choice.contact_id);
    return doneIf(ended);
  },
);

const barInput = z.object({ phone_number: z.e164(), reason: reasonText });

/** Puts a number on the do-not-call list. */
export const addToDoNotCall: Verb<typeof barInput, [], { changed: boolean }> = verb(
  { verb: "do_not_call.add", ...about, worksUnpaid: true, input: barInput },
  async (actor, { phone_number, reason }) => {
    const changed = await actor.store.doNotCall.bar({
      phone_number,
      reason,
      source: actor.by.kind === "api_key" ? "api" : "member",
      by: byOf(actor),
      now: Date.now(),
    });
    if (changed) await actor.record("contact.blocked", newId());
    return { changed };
  },
);

const unbarInput = barInput.extend({
  /** A person's own word is taken back by that person alone. */
  they_asked: z.boolean(),
});

/** Takes a number off the do-not-call list. */
export const removeFromDoNotCall: Verb<typeof unbarInput, [], Unbarred> = verb(
  { verb: "do_not_call.remove", ...about, worksUnpaid: true, input: unbarInput },
  async (actor, { phone_number, reason, they_asked }) => {
    const done = await actor.store.doNotCall.unbar({
      phone_number,
      reason,
      they_asked,
      by: byOf(actor),
      now: Date.now(),
    });
    if (done.ok && done.changed) await actor.record("contact.unblocked", newId(), { they_asked });
    return done;
  },
);
