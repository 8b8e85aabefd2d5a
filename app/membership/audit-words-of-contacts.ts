/** The audit trail in words: contacts, their lists, and the do-not-call list. */
import type { EventFacts, Words } from "./audit-parts.ts";

/** "Tagged a contact", "Tagged 12 contacts". */
const several =
  (done: string, after = "") =>
  ({ changes }: EventFacts): string =>
    typeof changes?.contacts === "number"
      ? `${done} ${changes.contacts} contacts${after}`
      : `${done} a contact${after}`;

export const contactWords: Readonly<Record<string, Words>> = {
  "contact_field.created": "Created a field of contacts",
  "contact_field.removed": "Deleted a field of contacts",
  "contact_field.renamed": "Renamed a field of contacts",
  "contact_import.canceled": "Stopped an import of contacts",
  "contact_import.started": "Started an import of contacts",
  "contact_import.undone": "Took an import of contacts back",
  "contacts.exported": "Downloaded contacts",
  "contact_list.created": "Created a list of contacts",
  "contact_list.removed": "Deleted a list of contacts",
  "contact_list.renamed": "Renamed a list of contacts",
  "contact_segment.removed": "Deleted a segment of contacts",
  "contact_segment.saved": "Saved a segment of contacts",
  "contact.archived": several("Archived"),
  "contact.blocked": "Put a number on the do-not-call list",
  "contact.consent_given": "Noted a consent of a contact",
  "contact.consent_revoked": "Ended a consent of a contact",
  "contact.created": "Created a contact",
  "contact.listed": several("Added", " to a list"),
  "contact.merged": "Merged two contacts",
  "contact.note_deleted": "Deleted a note on a contact",
  "contact.noted": "Wrote a note on a contact",
  "contact.restored": several("Restored"),
  "contact.saved": "Changed a contact",
  "contact.tagged": several("Tagged"),
  "contact.task_added": "Added a task for a contact",
  "contact.task_changed": "Changed a task for a contact",
  "contact.task_done": "Did a task for a contact",
  "contact.task_removed": "Deleted a task for a contact",
  "contact.unblocked": "Took a number off the do-not-call list",
  "contact.unlisted": several("Took", " off a list"),
  "contact.untagged": several("Removed a tag from"),
};
