/** Changes of contacts and of the do-not-call list, for programs. */
import { z } from "zod";
import {
  addToDoNotCall,
  changeContacts,
  removeFromDoNotCall,
  saveContact,
} from "#app/address-book/contact-verbs.server.ts";
import {
  instant,
  instantOf,
  noAnswer,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeForms,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";
import { barSources, most } from "#app/contacts/contact-terms.schema.ts";
import type { ContactDraft, ContactFile, Saved } from "#app/contacts/contact-views.schema.ts";
import { countryCode } from "#app/platform/country-code.schema.ts";
import { contactFile, fileShown } from "./contacts.server.ts";

const about = { tag: "Contacts", scope: "contacts.manage", section: "calls" } as const;
const one = z.strictObject({ contact_id: z.uuid().describe("The id of the contact") });

const line = (longest: number) => z.string().trim().max(longest);
const phoneNumber = z.e164().meta({ examples: ["+12125550123"] });

/** What a program may say of a contact. */
const fields = {
  name: line(most.name).optional(),
  company: line(most.company).optional(),
  address: line(most.address).optional(),
  time_zone: line(64).optional().describe("IANA; empty: where the number is from decides"),
  country: countryCode
    .optional()
    .describe("Two letters of ISO 3166, such as GB")
    .meta({ examples: ["GB"] }),
  status: z.enum(["new", "qualified", "booked", "not_interested"]).optional(),
  numbers: z
    .array(z.strictObject({ phone_number: phoneNumber, label: line(40).default("") }))
    .max(most.numbers)
    .optional()
    .describe("The first is the main one; the list replaces the one that is there"),
  emails: z.array(z.email().max(254).toLowerCase()).max(most.emails).optional(),
  custom: z
    .record(z.string().max(64), line(most.value))
    .optional()
    .describe("Fields of the organization's own; each replaces the one that is there"),
};
type Told = z.output<z.ZodObject<typeof fields>>;

const draftOf = (
  id: string | null,
  version: number | null,
  known: ContactFile | null,
  told: Told,
): ContactDraft => ({
  id,
  version,
  name: told.name ?? known?.name ?? "",
  company: told.company ?? known?.company ?? "",
  address: told.address ?? known?.address ?? "",
  time_zone: told.time_zone ?? known?.time_zone ?? "",
  country: told.country ?? known?.country ?? "",
  status: told.status ?? null,
  numbers:
    told.numbers ??
    known?.numbers.map(({ phone_number, label }) => ({ phone_number, label: label ?? "" })) ??
    [],
  emails: told.emails ?? known?.emails.map(({ email }) => email) ?? [],
  custom: { ...known?.custom, ...told.custom },
});

const refused = (saved: Exclude<Saved, { ok: true }>): Refusal => {
  if (saved.reason === "number_taken")
    return new Refusal(409, "number_taken", `Another contact has ${saved.number}.`);
  return saved.reason === "not_found"
    ? notFound()
    : new Refusal(409, "changed", "Someone changed this contact in the meantime. Read it again first.");
};

export const contactChanges: readonly Operation[] = [
  operation({
    ...about,
    id: "contacts.create",
    method: "POST",
    path: "/contacts",
    summary: "Create a contact",
    status: 201,
    params: nothing,
    query: nothing,
    body: z.strictObject(fields),
    answer: contactFile,
    refusals: { 409: "Another contact has one of the numbers" },
    async run({ actor, request_id, body }) {
      const saved = await saveContact(actor, draftOf(null, null, null, body), { new_id: request_id });
      if (!saved.ok) return refused(saved);
      const made = await actor.store.contactBook.open(saved.id);
      return made === null ? notFound() : fileShown(made);
    },
  }),
  operation({
    ...about,
    id: "contacts.update",
    method: "PATCH",
    path: "/contacts/{contact_id}",
    summary: "Change a contact",
    description: "Fields that you leave out stay as they are.",
    params: one,
    query: nothing,
    body: z.strictObject({
      ...fields,
      version: z
        .int()
        .optional()
        .describe("Of the contact that you read; a change in between refuses this one"),
    }),
    answer: contactFile,
    async run({ actor, path: { contact_id }, body: { version, ...told } }) {
      const { contactBook } = actor.store;
      const known = await contactBook.open(contact_id);
      if (!known) return notFound();
      const saved = await saveContact(actor, draftOf(contact_id, version ?? known.updated_at, known, told));
      if (!saved.ok) return refused(saved);
      const changed = await contactBook.open(contact_id);
      return changed === null ? notFound() : fileShown(changed);
    },
  }),
  operation({
    ...about,
    id: "contacts.archive",
    method: "DELETE",
    path: "/contacts/{contact_id}",
    summary: "Archive a contact",
    description: "It leaves lists and campaigns; its calls stay.",
    status: 204,
    params: one,
    query: nothing,
    body: nothing,
    answer: noAnswer,
    async run({ actor, path: { contact_id } }) {
      if (!(await actor.store.contactBook.exists(contact_id))) return notFound();
      await changeContacts(actor, { do: "archive", ids: [contact_id] });
      return null;
    },
  }),
  operation({
    ...about,
    id: "contacts.tag",
    method: "POST",
    path: "/contacts/{contact_id}/tags",
    summary: "Tag a contact",
    params: one,
    query: nothing,
    body: z.strictObject({ tag: z.string().trim().min(1).max(most.tag) }),
    answer: contactFile,
    async run({ actor, path: { contact_id }, body: { tag } }) {
      const { contactBook } = actor.store;
      if (!(await contactBook.exists(contact_id))) return notFound();
      await changeContacts(actor, { do: "tag", ids: [contact_id], tag });
      const changed = await contactBook.open(contact_id);
      return changed === null ? notFound() : fileShown(changed);
    },
  }),
  operation({
    ...about,
    id: "contacts.untag",
    method: "DELETE",
    path: "/contacts/{contact_id}/tags/{tag}",
    summary: "Remove a tag from a contact",
    status: 204,
    params: one.extend({ tag: z.string().trim().min(1).max(most.tag) }),
    query: nothing,
    body: nothing,
    answer: noAnswer,
    async run({ actor, path: { contact_id, tag } }) {
      if (!(await actor.store.contactBook.exists(contact_id))) return notFound();
      await changeContacts(actor, { do: "untag", ids: [contact_id], tag });
      return null;
    },
  }),
  operation({
    ...about,
    scope: "contacts.read",
    tag: "Do not call",
    id: "do_not_call.list",
    method: "GET",
    path: "/do-not-call",
    summary: "List numbers that aren't called",
    description: "The newest first.",
    params: nothing,
    query: z.strictObject(paging),
    body: noBody,
    answer: pageOf(
      z.object({ phone_number: z.string(), reason: z.string(), source: z.enum(barSources), at: instant }),
    ),
    async run({ actor, query: { limit, cursor } }) {
      const place = placeOf("do_not_call", cursor, placeForms.numberAndPhone);
      if (place instanceof Refusal) return place;
      const { rows, older } = await actor.store.doNotCall.list({ q: "", before: place }, limit);
      const shown = rows.map(({ phone_number, reason, source, at }) => ({
        ...{ phone_number, reason, source },
        at: instantOf(at),
      }));
      return page("do_not_call", shown, older);
    },
  }),
  operation({
    ...about,
    tag: "Do not call",
    id: "do_not_call.add",
    method: "POST",
    path: "/do-not-call",
    summary: "Keep a number from being called",
    description: "Calls, texts and campaigns obey it at once, for every number of the same contact.",
    params: nothing,
    query: nothing,
    body: z.strictObject({ phone_number: phoneNumber, reason: z.string().trim().min(3).max(most.reason) }),
    answer: z.object({
      phone_number: z.string(),
      changed: z.boolean().describe("False: it was on the list"),
    }),
    async run({ actor, body }) {
      const { changed } = await addToDoNotCall(actor, body);
      return { phone_number: body.phone_number, changed };
    },
  }),
  operation({
    ...about,
    tag: "Do not call",
    id: "do_not_call.remove",
    method: "POST",
    path: "/do-not-call/remove",
    summary: "Let a number be called again",
    description: "Whoever asked not to be called must have asked for calls again: then say `they_asked`.",
    params: nothing,
    query: nothing,
    body: z.strictObject({
      phone_number: phoneNumber,
      reason: z.string().trim().min(3).max(most.reason),
      they_asked: z.boolean().default(false),
    }),
    answer: z.object({ phone_number: z.string(), changed: z.boolean() }),
    refusals: { 409: "The person asked for it themselves" },
    async run({ actor, body }) {
      const removed = await removeFromDoNotCall(actor, body);
      if (removed.ok) return { phone_number: body.phone_number, changed: removed.changed };
      return new Refusal(
        409,
        removed.reason,
        "The person asked for it themselves, so only they can take it back.",
      );
    },
  }),
];
