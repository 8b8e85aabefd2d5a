/** Steps that reach outside: an email, a call, a webhook, a connected app. */
import { z } from "zod";
import { refusedWords } from "#app/calls/outbound/dial-words.ts";
import { placeCall } from "#app/calls/outbound/place-call.server.ts";
import { adapters } from "#app/integrations/adapters.server.ts";
import { providers } from "#app/integrations/integrations.schema.ts";
import { isPassing } from "#app/integrations/provider.server.ts";
import { withConnection } from "#app/integrations/tokens.server.ts";
import { isFactKind } from "#app/object/events.schema.ts";
import { hour_ms } from "#app/platform/durations.ts";
import type { Json } from "#app/platform/json.ts";
import { eventOf } from "#app/webhooks/catalogue.ts";
import { shortBody } from "#app/webhooks/deliver.server.ts";
import { sendSigned } from "#app/webhooks/send-signed.server.ts";
import { emailRefusals, sendWorkflowEmail } from "./email-verb.server.ts";
import { valueAt } from "./facts.ts";
import { signingSecretsOf } from "./hook-address.server.ts";
import { done, noOne, type Performed, refused, type Settings, type Work } from "./step-work.server.ts";

/** As the log of a connection names it (`app/integrations/integration-words.ts`). */
const toldByWorkflow = "workflow.told";

/** Sends an email in the organization's brand, once. */
export async function sendEmail({ actor, deps, key }: Work, settings: Settings): Performed {
  const input = sendWorkflowEmail.input.safeParse({ ...settings, key });
  if (!input.success) return refused(settings, "There is no email address, or the email is too long");
  const answer = await sendWorkflowEmail(actor, input.data, deps);
  if (answer.ok) return done(settings);
  const why = emailRefusals[answer.reason];
  // Tried again later, when the hour has room.
  if (answer.reason === "hour") throw new Error(why);
  return refused(settings, why);
}

/** What passes by itself within minutes: such a call is tried again. */
const passing: readonly string[] = ["calling_hours", "lines_full", "no_line", "already_calling"];

/** Has an agent call the person, within every rule that a member's call has; at a forbidden hour once that is over. */
export async function callPerson(
  { actor, deps, key }: Work,
  settings: Settings,
  to: string | null,
): Performed {
  if (to === null) return refused(settings, noOne);
  const { store, organization } = actor;
  const now = Date.now();
  const verdict = await store.placed.outlook({ to, now, locale: organization.locale });
  if (!verdict.ok && verdict.allowed_at !== null) return { later: verdict.allowed_at, why: verdict.words };
  const input = {
    agent_id: settings.agent_id ?? "",
    to,
    number_id: settings.number_id || null,
    reason: settings.reason || null,
    // An order that was refused stays refused: the next try is another one.
    key: `${key}:${await store.placed.refusedOf(key)}`,
  };
  const answer = await placeCall(actor, input, deps);
  if (answer.ok) return done({ ...settings, to }, { call_id: answer.call_id }, answer.call_id);
  // The organization takes no calls now.
  if (answer.reason === "outside_hours") return { later: now + hour_ms, why: refusedWords(answer) };
  if (passing.includes(answer.reason)) throw new Error(refusedWords(answer));
  return refused({ ...settings, to }, refusedWords(answer));
}

/** What happened, as endpoints of webhooks are told of it; what another system posted, as it was. */
function toldOf({ event_kind, facts: { event } }: Work["job"]): Json {
  if (!isFactKind(event_kind)) return event;
  try {
    return eventOf(event_kind, event ?? {}, { organization_id: "", at: 0 })?.data ?? {};
  } catch (error) {
    // A version before wrote it, with fewer fields than are told of now.
    if (error instanceof z.ZodError) return {};
    throw error;
  }
}

/** Posts what is known, signed. The id stays the same at each try, so that the receiver can do it once. */
export async function callWebhook({ actor, deps, job, key }: Work, settings: Settings): Performed {
  const { contact } = job.facts;
  const secrets = await signingSecretsOf(deps.env, actor.organization.id, job.workflow.id);
  const body = shortBody({
    type: "workflow.step",
    timestamp: new Date().toISOString(),
    data: { workflow: job.workflow, event: toldOf(job), contact },
  });
  if (body === null) return refused(settings, "What happened is larger than 64 KB");
  const id = key.replaceAll(":", "-");
  const answer = await sendSigned(
    deps.env,
    deps.db,
    { url: settings.url ?? "", id, body, secrets },
    Date.now(),
  );
  if (answer.ok) return done(settings, { status: answer.status });
  if (answer.why === "malformed" || answer.why === "own_address")
    return refused(settings, "This address can’t be called");
  throw new Error(
    answer.status === null ? `The address didn’t answer (${answer.why})` : `It answered ${answer.status}`,
  );
}

const words = (value: ReturnType<typeof valueAt>): string => (typeof value === "string" ? value : "");

/** Tells a connected app, as its integration is set up. */
export async function tellApp({ actor, deps, job, key }: Work, settings: Settings): Performed {
  const provider = providers.find((one) => one === settings.app);
  if (!provider) return refused(settings, "Choose an app");
  const known = (...paths: string[]) =>
    paths.map((path) => words(valueAt(job.facts, path))).find((value) => value !== "") ?? "";
  const told = Object.fromEntries(
    Object.entries({
      name: known("contact.name", "event.name", "event.contact_name"),
      email: known("contact.email", "event.email"),
      phone: known("contact.phone_number", "event.phone_number", "event.other_number"),
      summary: known("event.summary", "event.text"),
      outcome: known("event.outcome"),
    }).filter(([, value]) => value !== ""),
  );
  const { store } = actor;
  const deed = { id: `workflow:${key}`, provider, action: toldByWorkflow, subject_id: job.workflow.id };
  if ((await store.integrations.find(provider)) === null)
    return refused(settings, "The app is not connected");
  const begun = await store.integrations.beginDeed(deed, Date.now());
  if (begun === "done") return done(settings);
  const isRepeated = begun === "again";
  const news = { id: key, kind: "workflow", sentence: settings.sentence ?? "", told, isRepeated };
  const answer = await withConnection(deps.env, actor.organization.id, provider, ({ access, credential }) =>
    adapters[provider].tell(access, credential.settings, news),
  );
  if (answer === null) return refused(settings, "The app is not connected");
  if (!answer.ok && isPassing(answer)) throw new Error(answer.said);
  const end = answer.ok
    ? { state: "done" as const, outside_id: answer.value, error: null }
    : { state: "failed" as const, outside_id: null, error: answer.said };
  await store.integrations.endDeed(deed.id, end, Date.now());
  return answer.ok ? done(settings, { id: answer.value }) : refused(settings, answer.said);
}
