/** Lists of contacts, for programs. */
import { z } from "zod";
import { changeContacts } from "#app/address-book/contact-verbs.server.ts";
import { removeList, saveList } from "#app/address-book/set-verbs.server.ts";
import {
  instant,
  instantOf,
  noAnswer,
  noBody,
  nothing,
  type Operation,
  operation,
  pageOf,
  paging,
  sliced,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";

const about = { tag: "Lists", scope: "contacts.read", section: "calls" } as const;
const changing = { ...about, scope: "contacts.manage" } as const;
const one = z.strictObject({ list_id: z.uuid().describe("The id of the list") });
const body = z.strictObject({ name: z.string().trim().min(1).max(80) });
const named = z.object({ id: z.uuid(), name: z.string() });

const refusals = { 409: "Another list has this name, or there are too many" };
const refused = (reason: "not_found" | "full" | "name_taken"): Refusal => {
  if (reason === "not_found") return notFound();
  const words =
    reason === "full" ? "There are too many lists. Delete one first." : "Another list has this name.";
  return new Refusal(409, reason, words);
};

const listRow = z.object({
  id: z.uuid(),
  name: z.string(),
  contacts: z.int().describe("How many contacts are in it"),
  created_at: instant,
});

export const listOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "lists.list",
    method: "GET",
    path: "/lists",
    summary: "List lists of contacts",
    description: "The oldest first. GET /contacts?list_id= answers who is in one.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(listRow),
    async run({ actor, now, query }) {
      const { lists } = await actor.store.contactSets.sets(now);
      return sliced(
        "lists",
        lists.map((row) => ({ ...row, created_at: instantOf(row.created_at) })),
        query,
      );
    },
  }),
  operation({
    ...changing,
    id: "lists.create",
    method: "POST",
    path: "/lists",
    summary: "Create a list",
    status: 201,
    params: nothing,
    query: nothing,
    body,
    answer: named,
    refusals,
    async run({ actor, request_id, body: { name } }) {
      const kept = await saveList(actor, { id: null, name }, { new_id: request_id });
      return kept.ok ? { id: kept.id, name } : refused(kept.reason);
    },
  }),
  operation({
    ...changing,
    id: "lists.rename",
    method: "PATCH",
    path: "/lists/{list_id}",
    summary: "Rename a list",
    params: one,
    query: nothing,
    body,
    answer: named,
    refusals,
    async run({ actor, path: { list_id }, body: { name } }) {
      const kept = await saveList(actor, { id: list_id, name });
      return kept.ok ? { id: kept.id, name } : refused(kept.reason);
    },
  }),
  operation({
    ...changing,
    id: "lists.delete",
    method: "DELETE",
    path: "/lists/{list_id}",
    summary: "Delete a list",
    description: "Its contacts stay.",
    status: 204,
    params: one,
    query: nothing,
    body: nothing,
    answer: noAnswer,
    async run({ actor, path: { list_id } }) {
      return (await removeList(actor, { id: list_id })).ok ? null : notFound();
    },
  }),
  operation({
    ...changing,
    id: "lists.add",
    method: "POST",
    path: "/lists/{list_id}/contacts",
    summary: "Add contacts to a list",
    params: one,
    query: nothing,
    body: z.strictObject({ contact_ids: z.array(z.uuid()).min(1).max(500) }),
    answer: z.object({ added: z.int().describe("Without those that were in it, and unknown ones") }),
    async run({ actor, path: { list_id }, body: { contact_ids } }) {
      const added = await changeContacts(actor, { do: "add_to_list", ids: contact_ids, list: list_id });
      return added.ok ? { added: added.changed } : notFound();
    },
  }),
  operation({
    ...changing,
    id: "lists.take_off",
    method: "DELETE",
    path: "/lists/{list_id}/contacts/{contact_id}",
    summary: "Take a contact off a list",
    status: 204,
    params: one.extend({ contact_id: z.uuid().describe("The id of the contact") }),
    query: nothing,
    body: nothing,
    answer: noAnswer,
    async run({ actor, path: { list_id, contact_id } }) {
      const taken = await changeContacts(actor, { do: "remove_from_list", ids: [contact_id], list: list_id });
      return taken.ok && taken.changed > 0 ? null : notFound();
    },
  }),
];
