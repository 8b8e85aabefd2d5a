/** The answers of the forms of /agents/knowledge. */
import { data, redirect } from "react-router";
import { type PlayTest, playing } from "#app/agents/tests/playing.server.ts";
import { publishAgent } from "#app/agents/versions/version-verbs.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readUpload } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import {
  addEntry,
  addFile,
  addPage,
  assignSource,
  deleteSource,
  editEntry,
  refreshSource,
} from "./knowledge-verbs.server.ts";
import type { KnowledgeAnswer } from "./knowledge-view.ts";
import { addressWords, fileWords, knownWords, planFullWords } from "./knowledge-words.ts";
import { answerQuestion, dismissQuestion, mergeQuestions } from "./question-verbs.server.ts";

type Deps = ReturnType<typeof depsOf> & { readonly play: PlayTest };
type Member = ReturnType<typeof permitted>;
type Handler = (member: Member, form: FormData, deps: Deps) => Promise<Response | Refusal>;
type Refusal = { errors: Record<string, string[]>; status: number };

const refuse = (field: string, words: string, status = 422): Refusal => ({
  errors: { [field]: [words] },
  status,
});

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
const refusedBy = (issues: Issues): Refusal => ({
  errors: Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ""), [message]])),
  status: 422,
});

const done = (what: string, to = "/agents/knowledge"): Response =>
  redirect(`${to}${to.includes("?") ? "&" : "?"}done=${what}`);

/** Null: all agents; else those that are ticked. */
const agentsIn = (form: FormData): string[] | null =>
  form.get("whose") === "some" ? form.getAll("agent").map(String) : null;

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

type AddRefused = { reason: string; title?: string; retryAfter?: number };

function addRefusal(field: string, refused: AddRefused, words: Readonly<Record<string, string>>): Refusal {
  const { reason, title } = refused;
  if (reason === "known") return refuse(field, knownWords(title ?? ""), 409);
  if (reason === "plan_full") return refuse(field, planFullWords, 409);
  if (reason === "too_many") return refuse(field, "That's many at once. Try again in a while.", 429);
  return refuse(field, words[reason] ?? "That couldn't be added.", reason === "too_large" ? 413 : 422);
}

type Kept = Extract<Awaited<ReturnType<typeof answerQuestion>>, { ok: true }>;

/** Publishes an answer that stands alone in its agent's draft, after the agent's tests. @returns whether callers hear it now */
async function isLive(member: Member, { drafted, isKnown }: Kept, deps: Deps): Promise<boolean> {
  if (drafted === null) return isKnown;
  const wanted = { ...drafted, note: "", share: null, despite_tests: false };
  return (await publishAgent(member, wanted, deps)).ok;
}

const found = (outcome: { ok: boolean }, what: string, to?: string): Response => {
  if (!outcome.ok) throw faultResponse("not_found");
  return done(what, to);
};

const handlers: Readonly<Record<string, Handler>> = {
  async add_entry(member, form) {
    const input = addEntry.input.safeParse({
      title: textIn(form, "title"),
      text: textIn(form, "text"),
      agent_ids: agentsIn(form),
    });
    if (!input.success) return refusedBy(input.error.issues);
    const added = await addEntry(member, input.data);
    return added.ok ? done("added_entry") : addRefusal("title", added, {});
  },
  async add_file(member, form, deps) {
    const input = addFile.input.safeParse({ file: form.get("file"), agent_ids: agentsIn(form) });
    if (!input.success) return refuse("file", "Choose a file.");
    const added = await addFile(member, input.data, deps);
    return added.ok ? done("added_file") : addRefusal("file", added, fileWords);
  },
  async add_page(member, form, deps) {
    const input = addPage.input.safeParse({ address: textIn(form, "address"), agent_ids: agentsIn(form) });
    if (!input.success) return refusedBy(input.error.issues);
    const added = await addPage(member, input.data, deps);
    return added.ok ? done("added_page") : addRefusal("address", added, addressWords);
  },
  async edit(member, form) {
    const input = editEntry.input.safeParse({
      id: textIn(form, "id"),
      title: textIn(form, "title"),
      text: textIn(form, "text"),
    });
    if (!input.success) return refusedBy(input.error.issues);
    const edited = await editEntry(member, input.data);
    if (!edited.ok && edited.reason === "known")
      return refuse("title", "Another entry says exactly this.", 409);
    return found(edited, "saved");
  },
  async use(member, form) {
    const input = assignSource.input.safeParse({ id: textIn(form, "id"), agent_ids: agentsIn(form) });
    if (!input.success) throw faultResponse("bad_request");
    return found(await assignSource(member, input.data), "saved");
  },
  async refresh(member, form, deps) {
    const input = refreshSource.input.safeParse({ id: textIn(form, "id") });
    if (!input.success) throw faultResponse("bad_request");
    const refreshed = await refreshSource(member, input.data, deps);
    if (!refreshed.ok && refreshed.reason === "too_many")
      throw faultResponse("too_many", { "retry-after": String(refreshed.retryAfter) });
    return found(refreshed, "refreshed");
  },
  async delete(member, form, deps) {
    const input = deleteSource.input.safeParse({ id: textIn(form, "id") });
    if (!input.success) throw faultResponse("bad_request");
    return found(await deleteSource(member, input.data, deps), "deleted");
  },
  async answer(member, form, deps) {
    const input = answerQuestion.input.safeParse({
      id: textIn(form, "id"),
      answer: textIn(form, "answer"),
      agent_id: textIn(form, "agent_id"),
    });
    if (!input.success) return refusedBy(input.error.issues);
    const answered = await answerQuestion(member, input.data);
    if (answered.ok) return done((await isLive(member, answered, deps)) ? "answered" : "drafted");
    if (answered.reason === "not_found") throw faultResponse("not_found");
    if (answered.reason === "plan_full") return refuse("answer", planFullWords, 409);
    if (answered.reason === "full")
      return refuse("answer", "That agent has 200 answers. Choose the knowledge of all agents.", 409);
    return refuse("answer", "That agent was changed just now. Please try again.", 409);
  },
  async dismiss(member, form) {
    const input = dismissQuestion.input.safeParse({ id: textIn(form, "id") });
    if (!input.success) throw faultResponse("bad_request");
    return found(await dismissQuestion(member, input.data), "dismissed");
  },
  async merge(member, form) {
    const input = mergeQuestions.input.safeParse({ id: textIn(form, "id"), into: textIn(form, "into") });
    if (!input.success) return refuse("into", "Choose a question.");
    return found(await mergeQuestions(member, input.data), "merged");
  },
};

export async function answerKnowledge(request: Request, context: Context) {
  const member = permitted(context, "agents.write");
  const form = await readUpload(request, context);
  if (form === null)
    return data<KnowledgeAnswer>(
      { form: "add_file", errors: { file: [fileWords.too_large] }, typed: {} },
      413,
    );
  const intent = textIn(form, "intent");
  const handler = Object.hasOwn(handlers, intent) ? handlers[intent] : undefined;
  if (!handler) throw faultResponse("bad_request");
  const answered = await handler(member, form, {
    ...depsOf(context),
    play: context.get(playing),
  });
  if (answered instanceof Response) return answered;
  const typed: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === "string" && name !== "organization_id") typed[name] = value;
  const id = textIn(form, "id");
  return data<KnowledgeAnswer>(
    { form: id === "" ? intent : `${intent}:${id}`, errors: answered.errors, typed },
    answered.status,
  );
}
