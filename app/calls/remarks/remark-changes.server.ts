/** What the forms of a call's page say about notes, tags and the number, turned into verbs and their outcomes into words. */
import { data } from "react-router";
import { z } from "zod";
import { most } from "#app/contacts/contact-terms.schema.ts";
import type { Actor } from "#app/membership/actor.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { isAboutConsent, mostNotes, mostTags } from "./remark-terms.schema.ts";
import {
  addNote,
  addTag,
  blockCaller,
  deleteNote,
  editNote,
  type HeardConsent,
  noteHeardConsent,
  type Remarked,
  removeTag,
  unblockCaller,
} from "./remark-verbs.server.ts";
import { consentHeard, newNote, noteChoice, tagChange, unblocking } from "./remarks.schema.ts";

const kinds = z.enum([
  ...(["add_note", "edit_note", "delete_note", "add_tag", "remove_tag", "block", "unblock"] as const),
  ...(["agreed_call", "agreed_text", "ended_call", "ended_text"] as const),
]);
type Kind = z.infer<typeof kinds>;

/** Whether a posted form is about remarks. */
export const isRemark = (form: FormData): boolean => kinds.safeParse(form.get("do")).success;

/** What is typed into a form, by its name, and of what it may be refused for. */
const field = (kind: Kind): "tag" | "reason" | "text" =>
  kind.endsWith("tag") ? "tag" : kind === "unblock" ? "reason" : "text";

const full: Partial<Record<Kind, string>> = {
  add_note: `This call has ${mostNotes} notes already. Delete one first.`,
  add_tag: `This call has ${mostTags} tags already. Remove one first.`,
};

/** What a press on a button says of a consent. */
const consentOf = (kind: Kind) =>
  isAboutConsent(kind) && { channel: kind.split("_")[1], agrees: kind.startsWith("agreed") };

const fullOfConsents = `This contact has ${most.consents} consents already.`;

const words = {
  own_word: "They asked for it themselves. Only they can take that back.",
  barred: "This number is on your do-not-call list. It has to come off it first.",
  taken_back: "They ended their consent after this call.",
} as const;

/** What was refused: of which form, what was typed, and why. */
export type RemarkRefused = { remark: { kind: Kind; id: string; typed: string; why: string } };

/** Applies a posted remark. @returns null, or a refusal with what was typed */
export async function changeRemarks(actor: Actor, form: FormData, call_id: string) {
  const kind = kinds.parse(form.get("do"));
  const posted = Object.fromEntries(form);
  const typed = String(posted[field(kind)] ?? "");
  const refused = (why: string, status: number) =>
    data({ remark: { kind, id: String(posted.id ?? ""), typed, why } } satisfies RemarkRefused, status);
  const apply = async <T extends z.ZodType>(
    shape: T,
    does: (actor: Actor, input: z.output<T>) => Promise<Remarked | HeardConsent>,
  ) => {
    const wanted = shape.safeParse({ ...posted, ...consentOf(kind), call_id });
    if (!wanted.success) {
      const issue = wanted.error.issues.find(({ path }) => path[0] === field(kind));
      if (!issue) throw faultResponse("bad_request");
      return refused(issue.message, 422);
    }
    const done = await does(actor, wanted.data);
    if (done.ok) return null;
    if (done.reason === "not_found") throw missing("call", { to: "/call-history", label: "Calls" });
    return refused(done.reason === "full" ? (full[kind] ?? fullOfConsents) : words[done.reason], 409);
  };
  switch (kind) {
    case "add_note":
      return apply(newNote, addNote);
    case "edit_note":
      return apply(newNote, editNote);
    case "delete_note":
      return apply(noteChoice, deleteNote);
    case "add_tag":
      return apply(tagChange, addTag);
    case "remove_tag":
      return apply(tagChange, removeTag);
    case "block":
      return apply(tagChange.pick({ call_id: true }), blockCaller);
    case "unblock":
      return apply(unblocking, unblockCaller);
    default:
      return apply(consentHeard, noteHeardConsent);
  }
}
