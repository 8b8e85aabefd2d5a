/** The page on which a member begins a text: whom it goes to, from which number, and the answers of its form. */
import { z } from "zod";
import { everyone } from "#app/contacts/contact-filter.schema.ts";
import type { Actor } from "#app/membership/actor.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { internationally, phoneNumberFrom } from "#app/platform/phone-number.ts";
import { textPerson, textRefusals } from "./text-verbs.server.ts";

/** Contacts of one name among whom a member chooses. */
const mostFound = 20;

type Choice = { value: string; label: string };

const personChoice = (name: string | null, number: string): Choice => ({
  value: number,
  label: name ? `${name} · ${internationally(number)}` : internationally(number),
});

/** /messages/new: the numbers that can send; with `?contact=`, the numbers of that contact. */
export async function newTextPage({ store, may }: Actor, request: Request) {
  const asked = new URL(request.url).searchParams.get("contact");
  const [held, contact] = await Promise.all([
    store.numbers.list(),
    asked !== null && may("contacts.read") ? store.contactBook.open(asked) : null,
  ]);
  return {
    numbers: held
      .filter(({ status }) => status === "active")
      .map(({ id, shown, label }): Choice => ({ value: id, label: label ? `${shown} (${label})` : shown })),
    people: (contact?.numbers ?? []).map(({ phone_number }) =>
      personChoice(contact?.name ?? null, phone_number),
    ),
    request: newId(),
  };
}

const posted = z.object({
  to: z.string().trim().max(100),
  number_id: z.string().max(64).default(""),
  text: z.string().max(20_000),
  request: z.uuid(),
});

/** What the page is told about a form that sent nothing. */
export type NotSent = {
  typed: { to: string; number_id: string; text: string };
  errors: { to?: string[]; text?: string[] };
  message: string | null;
  /** Contacts of the name that was typed; empty: none was looked for. */
  people: Choice[];
};

export type NewTextAnswer = { thread_id: string } | { status: number; said: NotSent };

/**
 * Sends what the form says. A name sends nothing yet: its contacts come back, and the member says who is meant.
 * @throws 400 for another form
 */
export async function beginText(actor: Actor, form: FormData): Promise<NewTextAnswer> {
  const wanted = posted.safeParse(Object.fromEntries(form));
  if (!wanted.success) throw faultResponse("bad_request");
  const { to: typedTo, number_id, text, request } = wanted.data;
  const notSent = (status: number, more: Partial<NotSent>): NewTextAnswer => ({
    status,
    said: { typed: { to: typedTo, number_id, text }, errors: {}, message: null, people: [], ...more },
  });
  const to = phoneNumberFrom(typedTo, actor.organization.country);
  if (to === null) {
    const people = await peopleNamed(actor, typedTo);
    return people.length > 0
      ? notSent(422, { people, message: "Check who gets it, then send it." })
      : notSent(422, { errors: { to: ["Enter a phone number, or the name of a contact who has one"] } });
  }
  const input = textPerson.input.safeParse({
    ...{ to, number_id: number_id || null, text, request },
    takes_over: true,
  });
  if (!input.success)
    return notSent(422, { errors: { text: input.error.issues.map(({ message }) => message) } });
  const sent = await textPerson(actor, input.data);
  return sent.ok ? { thread_id: sent.thread_id } : notSent(409, { message: textRefusals[sent.reason] });
}

/** The numbers of contacts of a name, the first of each; contacts who were added last come first. */
async function peopleNamed({ store, may }: Actor, name: string): Promise<Choice[]> {
  // Digits that are no number, as 911, would be looked for in the numbers of contacts.
  if (!/\p{L}/u.test(name) || !may("contacts.read")) return [];
  const filter = { ...everyone, q: name, has: "number" as const };
  const { rows } = await store.contactBook.list(filter, null, Date.now(), mostFound);
  return rows.flatMap(({ name: who, phone_number }) =>
    phone_number === null ? [] : [personChoice(who, phone_number)],
  );
}
