/** People for campaigns in tests: contacts with numbers, consents and lists. */
import { newId } from "#app/platform/id.ts";
import type { Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

/** A list of that name with so many people, whose written consent is on file unless told otherwise. */
export async function listOf(
  owner: Pick<Person, "organizationId" | "store">,
  name: string,
  people: readonly { name: string; phone_number: string; hasConsent?: boolean }[],
): Promise<{ listId: string; contactIds: string[] }> {
  const now = Date.now();
  const listId = newId(now);
  await rows(
    owner,
    `insert into contact_lists (id, name, created_at, updated_at) values ('${listId}', '${name}', ${now}, ${now})`,
  );
  const contactIds: string[] = [];
  for (const { name: who, phone_number, hasConsent = true } of people) {
    const { id } = await owner.store.contacts.upsertByPhone({
      phone_number,
      name: who,
      email: null,
      status: null,
      source: "import",
      now,
    });
    contactIds.push(id);
    await rows(
      owner,
      `insert into contact_list_members (list_id, contact_id, added_at) values ('${listId}', '${id}', ${now})`,
    );
    if (hasConsent)
      await owner.store.consents.giveConsent({
        contact_id: id,
        phone_number: null,
        kind: "express_written",
        channel: "call",
        source: "form",
        proof: "",
        given_at: now,
        created_by: null,
      });
  }
  return { listId, contactIds };
}
