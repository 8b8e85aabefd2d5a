/** What workflows can have done at connected apps: each action with its provider, its input, and how it is done once. */
import { z } from "zod";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { adapters } from "./adapters.server.ts";
import { putEvent } from "./google-calendar.server.ts";
import { upsertContact } from "./hubspot.server.ts";
import type { Provider } from "./integrations.schema.ts";
import { type Answer, refusal } from "./provider.server.ts";
import { type Connection, withConnection } from "./tokens.server.ts";

type Action<Input extends z.ZodType = z.ZodType> = {
  readonly provider: Provider;
  readonly title: string;
  readonly input: Input;
  /** @param key of this step of this run: again, it does the same thing and no second one @returns its id at the provider */
  perform(
    connection: Connection,
    input: z.output<Input>,
    key: string,
    isRepeated: boolean,
  ): Promise<Answer<string>>;
};

const action = <Input extends z.ZodType>(one: Action<Input>): Action<Input> => one;

const line = z.string().trim().max(300);
const text = z.string().trim().max(3000);

const postMessage = action({
  provider: "slack",
  title: "Post a message in Slack",
  input: z.object({ text: text.min(1), channel_id: line.optional() }),
  perform: ({ access, credential }, { text: sentence, channel_id }, key, isRepeated) => {
    const { settings } = credential;
    const target = channel_id ? { id: channel_id, label: channel_id, url: null } : settings.target;
    const news = { id: key, kind: "workflow", sentence, told: {}, isRepeated };
    return adapters.slack.tell(access, { ...settings, target }, news);
  },
});

const saveContact = action({
  provider: "hubspot",
  title: "Create or complete a contact in HubSpot",
  input: z.object({
    name: line.default(""),
    email: line.default(""),
    phone: line.default(""),
    summary: text.default(""),
  }),
  perform: ({ access, credential }, input) => upsertContact(access, credential.settings, input),
});

const addRow = action({
  provider: "google_sheets",
  title: "Add a row in Google Sheets",
  input: z.object({
    what: line.default(""),
    name: line.default(""),
    phone: line.default(""),
    email: line.default(""),
    outcome: line.default(""),
    appointment: line.default(""),
    summary: text.default(""),
  }),
  perform: ({ access, credential }, input, key, isRepeated) => {
    const told = { at: new Date().toISOString(), ...input };
    const news = { id: key, kind: "workflow", sentence: input.what, told, isRepeated };
    return adapters.google_sheets.tell(access, credential.settings, news);
  },
});

const addEvent = action({
  provider: "google_calendar",
  title: "Add an event in Google Calendar",
  input: z
    .object({
      title: line.min(1),
      description: text.default(""),
      /** The same one writes the same event; without it the key of the step does. */
      reference: line.optional(),
      /** ms UTC */
      starts_at: z.int(),
      ends_at: z.int(),
    })
    .refine(({ starts_at, ends_at }) => ends_at > starts_at, { message: "It must end after it begins" }),
  async perform({ access, credential }, { title, description, reference, starts_at, ends_at }, key) {
    const { target } = credential.settings;
    if (target === null) return refusal("missing", "No calendar is chosen.");
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(reference ?? key));
    const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    // Google's ids have letters a to v and digits.
    const event = { id: `st${hex}`, summary: title, description, from: starts_at, to: ends_at };
    return putEvent(access, target.id, event);
  },
});

/** The actions, by the names that workflows keep. */
export const integrationActions = {
  "slack.post_message": postMessage,
  "hubspot.save_contact": saveContact,
  "google_sheets.add_row": addRow,
  "google_calendar.add_event": addEvent,
} as const;
export type IntegrationAction = keyof typeof integrationActions;

/**
 * Has an action done for an organization, and keeps it in the log of the connection. The same key again does nothing once
 * it is done.
 * @param key of the step and run, unique in the organization
 * @param input as it was typed or filled in: it is read by the action's own shape
 * @returns null when the provider is not connected
 */
export async function performAction(
  env: Env,
  organizationId: string,
  { name, key, input }: { name: IntegrationAction; key: string; input: unknown },
): Promise<Answer<string> | null> {
  const one: Action = integrationActions[name];
  const read = one.input.safeParse(input);
  if (!read.success) return refusal("refused", z.prettifyError(read.error));
  const store = storeOf(organizationObject({ id: organizationId, region: null }, env));
  const { provider } = one;
  const deed = { id: `action:${key}`, provider, action: name, subject_id: key.slice(0, 100) };
  if ((await store.integrations.find(provider)) === null) return null;
  const begun = await store.integrations.beginDeed(deed, Date.now());
  if (begun === "done") return { ok: true, value: key };
  const answer = await withConnection(env, organizationId, provider, (connection) =>
    one.perform(connection, read.data, key, begun === "again"),
  );
  if (answer === null) return null;
  const end = answer.ok
    ? { state: "done" as const, outside_id: answer.value, error: null }
    : { state: "failed" as const, outside_id: null, error: answer.said };
  await store.integrations.endDeed(deed.id, end, Date.now());
  return answer;
}
