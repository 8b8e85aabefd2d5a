/** Does one step of a run, by the verbs that pages use. A refusal is an answer; what is thrown is tried again. */
import { changeContacts, saveContact } from "#app/address-book/contact-verbs.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { textPerson, textRefusals } from "#app/texts/text-verbs.server.ts";
import { filled, holds } from "./facts.ts";
import type { StepDone, StepJob } from "./workflow.schema.ts";

export type Work = {
  actor: Actor;
  deps: Pick<Deps, "db" | "env">;
  job: StepJob;
  /** The same one does nothing twice. */
  key: string;
  /** Notes whom the run is about. */
  meet(contact_id: string): Promise<void>;
};

type Settings = Readonly<Record<string, string>>;
type Performed = Promise<StepDone>;

const done = (
  input: Settings,
  output: Extract<StepDone, { ok: true }>["output"] = {},
  touched: string | null = null,
): StepDone => ({
  ok: true,
  input: { ...input },
  output,
  touched,
});
const refused = (input: Settings, why: string): StepDone => ({ ok: false, input: { ...input }, why });

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

const noOne = "The run is about no one whose number is known";

async function sendText(work: Work, settings: Settings): Performed {
  const { actor, job, key } = work;
  const to = job.phone_number ?? phoneOfContact(job);
  if (to === null) return refused(settings, noOne);
  const number_id = settings.number_id || job.number_id;
  const answer = await textPerson(actor, {
    to,
    number_id: number_id || null,
    text: settings.text ?? "",
    request: key,
  });
  return answer.ok
    ? done({ ...settings, to }, { thread_id: answer.thread_id }, null)
    : refused({ ...settings, to }, textRefusals[answer.reason]);
}

function phoneOfContact({ facts: { contact } }: StepJob): string | null {
  if (contact === null || typeof contact !== "object" || Array.isArray(contact)) return null;
  return typeof contact.phone_number === "string" ? contact.phone_number : null;
}

async function tag(work: Work, settings: Settings, isOn: boolean): Performed {
  const id = await contactOf(work);
  const name = settings.tag ?? "";
  if (id === null) return refused(settings, noOne);
  const change = changeContacts.input.parse({ do: isOn ? "tag" : "untag", ids: [id], tag: name });
  const answer = await changeContacts(work.actor, change);
  if (!answer.ok) return refused(settings, "The contact is gone");
  return done(settings, { changed: answer.changed > 0 }, isOn ? `${id}:${name}` : null);
}

/** Does what a step says; a step that only decides gives the way that it goes. */
export async function perform(work: Work): Performed {
  const { job, actor } = work;
  const { timeZone, locale } = actor.organization;
  const { kind, when } = job.step;
  const settings = Object.fromEntries(
    Object.entries(job.step.settings).map(([name, text]) => [
      name,
      filled(text, job.facts, { timeZone, locale }).trim(),
    ]),
  );
  if (kind === "branch") return done({}, { way: holds(when, job.facts) ? "then" : "else" });
  if (job.mode === "dry") return done(settings, { would: true });
  switch (kind) {
    case "send_text":
      return sendText(work, settings);
    case "tag":
      return tag(work, settings, true);
    case "untag":
      return tag(work, settings, false);
    case "wait":
    case "stop":
      return done(settings);
  }
}
