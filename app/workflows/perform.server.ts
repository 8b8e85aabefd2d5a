/** Does one step of a run, by the verbs that pages use. A refusal is an answer; what is thrown is tried again. */
import { changeContacts, noteContact, saveContact } from "#app/address-book/contact-verbs.server.ts";
import { addTask } from "#app/address-book/task-verbs.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { JoinRefusal } from "#app/campaigns/campaign.schema.ts";
import { joinCampaign } from "#app/campaigns/campaign-verbs.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { idOf, uuidOf } from "#app/platform/id.ts";
import { addDays, localDate } from "#app/platform/zoned-time.ts";
import { textPerson, textRefusals } from "#app/texts/text-verbs.server.ts";
import { filled, holds } from "./facts.ts";
import { saveInCrm, writeEvent } from "./perform-apps.server.ts";
import { callPerson, callWebhook, sendEmail, tellApp } from "./perform-outside.server.ts";
import { tellsOutside } from "./reach.ts";
import {
  done,
  noOne,
  type Performed,
  phoneOf,
  refused,
  type Settings,
  type Work,
} from "./step-work.server.ts";
import { type StepKind, steps } from "./steps.schema.ts";
import type { StepJob } from "./workflow.schema.ts";

/** The contact whom a run is about, made if only the number is known. */
async function contactOf({ actor, job, meet }: Work): Promise<string | null> {
  if (job.contact_id !== null) return job.contact_id;
  if (job.phone_number === null) return null;
  const name = holdsName(job);
  const saved = await saveContact(actor, {
    id: null,
    version: null,
    name,
    company: "",
    address: "",
    time_zone: "",
    country: "",
    status: null,
    numbers: [{ phone_number: job.phone_number, label: "" }],
    emails: [],
    custom: {},
  });
  const id = saved.ok ? saved.id : saved.reason === "number_taken" ? saved.other.id : null;
  if (id !== null) await meet(id);
  return id;
}

const holdsName = ({ facts }: StepJob): string =>
  filled("{{event.name}}{{event.contact_name}}", facts, { timeZone: "UTC", locale: "en-US" }).slice(0, 120);

async function sendText(work: Work, settings: Settings): Performed {
  const { actor, job, key } = work;
  const to = phoneOf(job);
  if (to === null) return refused(settings, noOne);
  const number_id = settings.number_id || job.number_id;
  const input = textPerson.input.safeParse({
    to,
    number_id: number_id || null,
    text: settings.text ?? "",
    request: key,
  });
  if (!input.success)
    return refused({ ...settings, to }, "The number is not complete, or the text is empty or too long");
  const answer = await textPerson(actor, input.data);
  return answer.ok
    ? done({ ...settings, to }, { thread_id: answer.thread_id }, null)
    : refused({ ...settings, to }, textRefusals[answer.reason]);
}

async function tag(work: Work, settings: Settings, isOn: boolean): Performed {
  const id = await contactOf(work);
  const name = settings.tag ?? "";
  if (id === null) return refused(settings, noOne);
  const answer = await changeContacts(work.actor, { do: isOn ? "tag" : "untag", ids: [id], tag: name });
  if (!answer.ok) return refused(settings, "The contact is gone");
  return done(settings, { changed: answer.changed > 0 }, isOn ? `${id}:${name}` : null);
}

async function addToList(work: Work, settings: Settings): Performed {
  const id = await contactOf(work);
  if (id === null) return refused(settings, noOne);
  const change = changeContacts.input.safeParse({ do: "add_to_list", ids: [id], list: settings.list });
  const answer = change.success ? await changeContacts(work.actor, change.data) : null;
  if (!answer?.ok) return refused(settings, "The list is gone");
  return done(settings, { changed: answer.changed > 0 });
}

const joinWords: Readonly<Record<JoinRefusal, string>> = {
  no_contact: "The contact is gone, archived, or has no number",
  not_found: "The campaign is gone",
  over: "The campaign is over, and takes no one in any more",
  fixed: "The campaign calls only those whom another campaign did not reach",
  full: "The campaign can’t have another list",
};

async function addToCampaign(work: Work, settings: Settings): Performed {
  const contact_id = await contactOf(work);
  if (contact_id === null) return refused(settings, noOne);
  const input = joinCampaign.input.safeParse({ campaign_id: settings.campaign, contact_id });
  if (!input.success) return refused(settings, joinWords.not_found);
  const answer = await joinCampaign(work.actor, input.data);
  return answer.ok
    ? done(settings, { changed: answer.changed })
    : refused(settings, joinWords[answer.reason]);
}

async function note(work: Work, settings: Settings): Performed {
  const contact_id = await contactOf(work);
  if (contact_id === null) return refused(settings, noOne);
  const id = await idOf(work.key, work.job.began);
  const answer = await noteContact(work.actor, { contact_id, id, text: settings.text ?? "" });
  return answer.ok ? done(settings) : refused(settings, "The contact is gone, or has too many notes");
}

async function task(work: Work, settings: Settings): Performed {
  const contact_id = await contactOf(work);
  if (contact_id === null) return refused(settings, noOne);
  const { actor, deps, key } = work;
  const { title, days, assignee } = settings;
  const today = localDate(Date.now(), actor.organization.timeZone);
  const id = uuidOf(await sha256(key));
  const due_on = days ? addDays(today, Number(days)) : null;
  const input = addTask.input.safeParse({ id, contact_id, title, due_on, assignee_id: assignee || null });
  if (!input.success) return refused(settings, "What is to be done is empty or too long");
  const answer = await addTask(actor, input.data, deps);
  return answer.ok ? done(settings, { id }) : refused(settings, taskWords[answer.reason]);
}

const taskWords = {
  not_found: "The contact is gone",
  full: "The contact has too many tasks",
  no_member: "The person whose task it is to be is not a member any more",
} as const;

const ownStatuses = ["new", "qualified", "booked", "not_interested"] as const;

async function updateContact(work: Work, settings: Settings): Performed {
  const id = await contactOf(work);
  const known = id === null ? null : await work.actor.store.contactBook.open(id);
  if (!known) return refused(settings, noOne);
  const { field, value = "" } = settings;
  const [, own] = /^custom\.(.+)$/.exec(field ?? "") ?? [];
  const status = ownStatuses.find((one) => one === (field === "status" ? value : known.status)) ?? null;
  if (field === "status" && status === null)
    return refused(settings, `A status is one of ${ownStatuses.join(", ")}`);
  const longest = own === undefined ? 120 : 500;
  if (value.length > longest) return refused(settings, `Value: at most ${longest} characters`);
  const saved = await saveContact(work.actor, {
    id: known.id,
    version: known.updated_at,
    name: field === "name" ? value : (known.name ?? ""),
    company: field === "company" ? value : (known.company ?? ""),
    address: known.address ?? "",
    time_zone: known.time_zone ?? "",
    country: known.country ?? "",
    status,
    numbers: known.numbers.map(({ phone_number, label }) => ({ phone_number, label: label ?? "" })),
    emails: known.emails.map(({ email }) => email),
    custom: own === undefined ? known.custom : { ...known.custom, [own]: value },
  });
  if (saved.ok) return done(settings, { changed: saved.changed });
  // Someone else saved it at the same moment: the next try reads it anew.
  if (saved.reason === "changed") throw new Error("The contact was changed at the same time");
  return refused(settings, "The contact is gone");
}

/** What is wrong with settings whose fields are filled in: trying again would not change it. Null: nothing. */
function filledFault(kind: StepKind, settings: Settings): string | null {
  for (const { name, label, needed, most, mostFilled = most } of steps[kind].settings) {
    const { length } = settings[name] ?? "";
    if (needed && length === 0) return `${label}: nothing is left once its fields are filled in`;
    if (length > mostFilled)
      return `${label}: ${length} characters once its fields are filled in, and ${mostFilled} are possible`;
  }
  return null;
}

/** A field in an address stays one part of it. */
const inAddress = (value: string): string => encodeURIComponent(value.toWellFormed());

/** Does what a step says; a step that only decides gives the way that it goes. */
export async function perform(work: Work): Performed {
  const { job, actor } = work;
  const { timeZone, locale } = actor.organization;
  const { kind, when } = job.step;
  const settings = Object.fromEntries(
    Object.entries(job.step.settings).map(([name, text]) => [
      name,
      filled(
        text,
        job.facts,
        { timeZone, locale },
        kind === "webhook" && name === "url" ? inAddress : undefined,
      ).trim(),
    ]),
  );
  if (kind === "branch") return done({}, { way: holds(when, job.facts) ? "then" : "else" });
  const fault = filledFault(kind, settings);
  if (fault !== null) return refused(settings, fault);
  if (tellsOutside(kind) && isHidden(actor.hiddenSections, "integrations"))
    return refused(settings, "Integrations are turned off for your organization");
  if (job.mode === "dry") return done(settings, { would: true });
  switch (kind) {
    case "send_text":
      return sendText(work, settings);
    case "send_email":
      return sendEmail(work, settings);
    case "call_back":
      return callPerson(work, settings, phoneOf(job));
    case "tag":
      return tag(work, settings, true);
    case "untag":
      return tag(work, settings, false);
    case "add_to_list":
      return addToList(work, settings);
    case "add_to_campaign":
      return addToCampaign(work, settings);
    case "update_contact":
      return updateContact(work, settings);
    case "note":
      return note(work, settings);
    case "task":
      return task(work, settings);
    case "calendar_event":
      return writeEvent(work, settings);
    case "save_in_crm":
      return saveInCrm(work, settings);
    case "webhook":
      return callWebhook(work, settings);
    case "tell_app":
      return tellApp(work, settings);
    case "wait":
    case "stop":
      return done(settings);
  }
}
