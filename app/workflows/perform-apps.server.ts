/** Steps at connected apps that write one thing: an event in the calendar, a contact in the CRM. */
import { type IntegrationAction, performAction } from "#app/integrations/actions.server.ts";
import { isPassing } from "#app/integrations/provider.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { instantOf, isDate } from "#app/platform/zoned-time.ts";
import { valueAt } from "./facts.ts";
import { done, type Performed, refused, type Settings, type Work } from "./step-work.server.ts";

type Asked = { name: IntegrationAction; input: object; none: string };

async function act({ actor, deps, key }: Work, settings: Settings, { name, input, none }: Asked): Performed {
  const answer = await performAction(deps.env, actor.organization.id, { name, key, input });
  if (answer === null) return refused(settings, none);
  if (answer.ok) return done(settings, { id: answer.value });
  if (isPassing(answer)) throw new Error(answer.said);
  return refused(settings, answer.said);
}

/** Times that a text can say: with its own zone, or on the organization's clocks. */
function instantIn(text: string, zone: string): number | null {
  const [, date = "", clock = ""] =
    /^(\d{4}-\d{2}-\d{2})[ T]([01]\d:[0-5]\d|2[0-3]:[0-5]\d)$/.exec(text) ?? [];
  if (date !== "") return isDate(date) ? instantOf(date, clock, zone) : null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

/** The moment that the step names: a field that holds one, as it is stored, or what the filled text says. */
function startOf({ actor, job }: Work, { starts = "" }: Settings): number | null {
  const [, path] = /^\s*\{\{ ?([a-z0-9_.]{1,80}) ?\}\}\s*$/.exec(job.step.settings.starts ?? "") ?? [];
  const value = path === undefined ? null : valueAt(job.facts, path);
  if (typeof value === "number") return value;
  return instantIn(typeof value === "string" ? value.trim() : starts, actor.organization.timeZone);
}

/** Writes an event into the connected calendar; the same reference in the same workflow writes the same event. */
export async function writeEvent(work: Work, settings: Settings): Performed {
  const starts_at = startOf(work, settings);
  if (starts_at === null) return refused(settings, "The start is no time");
  const { title, description, reference, minutes } = settings;
  const input = {
    title,
    description,
    starts_at,
    ends_at: starts_at + Number(minutes) * minute_ms,
    ...(reference && { reference: `${work.job.workflow.id}:${reference}` }),
  };
  const none = "No calendar is connected. Connect one under Integrations";
  return act(work, settings, { name: "google_calendar.add_event", input, none });
}

/** Creates the person's contact in the CRM, or completes it. */
export const saveInCrm = (work: Work, settings: Settings): Performed =>
  act(work, settings, {
    name: "hubspot.save_contact",
    input: settings,
    none: "HubSpot is not connected. Connect it under Integrations",
  });
