/** What the forms of the pages of contacts become: calls of verbs, and their outcomes in words. */
import { z } from "zod";
import { consentDayWords } from "#app/contacts/consent-day.ts";
import { bulkChange } from "#app/contacts/contact-views.schema.ts";
import type { Actor } from "#app/membership/actor.ts";
import { counted } from "#app/platform/format.ts";
import { internationally, phoneNumberFrom } from "#app/platform/phone-number.ts";
import { draftOf, type FormErrors, type TypedContact, typedIn } from "./contact-form.ts";
import {
  addToDoNotCall,
  changeContacts,
  endConsent,
  mergeContacts,
  noteConsent,
  noteContact,
  removeFromDoNotCall,
  saveContact,
  unnoteContact,
} from "./contact-verbs.server.ts";

/** `found`: the contact that a merge would take in, for the question; `to`: where the page leads then. */
export type Answer = {
  status: number;
  isGood: boolean;
  message: string | null;
  errors: FormErrors;
  typed: Readonly<Record<string, string>>;
  found: { id: string; who: string } | null;
  to: string | null;
};

type Part = Partial<Answer>;
const nothing = { errors: {}, typed: {}, found: null, to: null };
const good = (message: string, part: Part = {}): Answer => ({
  ...nothing,
  status: 200,
  isGood: true,
  message,
  ...part,
});
const bad = (message: string | null, part: Part = {}): Answer => ({
  ...nothing,
  status: 422,
  isGood: false,
  message,
  ...part,
});

const stale = "Reload the page and try again.";
const gone = () => bad("This contact doesn't exist any more.", { status: 404 });

const texts = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

function unreadable(error: z.ZodError, typed: Readonly<Record<string, string>>): Answer {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? "");
    errors[name] = [...(errors[name] ?? []), message];
  }
  return bad(null, { errors, typed });
}

/** `changed`: someone else saved meanwhile. */
const saveWords = {
  not_found: "This contact doesn't exist any more.",
  changed: "Someone changed this contact in the meantime. Reload the page to see it as it is now.",
} as const;

export type SavePosted =
  | { ok: true; id: string }
  | { ok: false; status: number; message: string | null; errors: FormErrors; typed: TypedContact };

/** Saves the posted form of a contact. @param id null: a new one */
export async function savePosted(actor: Actor, form: FormData, id: string | null): Promise<SavePosted> {
  const typed = typedIn(form);
  const read = draftOf(typed, form, id, actor.organization.country);
  if (!read.ok) return { ok: false, status: 422, message: null, errors: read.errors, typed };
  const saved = await saveContact(actor, read.draft);
  if (saved.ok) return { ok: true, id: saved.id };
  if (saved.reason !== "number_taken")
    return {
      ok: false,
      status: saved.reason === "changed" ? 409 : 404,
      message: saveWords[saved.reason],
      errors: {},
      typed,
    };
  const at = read.draft.numbers.findIndex(({ phone_number }) => phone_number === saved.number);
  const errors = {
    [`number.${at}`]: [`This is a number of ${saved.other.name}. Merge the two contacts instead.`],
  };
  return { ok: false, status: 409, message: null, errors, typed };
}

/** Changes the contacts that are ticked in the list. */
export async function changeChosen(actor: Actor, form: FormData): Promise<Answer> {
  const typed = texts(form);
  if (!Object.hasOwn(bulkWords, typed.do ?? "")) return bad(stale, { status: 400 });
  const input = bulkChange.safeParse({ ...typed, ids: form.getAll("id") });
  if (!input.success) return bad(input.error.issues[0]?.message ?? stale, { typed });
  const outcome = await changeContacts(actor, input.data);
  if (!outcome.ok) return bad("This list doesn't exist any more.", { status: 404, typed });
  const { locale } = actor.organization;
  const contacts = counted(outcome.changed, "contact", "contacts", locale);
  const left = new Set(input.data.ids).size - outcome.changed;
  const rest =
    left > 0 && input.data.do === "restore"
      ? ` ${counted(left, "contact was", "contacts were", locale)} left: another contact has the number now.`
      : "";
  return good(`${bulkWords[input.data.do](contacts)}${rest}`);
}

const bulkWords = {
  tag: (contacts: string) => `Tagged ${contacts}.`,
  untag: (contacts: string) => `Removed the tag from ${contacts}.`,
  add_to_list: (contacts: string) => `Added ${contacts} to the list.`,
  remove_from_list: (contacts: string) => `Took ${contacts} off the list.`,
  archive: (contacts: string) => `Archived ${contacts}.`,
  restore: (contacts: string) => `Restored ${contacts}.`,
} as const;

type Typed = Readonly<Record<string, string>>;
type Change = (actor: Actor, id: string, typed: Typed) => Promise<Answer>;

const one =
  (
    change: "tag" | "untag" | "add_to_list" | "remove_from_list" | "archive" | "restore",
    words: string,
  ): Change =>
  async (actor, id, typed) => {
    const input = bulkChange.safeParse({ ...typed, do: change, ids: [id] });
    if (!input.success) return unreadable(input.error, typed);
    const outcome = await changeContacts(actor, input.data);
    if (!outcome.ok) return bad("This list doesn't exist any more.", { status: 404 });
    if (outcome.changed === 0 && change === "restore")
      return bad("Another contact has this number now. Merge the two, or change the number.", {
        status: 409,
      });
    return good(words);
  };

const note: Change = async (actor, contact_id, typed) => {
  const input = noteContact.input.safeParse({ contact_id, id: typed.request, text: typed.text });
  if (!input.success) return unreadable(input.error, typed);
  const outcome = await noteContact(actor, input.data);
  if (outcome.ok) return good("Note saved.");
  return outcome.reason === "full" ? bad("This contact has 500 notes already.", { status: 409 }) : gone();
};

const deleteNote: Change = async (actor, contact_id, typed) => {
  const input = unnoteContact.input.safeParse({ contact_id, id: typed.note });
  if (!input.success) return bad(stale, { status: 400 });
  const outcome = await unnoteContact(actor, input.data);
  return outcome.ok ? good("Note deleted.") : bad("This note is gone already.", { status: 404 });
};

const consent: Change = async (actor, contact_id, typed) => {
  const input = noteConsent.input.safeParse({ ...typed, contact_id, phone_number: typed.number || null });
  if (!input.success) return unreadable(input.error, typed);
  const outcome = await noteConsent(actor, input.data);
  if (outcome.ok) return good("Consent noted.");
  if (outcome.reason === "no_number")
    return bad("There is no such number to call or text. Add it to the contact first.", {
      status: 409,
      typed,
    });
  if (outcome.reason === "taken_back")
    return bad("They took their consent back after that day. Note what they agreed to since.", {
      status: 409,
      typed,
    });
  if (outcome.reason === "full") return bad("This contact has 200 consents already.", { status: 409 });
  if (outcome.reason === "not_found") return gone();
  return bad(null, { errors: { given_on: [consentDayWords[outcome.reason]] }, typed });
};

const revoke: Change = async (actor, contact_id, typed) => {
  const input = endConsent.input.safeParse({ contact_id, id: typed.consent });
  if (!input.success) return bad(stale, { status: 400 });
  const outcome = await endConsent(actor, input.data);
  return outcome.ok
    ? good("This consent is over, and every other one that they gave for the same.")
    : bad("This consent is over already.", { status: 404 });
};

const block: Change = async (actor, _id, typed) => {
  const input = addToDoNotCall.input.safeParse({ phone_number: typed.number, reason: typed.reason });
  if (!input.success) return unreadable(input.error, typed);
  await addToDoNotCall(actor, input.data);
  return good("Nobody is called at this person's numbers any more.");
};

const unblock: Change = async (actor, _id, typed) => {
  const they_asked = typed.they_asked === "on";
  const input = removeFromDoNotCall.input.safeParse({
    phone_number: typed.number,
    reason: typed.reason,
    they_asked,
  });
  if (!input.success) return unreadable(input.error, typed);
  const outcome = await removeFromDoNotCall(actor, input.data);
  if (outcome.ok) return good(outcome.changed ? "Taken off the do-not-call list." : "It wasn't on the list.");
  return bad("They asked for it themselves. Tick the box if they took that back.", { status: 409, typed });
};

const uuid = z.uuid();
const address = z.email();

/** First the other contact is found, and the form asks; then the two become one. */
const merge: Change = async (actor, into, typed) => {
  const chosen = uuid.safeParse(typed.from);
  if (chosen.success) {
    const outcome = await mergeContacts(actor, { into, from: chosen.data });
    return outcome.ok ? good("Merged. This contact has what both had.") : gone();
  }
  const other = (typed.other ?? "").trim();
  const none = (words: string) => bad(null, { errors: { other: [words] }, typed });
  if (other === "") return none("Enter the other contact's number or email");
  const found = await actor.store.contactBook.lookUp({
    phone_number: phoneNumberFrom(other, actor.organization.country),
    email: address.safeParse(other.toLowerCase()).data ?? null,
    id: null,
  });
  if (!found) return none("No other contact has exactly this number or email");
  if (found.id === into) return none("That is this contact");
  const who = found.name ?? (found.phone_number === null ? other : internationally(found.phone_number));
  return { ...nothing, status: 200, isGood: true, message: null, typed, found: { id: found.id, who } };
};

const changes = new Map<string, Change>([
  ["tag", one("tag", "Tag added.")],
  ["untag", one("untag", "Tag removed.")],
  ["add_to_list", one("add_to_list", "Added to the list.")],
  ["remove_from_list", one("remove_from_list", "Taken off the list.")],
  ["archive", one("archive", "Archived. Nobody calls this contact until you restore it.")],
  ["restore", one("restore", "Restored.")],
  ["note", note],
  ["delete_note", deleteNote],
  ["consent", consent],
  ["revoke", revoke],
  ["block", block],
  ["unblock", unblock],
  ["merge", merge],
]);

/** Applies the posted change of one contact. */
export async function changeContact(actor: Actor, id: string, form: FormData): Promise<Answer> {
  const typed = texts(form);
  const change = changes.get(typed.do ?? "");
  return change ? change(actor, id, typed) : bad(stale, { status: 400 });
}

/** Adds a number to the do-not-call list, or takes one off it. */
export async function changeDoNotCall(actor: Actor, form: FormData): Promise<Answer> {
  const typed = texts(form);
  if (typed.do === "unblock") return unblock(actor, "", typed);
  if (typed.do !== "block") return bad(stale, { status: 400 });
  const number = phoneNumberFrom(typed.number ?? "", actor.organization.country);
  if (number === null) return bad(null, { errors: { number: ["Enter a full phone number"] }, typed });
  const answer = await block(actor, "", { ...typed, number });
  return answer.isGood
    ? { ...answer, message: `${internationally(number)} is on the do-not-call list.` }
    : { ...answer, typed };
}
