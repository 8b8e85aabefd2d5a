/** Contacts, for programs. */
import { z } from "zod";
import {
  instant,
  instantOf,
  instantOrNull,
  noBody,
  nothing,
  type Operation,
  operation,
  page,
  pageOf,
  paging,
  placeOf,
} from "#app/api/operation.server.ts";
import { notFound, Refusal } from "#app/api/problem.ts";
import { contactFilter } from "#app/contacts/contact-filter.schema.ts";
import { contactStatuses } from "#app/contacts/contact-terms.schema.ts";
import type { ContactFile, ContactRow } from "#app/contacts/contact-views.schema.ts";

const about = { tag: "Contacts", scope: "contacts.read", section: "calls" } as const;
const list = "contacts";
const status = z.enum(contactStatuses);

const contactRow = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  phone_number: z.string().nullable().describe("The first of its numbers, E.164"),
  email: z.string().nullable(),
  company: z.string().nullable(),
  status,
  tags: z.array(z.string()),
  last_called_at: instant.nullable(),
  created_at: instant,
});

const named = z.object({ id: z.uuid(), name: z.string() });

export const contactFile = contactRow.extend({
  address: z.string().nullable(),
  time_zone: z.string().nullable(),
  country: z.string().nullable(),
  custom: z.record(z.string(), z.string()),
  source: z.string(),
  numbers: z.array(
    z.object({
      phone_number: z.string(),
      label: z.string().nullable(),
      do_not_call: z.boolean(),
    }),
  ),
  emails: z.array(z.string()),
  lists: z.array(named),
  version: z.int().describe("Send it with a change, and a change in between refuses it"),
  updated_at: instant,
  archived_at: instant.nullable(),
});

const statusOf = (stored: string) => contactStatuses.find((one) => one === stored) ?? "new";

const rowShown = (row: ContactRow): z.output<typeof contactRow> => ({
  id: row.id,
  name: row.name,
  phone_number: row.phone_number,
  email: row.email,
  company: row.company,
  status: statusOf(row.status),
  tags: row.tags,
  last_called_at: instantOrNull(row.last_called_at),
  created_at: instantOf(row.created_at),
});

export const fileShown = (file: ContactFile): z.output<typeof contactFile> => ({
  ...rowShown(file),
  address: file.address,
  time_zone: file.time_zone,
  country: file.country,
  custom: file.custom,
  source: file.source,
  numbers: file.numbers.map(({ phone_number, label, bar }) => ({
    phone_number,
    label,
    do_not_call: bar !== null,
  })),
  emails: file.emails.map(({ email }) => email),
  lists: file.lists,
  version: file.updated_at,
  updated_at: instantOf(file.updated_at),
  archived_at: instantOrNull(file.archived_at),
});

const one = z.strictObject({ contact_id: z.uuid().describe("The id of the contact") });

export const contactOperations: readonly Operation[] = [
  operation({
    ...about,
    id: "contacts.list",
    method: "GET",
    path: "/contacts",
    summary: "List contacts",
    description: "Contacts that are not archived, newest first. Filters work together.",
    params: nothing,
    query: z.strictObject({
      ...paging,
      q: z.string().trim().min(2).max(100).optional().describe("Words of a name, company, address or number"),
      status: status.optional(),
      tag: z.string().trim().min(1).max(60).optional(),
      list_id: z.uuid().optional(),
    }),
    body: noBody,
    answer: pageOf(contactRow),
    async run({ actor, now, query: { limit, cursor, q = "", status = null, tag, list_id } }) {
      const place = placeOf(list, cursor);
      if (place instanceof Refusal) return place;
      const filter = contactFilter.parse({
        q,
        status,
        tags: tag === undefined ? [] : [tag],
        lists: list_id === undefined ? [] : [list_id],
      });
      const { rows, next } = await actor.store.contactBook.list(filter, place, now, limit);
      return page(list, rows.map(rowShown), next);
    },
  }),
  operation({
    ...about,
    id: "contacts.read",
    method: "GET",
    path: "/contacts/{contact_id}",
    summary: "Read a contact",
    params: one,
    query: nothing,
    body: noBody,
    answer: contactFile,
    async run({ actor, path: { contact_id } }) {
      const found = await actor.store.contactBook.open(contact_id);
      return found === null ? notFound() : fileShown(found);
    },
  }),
];
