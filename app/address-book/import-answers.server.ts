/** The answers of the forms of /contacts/import and /contacts/imports/:importId: uploads, and what is chosen for a file. */
import { z } from "zod";
import { type CampaignOfFile, callList } from "#app/campaigns/campaign-list.server.ts";
import {
  duplicateRules,
  type ImportShown,
  importKinds,
  mostColumns,
  targets,
} from "#app/contacts/contact-imports.schema.ts";
import { consentKinds } from "#app/contacts/contact-terms.schema.ts";
import { encodings } from "#app/contacts/csv-rows.ts";
import { shapeOfFile } from "#app/contacts/import-files.server.ts";
import { partBytes } from "#app/contacts/import-limits.ts";
import { faultWords } from "#app/contacts/import-words.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { countryCode } from "#app/platform/country-code.schema.ts";
import { lost } from "./import-page.server.ts";
import {
  beginImport,
  cancelImport,
  finishUpload,
  sendImportPart,
  startImport,
  undoImport,
} from "./import-verbs.server.ts";

type Files = Pick<Deps, "env">;

export type ImportAnswer = {
  status: number;
  isGood: boolean;
  message: string | null;
  /** The state of the import that the message is about: it goes once the import has moved on. Null: any. */
  state: ImportShown["state"] | null;
  errors: Readonly<Record<string, readonly string[]>>;
  typed: Readonly<Record<string, string>>;
  /** Where the page leads. */
  to: string | null;
  /** The import that a script uploads the parts of. */
  id: string | null;
};

const answer = (part: Partial<ImportAnswer>): ImportAnswer => ({
  status: 200,
  isGood: true,
  message: null,
  state: null,
  errors: {},
  typed: {},
  to: null,
  id: null,
  ...part,
});
const bad = (message: string, status = 422, part: Partial<ImportAnswer> = {}) =>
  answer({ status, isGood: false, message, ...part });
const stale = "Reload the page and try again.";

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

const refusalStatus = (reason: string): number =>
  reason === "too_large" ? 413 : reason === "not_found" ? 404 : 422;

/** An upload: begun, sent in parts and finished by a script, or sent at once by a form. Null: more was sent than a form may. */
export async function answerUpload(actor: Actor, form: FormData | null, deps: Files): Promise<ImportAnswer> {
  if (form === null) return bad("Without scripts, a file may have up to 20 MB.", 413);
  const step = textOf(form, "do");
  if (step === "part") return partSent(actor, form, deps);
  if (step === "finish") return finished(actor, textOf(form, "id"), deps);
  if (step !== "begin" && step !== "upload") return bad(stale, 400);
  const file = form.get("file");
  const isFile = step === "upload" && file instanceof File;
  if (step === "upload" && (!isFile || (file.name === "" && file.size === 0)))
    return bad("Choose a file.", 422, { errors: { file: ["Choose a file"] } });
  const input = beginImport.input.safeParse({
    kind: textOf(form, "kind") || importKinds[0],
    file_name: isFile ? file.name : textOf(form, "file_name"),
    bytes: isFile ? file.size : textOf(form, "bytes"),
  });
  if (!input.success) return bad(stale, 400);
  const begun = await beginImport(actor, input.data, deps);
  if (!begun.ok)
    return bad(faultWords[begun.reason], refusalStatus(begun.reason), {
      errors: { file: [faultWords[begun.reason]] },
    });
  if (!isFile) return answer({ id: begun.id });
  for (let part = 0; part * partBytes < file.size; part++) {
    const bytes = await file.slice(part * partBytes, (part + 1) * partBytes).arrayBuffer();
    await sendImportPart(actor, { id: begun.id, part, bytes }, deps);
  }
  return finished(actor, begun.id, deps);
}

async function finished(actor: Actor, id: string, deps: Files): Promise<ImportAnswer> {
  const input = finishUpload.input.safeParse({ id });
  if (!input.success) return bad(stale, 400);
  const outcome = await finishUpload(actor, input.data, deps);
  if (outcome.ok) return answer({ to: `/contacts/imports/${id}` });
  const words = faultWords[outcome.reason];
  return bad(words, refusalStatus(outcome.reason), { errors: { file: [words] } });
}

async function partSent(actor: Actor, form: FormData, deps: Files): Promise<ImportAnswer> {
  const file = form.get("bytes");
  const input = sendImportPart.input.safeParse({
    id: textOf(form, "id"),
    part: textOf(form, "part"),
    bytes: file instanceof File ? await file.arrayBuffer() : null,
  });
  if (!input.success) return bad(stale, 400);
  const sent = await sendImportPart(actor, input.data, deps);
  return sent.ok ? answer({}) : bad(faultWords.not_found, 404);
}

const column = z.enum(targets).catch("skip");
const choices = z.object({
  country: countryCode,
  duplicates: z.enum(duplicateRules).catch("skip"),
  list: z.string().max(64),
  new_list: z.string().trim().max(80, "At most 80 characters"),
  tag: z.string().trim().max(40, "At most 40 characters"),
  consent: z.enum(consentKinds).or(z.literal("")).catch(""),
  consent_source: z.string().trim().max(200, "At most 200 characters"),
  consent_proof: z.string().trim().max(1000, "At most 1,000 characters"),
  reason: z.string().trim().max(300, "At most 300 characters"),
});

export async function answerImport(
  actor: Actor,
  id: string,
  form: FormData,
  deps: Files,
  campaign: CampaignOfFile | null,
): Promise<ImportAnswer> {
  const found = await actor.store.contactImports.find(id);
  if (!found) throw lost();
  switch (form.get("do")) {
    case "start":
      return started(actor, found, form, deps, campaign);
    case "cancel": {
      const stopped = await cancelImport(actor, { id }, deps);
      if (!stopped.ok) return bad("It is over already.", 409);
      return stopped.was === "waiting"
        ? answer({ to: campaign?.back ?? "/contacts/import" })
        : answer({ message: "Stopped.", state: "canceled" });
    }
    case "undo": {
      const undone = await undoImport(actor, { id });
      return undone.ok
        ? answer({ message: "It is being undone.", state: "undoing" })
        : bad("It can't be undone any more.", 409);
    }
    default:
      return bad(stale, 400);
  }
}

async function started(
  actor: Actor,
  found: ImportShown,
  form: FormData,
  deps: Files,
  campaign: CampaignOfFile | null,
): Promise<ImportAnswer> {
  const { id, kind } = found;
  const encoding = encodings.find((one) => one === found.encoding);
  if (found.state !== "mapping" || !encoding) return bad("It was started already.", 409);
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const given = choices.safeParse({ ...blank, ...typed });
  if (!given.success) {
    const errors = Object.fromEntries(
      given.error.issues.map(({ path, message }) => [String(path[0]), [message]]),
    );
    return answer({ status: 422, isGood: false, errors, typed });
  }
  const refused = (name: string, words: string) =>
    answer({ status: 422, isGood: false, errors: { [name]: [words] }, typed });
  const { list, new_list, tag, country, duplicates, reason } = given.data;
  const hasNames = form.get("has_headings") === "on";
  const columns = form
    .getAll("column")
    .slice(0, mostColumns)
    .map((value) => column.parse(value));
  if (!columns.some((target) => target === "number" || (target === "email" && kind === "contacts")))
    return refused("column", "Choose the column that holds the phone numbers");
  if (kind === "do_not_call" && reason.length < 3) return refused("reason", "Say why, in a few words");
  if (given.data.consent !== "" && given.data.consent_source === "")
    return refused("consent_source", "Say where they agreed");
  if (columns.includes("consent_on") && kind === "contacts" && given.data.consent === "")
    return refused("consent", "A column says when they agreed. Say what they agreed to");
  if (columns.includes("agreed") && kind === "contacts" && given.data.consent === "")
    return refused("consent", "A column says who agreed. Say what they agreed to, or leave it out");
  const chosen = await listOf(actor, list, new_list, campaign === null);
  if (!chosen.ok) return refused("new_list", listWords[chosen.reason]);
  const { list_id } = chosen;
  if (campaign && list_id === null) return refused("new_list", "Name the list that the campaign calls");
  if (campaign && list_id !== null && !(await callList(actor, campaign.id, list_id)))
    return bad("The campaign is over, so no one joins it any more.", 409);
  const outcome = await startImport(actor, {
    id,
    options: {
      columns,
      headings: hasNames ? (found.sample[0] ?? []).map((heading) => heading.trim()) : [],
      has_headings: hasNames,
      ...(await shapeOfFile(deps.env, actor.organization.id, id, encoding)),
      country,
      time_zone: actor.organization.timeZone,
      duplicates,
      list_id,
      tag,
      consent:
        given.data.consent === ""
          ? null
          : {
              kind: given.data.consent,
              source: given.data.consent_source,
              proof: given.data.consent_proof,
            },
      without_consent: 0,
      reason,
    },
  });
  return outcome.ok
    ? answer(campaign ? { to: campaign.back } : { message: "Started.", state: "running" })
    : bad("It was started already.", 409);
}

const blank = {
  country: "",
  list: "",
  new_list: "",
  tag: "",
  consent_source: "",
  consent_proof: "",
  reason: "",
  duplicates: "",
  consent: "",
};

type ChosenList = { ok: true; list_id: string | null } | { ok: false; reason: "taken" | "full" };

const listWords = {
  taken: "A list has this name already. Choose that list, or another name",
  full: "There are 500 lists already. Choose one of them",
} as const;

/** The list that was chosen, or a new one under a name. @param mayJoin whether a name that is taken is that list */
async function listOf(actor: Actor, list: string, new_list: string, mayJoin: boolean): Promise<ChosenList> {
  if (new_list === "") return { ok: true, list_id: list || null };
  const by = actor.by.id;
  const made = await actor.store.contactSets.saveList({ id: null, name: new_list }, by, Date.now());
  if (made.ok) return { ok: true, list_id: made.id };
  const lists = await actor.store.contactBook.lists();
  const same = lists.find(({ name }) => name.toLowerCase() === new_list.toLowerCase());
  if (!same) return { ok: false, reason: "full" };
  return mayJoin ? { ok: true, list_id: same.id } : { ok: false, reason: "taken" };
}
