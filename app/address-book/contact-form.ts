/** A form of a contact: what was posted, read and judged. */
import { z } from "zod";
import { lineTypes } from "#app/contacts/contact-terms.schema.ts";
import { type ContactDraft, contactDraft } from "#app/contacts/contact-views.schema.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";

/** What was typed, as the form shows it again. */
export type TypedContact = {
  name: string;
  company: string;
  address: string;
  time_zone: string;
  status: string;
  numbers: { number: string; label: string; line_type: string }[];
  emails: string[];
  custom: Record<string, string>;
};

export const noContact: TypedContact = {
  name: "",
  company: "",
  address: "",
  time_zone: "",
  status: "new",
  numbers: [],
  emails: [],
  custom: {},
};

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};
const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).map((value) => (typeof value === "string" ? value.trim() : ""));

const prefix = "field:";

export function typedIn(form: FormData): TypedContact {
  const labels = textsOf(form, "label");
  const lines = textsOf(form, "line_type");
  return {
    name: textOf(form, "name"),
    company: textOf(form, "company"),
    address: textOf(form, "address"),
    time_zone: textOf(form, "time_zone"),
    status: textOf(form, "status"),
    numbers: textsOf(form, "number")
      .map((number, at) => ({ number, label: labels[at] ?? "", line_type: lines[at] ?? "" }))
      .filter(({ number }) => number !== ""),
    emails: textsOf(form, "email").filter((email) => email !== ""),
    custom: Object.fromEntries(
      [...form.keys()]
        .filter((key) => key.startsWith(prefix))
        .map((key) => [key.slice(prefix.length), textOf(form, key)]),
    ),
  };
}

export type FormErrors = Readonly<Record<string, readonly string[]>>;

const version = z.coerce.number().int();

/** The draft that was typed, or what is wrong with it, by field. @param country of numbers without a prefix */
export function draftOf(
  typed: TypedContact,
  form: FormData,
  id: string | null,
  country: string,
): { ok: true; draft: ContactDraft } | { ok: false; errors: FormErrors } {
  const errors: Record<string, string[]> = {};
  const numbers = typed.numbers.map(({ number, label, line_type: line }, at) => {
    const phone_number = phoneNumberFrom(number, country);
    if (phone_number === null) errors[`number.${at}`] = ["Enter a full phone number"];
    const line_type = form.has("line_type") ? (lineTypes.find((one) => one === line) ?? null) : undefined;
    return { phone_number: phone_number ?? "+10000000000", label, line_type };
  });
  const seen = version.safeParse(form.get("version"));
  const draft = contactDraft.safeParse({
    id,
    version: id !== null && seen.success ? seen.data : null,
    ...typed,
    country: "",
    status: typed.status === "do_not_call" || typed.status === "" ? null : typed.status,
    numbers,
  });
  if (!draft.success)
    for (const { path, message } of draft.error.issues) {
      const [field, at] = path;
      const name =
        field === "emails" || field === "numbers"
          ? `${String(field).slice(0, -1)}.${String(at ?? 0)}`
          : String(field);
      errors[name] ??= [message];
    }
  if (typed.name === "" && typed.numbers.length === 0 && typed.emails.length === 0)
    errors.name = ["Enter a name, a number or an email address"];
  const numbersSeen = new Set<string>();
  for (const [at, { phone_number }] of numbers.entries()) {
    if (!(`number.${at}` in errors) && numbersSeen.has(phone_number))
      errors[`number.${at}`] = ["This number is there twice"];
    numbersSeen.add(phone_number);
  }
  if (Object.keys(errors).length > 0 || !draft.success) return { ok: false, errors };
  return { ok: true, draft: draft.data };
}
