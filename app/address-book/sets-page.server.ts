/** /contacts/lists: lists, segments and fields, and the answers of its forms. */
import { filterAddress } from "#app/contacts/contact-filter.schema.ts";
import type { Actor } from "#app/membership/actor.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { counted } from "#app/platform/format.ts";
import {
  removeField,
  removeList,
  removeSegment,
  saveField,
  saveList,
  saveSegment,
} from "./set-verbs.server.ts";

export async function setsPage({ store, organization, may }: Member) {
  const [{ lists, segments }, fields] = await Promise.all([
    store.contactSets.sets(Date.now()),
    store.contactBook.countedFields(),
  ]);
  const contacts = ({ n, isMore }: { n: number; isMore: boolean }) => {
    const words = counted(n, "contact", "contacts", organization.locale);
    return isMore ? `At least ${words}` : words;
  };
  return {
    lists: lists.map(({ id, name, contacts: n }) => ({
      id,
      name,
      contacts: counted(n, "contact", "contacts", organization.locale),
    })),
    segments: segments.map(({ id, name, filter, contacts: n }) => ({
      id,
      name,
      address: filter && filterAddress(filter).toString(),
      contacts: filter ? contacts(n) : "Its filters can't be read. Save it again.",
    })),
    fields: fields.map(({ key, label, contacts: n }) => ({
      id: key,
      name: label,
      contacts: contacts(n),
      segments: segments.filter(({ filter }) => filter?.field === key).map(({ name }) => name),
    })),
    canManage: may("contacts.manage"),
  };
}

export type SetAnswer = {
  status: number;
  isGood: boolean;
  message: string | null;
  errors: Readonly<Record<string, readonly string[]>>;
  typed: Readonly<Record<string, string>>;
};

const good = (message: string): SetAnswer => ({ status: 200, isGood: true, message, errors: {}, typed: {} });
const bad = (message: string | null, status = 422): SetAnswer => ({
  ...good(""),
  status,
  isGood: false,
  message,
});

const refusals = {
  not_found: bad("It doesn't exist any more.", 404),
  full: bad("There are as many as there can be. Delete one first.", 409),
  no_filter: {
    ...bad(null),
    errors: { name: ["Choose filters first: at most 5 tags and 5 lists, and a search of 100 letters"] },
  },
  name_taken: { ...bad(null, 409), errors: { name: ["This name is taken already"] } },
} as const;

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Saves the filters of the list of contacts under a name. */
export async function saveSegmentPosted(actor: Actor, form: FormData): Promise<SetAnswer> {
  const typed = { name: textOf(form, "name"), address: textOf(form, "address") };
  const input = saveSegment.input.safeParse(typed);
  if (!input.success)
    return { ...bad(null), errors: { name: [input.error.issues[0]?.message ?? "Enter a name"] }, typed };
  const kept = await saveSegment(actor, input.data);
  return kept.ok ? good(`Saved as “${input.data.name}”.`) : { ...refusals[kept.reason], typed };
}

/** Makes, renames or deletes a list or a field; deletes a segment. */
export async function answerSets(actor: Actor, form: FormData): Promise<SetAnswer> {
  const typed = { do: textOf(form, "do"), id: textOf(form, "id"), name: textOf(form, "name") };
  switch (typed.do) {
    case "create":
    case "rename": {
      const input = saveList.input.safeParse({
        id: typed.do === "create" ? null : typed.id,
        name: typed.name,
      });
      if (!input.success)
        return { ...bad(null), errors: { name: [input.error.issues[0]?.message ?? "Enter a name"] }, typed };
      const kept = await saveList(actor, input.data);
      if (!kept.ok) return { ...refusals[kept.reason], typed };
      return good(typed.do === "create" ? "List created." : "Renamed.");
    }
    case "remove":
    case "remove_segment": {
      const perform = typed.do === "remove" ? removeList : removeSegment;
      const input = perform.input.safeParse({ id: typed.id });
      if (!input.success) return bad("Reload the page and try again.", 400);
      const removed = await perform(actor, input.data);
      return removed.ok ? good("Deleted. Its contacts stay.") : refusals.not_found;
    }
    case "create_field":
    case "rename_field": {
      const input = saveField.input.safeParse({
        key: typed.do === "create_field" ? null : typed.id,
        label: typed.name,
      });
      if (!input.success)
        return { ...bad(null), errors: { name: [input.error.issues[0]?.message ?? "Enter a name"] }, typed };
      const kept = await saveField(actor, input.data);
      if (!kept.ok) return { ...refusals[kept.reason], typed };
      return good(typed.do === "create_field" ? "Field created." : "Renamed. Segments go on finding by it.");
    }
    case "remove_field": {
      const input = removeField.input.safeParse({ key: typed.id });
      if (!input.success) return bad("Reload the page and try again.", 400);
      const removed = await removeField(actor, input.data);
      return removed.ok ? good("Deleted, with what contacts had in it.") : refusals.not_found;
    }
    default:
      return bad("Reload the page and try again.", 400);
  }
}
