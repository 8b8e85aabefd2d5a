/** The remarks of a call as its page shows them to a member. */
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { newId } from "#app/platform/id.ts";
import type { Remarks } from "./remarks.schema.ts";

/** What members wrote may name people: it is for those who may read who called. */
export function remarksShown(actor: Actor, { notes, tags, known, number, consent }: Remarks) {
  const canWrite = actor.may("calls.write");
  const readsPersons = actor.may("calls.read_persons");
  const own = authorOf(actor);
  return {
    notes: !readsPersons
      ? []
      : notes.map(({ author_id, ...note }) => ({
          ...note,
          canEdit: canWrite && author_id === own,
          canDelete: canWrite && (author_id === own || actor.may("organization.write")),
        })),
    tags: readsPersons ? tags : [],
    known: canWrite ? known : [],
    number: readsPersons ? number : null,
    consent: readsPersons && actor.may("contacts.manage") ? consent : null,
    canWrite,
    request: newId(),
  };
}
