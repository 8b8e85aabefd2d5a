/** Steps that reach outside: an email, a call, a webhook, a connected app. */
import { refusedWords } from "#app/calls/outbound/dial-words.ts";
import { placeCall } from "#app/calls/outbound/place-call.server.ts";
import { adapters } from "#app/integrations/adapters.server.ts";
import { providers } from "#app/integrations/integrations.schema.ts";
import { isPassing } from "#app/integrations/provider.server.ts";
import { withConnection } from "#app/integrations/tokens.server.ts";
import { sendSigned } from "#app/webhooks/send-signed.server.ts";
import { emailRefusals, sendWorkflowEmail } from "./email-verb.server.ts";
import { valueAt } from "./facts.ts";
import { signingSecretOf } from "./hook-address.server.ts";
import { done, noOne, type Performed, refused, type Settings, type Work } from "./step-work.server.ts";

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

/** What may pass by itself within a day: such a call is tried again. */
const passing: readonly string[] = [
  "calling_hours",
  "lines_full",
  "no_line",
  "already_calling",
  "outside_hours",
];

/** Has an agent call the person, within every rule that a member's call has. */
export async function callPerson(
  { actor, deps, key }: Work,
  settings: Settings,
  to: string | null,
): Performed {
  if (to === null) return refused(settings, noOne);
  const input = placeCall.input.parse({
    agent_id: settings.agent_id,
    to,
    number_id: settings.number_id || null,
    reason: settings.reason || null,
    key,
  });
  const answer = await placeCall(actor, input, deps);
  if (answer.ok) return done({ ...settings, to }, { call_id: answer.call_id }, answer.call_id);
  if (passing.includes(answer.reason)) throw new Error(refusedWords(answer));
  return refused({ ...settings, to }, refusedWords(answer));
}

/** Posts what is known, signed. The id stays the same at each try, so that the receiver can do it once. */
export async function callWebhook({ actor, deps, job, key }: Work, settings: Settings): Performed {
  const { event, contact } = job.facts;
  const secret = await signingSecretOf(deps.env, actor.organization.id, job.workflow.id);
  const body = JSON.stringify({
    type: "workflow.step",
    timestamp: new Date().toISOString(),
    data: { workflow: job.workflow, event, contact },
  });
  const id = key.replaceAll(":", "-");
  const answer = await sendSigned(
    deps.env,
    deps.db,
    { url: settings.url ?? "", id, body, secrets: [secret] },
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
  const news = { id: key, kind: "workflow", sentence: settings.sentence ?? "", told, isRepeated: true };
  const answer = await withConnection(deps.env, actor.organization.id, provider, ({ access, credential }) =>
    adapters[provider].tell(access, credential.settings, news),
  );
  if (answer === null) return refused(settings, "The app is not connected");
  if (answer.ok) return done(settings, { id: answer.value });
  if (isPassing(answer)) throw new Error(answer.said);
  return refused(settings, answer.said);
}
