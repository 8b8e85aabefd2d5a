/** A number as Telnyx describes it, and the application whose addresses point it at us. */
import { z } from "zod";
import type { Opened } from "./adapter.server.ts";
import {
  type Aim,
  type CarrierAnswer,
  type CarrierClient,
  type CarrierNumber,
  webhookUrl,
} from "./carrier.schema.ts";
import { type Answered, shaped, silent } from "./request.server.ts";
import type { TelnyxCredentials } from "./telnyx.schema.ts";

const carrier = "telnyx";

const describedNumber = z.object({
  id: z.coerce.string(),
  phone_number: z.string(),
  status: z.string().nullish(),
  connection_id: z.coerce.string().nullish(),
  connection_name: z.string().nullish(),
  customer_reference: z.string().nullish(),
  messaging_profile_id: z.string().nullish(),
  cnam_listing_enabled: z.boolean().nullish(),
});
const url = z.string().nullish();
const describedApplication = z.object({ data: z.object({ voice_url: url, status_callback: url }) });

const describedProfile = z.object({ data: z.object({ webhook_url: url }) });

export const pathOf = (sid: string): string => `/phone_numbers/${encodeURIComponent(sid)}`;

export const applicationPath = (id: string): string => `/texml_applications/${id}`;

const nowhere: Aim = { connection_id: "", messaging_profile_id: "" };

/** An organization may replace its keys without telling us: then our answers are refused, and callers hear the words at the second address. */
const targetOf = ({ origin, id }: Opened): Aim => ({
  voice_url: webhookUrl(origin, { carrier, id }, "voice"),
  voice_method: "post",
  status_callback: webhookUrl(origin, { carrier, id }, "status"),
  status_callback_method: "post",
  ...(id !== null && { voice_fallback_url: webhookUrl(origin, { carrier, id }, "sorry") }),
});

const isAimedAt = ({ data }: z.output<typeof describedApplication>, account: Opened): boolean => {
  const { voice_url, status_callback } = targetOf(account);
  return data.voice_url === voice_url && data.status_callback === status_callback;
};

/**
 * The application of the account's credentials and whether its addresses are ours, and the same of its messaging profile,
 * where it has one: null for an account that carries no texts for us.
 */
type Here = {
  application_id: string;
  isOurs: boolean;
  profile: { id: string; webhook: string | null; isOurs: boolean } | null;
};

/** Where texts to a number go: its messaging profile says it. */
function textsOf(profile_id: string | null | undefined, { profile }: Here): CarrierNumber["texts"] {
  if (profile === null) return { at: "unset", target: null };
  if (!profile_id) return { at: "nowhere", target: null };
  if (profile_id !== profile.id) return { at: "elsewhere", target: `messaging profile ${profile_id}` };
  if (profile.isOurs) return { at: "here", target: null };
  const { webhook } = profile;
  return webhook && URL.canParse(webhook)
    ? { at: "elsewhere", target: new URL(webhook).host }
    : { at: "nowhere", target: null };
}

function described(number: z.output<typeof describedNumber>, here: Here): CarrierNumber {
  const { id, phone_number, status, connection_id, connection_name, customer_reference } = number;
  const connected = connection_id && connection_id !== "null" ? connection_id : "";
  return {
    sid: id,
    phone_number,
    label: customer_reference || null,
    isAimedHere: connected === here.application_id && here.isOurs,
    aim: {
      connection_id: connected,
      ...(here.profile !== null && { messaging_profile_id: number.messaging_profile_id ?? "" }),
    },
    target: connected === "" ? null : (connection_name ?? `application ${connected}`),
    texts: textsOf(number.messaging_profile_id, here),
    trouble: !status || status === "active" ? null : status,
    messages: number.messaging_profile_id === undefined ? null : number.messaging_profile_id !== null,
    caller_name: number.cnam_listing_enabled ?? null,
  };
}

type Ask = (
  method: "GET" | "PATCH",
  path: string,
  fields?: Readonly<Record<string, unknown>>,
) => Promise<Answered>;

export type Holdings = Pick<CarrierClient["numbers"], "list" | "look" | "aim"> & {
  /** Numbers have no addresses of their own: they are connected to an application, and that has them. */
  pointApplication(): Promise<CarrierAnswer<object>>;
  /** Connects a number to the messaging profile of the account's credentials, and points that at us; without one nothing changes. */
  connectMessages(sid: string): Promise<CarrierAnswer<object>>;
};

/** What an account holds, asked by its own requests. */
export function holdings(
  ask: Ask,
  {
    application_id,
    messaging_profile_id,
  }: Pick<TelnyxCredentials, "application_id" | "messaging_profile_id">,
  account: Opened,
): Holdings {
  const path = applicationPath(application_id);
  const done = (answer: Answered): CarrierAnswer<object> => (answer.ok ? { ok: true } : answer);

  const connectsMessages = messaging_profile_id !== undefined;

  const textTarget = webhookUrl(account.origin, { carrier, id: account.id }, "message");

  /** The application and the messaging profile of the account's credentials, and whether their addresses are ours. */
  async function connected(): Promise<CarrierAnswer<{ here: Here }>> {
    const [answer, texts] = await Promise.all([
      ask("GET", path),
      messaging_profile_id === undefined ? null : ask("GET", `/messaging_profiles/${messaging_profile_id}`),
    ]);
    if (texts && !texts.ok && texts.status !== 404) return texts;
    const kept = texts?.ok ? shaped(describedProfile, texts.body) : null;
    if (texts?.ok && !kept) return silent;
    const webhook = kept?.data.webhook_url ?? null;
    const profile =
      messaging_profile_id === undefined
        ? null
        : { id: messaging_profile_id, webhook, isOurs: webhook === textTarget };
    const of = { application_id, profile };
    if (!answer.ok) return answer.status === 404 ? { ok: true, here: { ...of, isOurs: false } } : answer;
    const found = shaped(describedApplication, answer.body);
    return found ? { ok: true, here: { ...of, isOurs: isAimedAt(found, account) } } : silent;
  }

  return {
    async connectMessages(sid) {
      if (messaging_profile_id === undefined) return { ok: true };
      const profile = await ask("PATCH", `/messaging_profiles/${messaging_profile_id}`, {
        webhook_url: textTarget,
        webhook_api_version: "2",
      });
      return profile.ok
        ? done(await ask("PATCH", `${pathOf(sid)}/messaging`, { messaging_profile_id }))
        : profile;
    },
    pointApplication: async () => done(await ask("PATCH", path, targetOf(account))),
    async list() {
      const all = ask("GET", "/phone_numbers", { "page[size]": 250 });
      const [answer, application] = await Promise.all([all, connected()]);
      if (!answer.ok) return answer;
      if (!application.ok) return application;
      const found = shaped(z.object({ data: z.array(describedNumber) }), answer.body);
      if (!found) return silent;
      return { ok: true, numbers: found.data.map((number) => described(number, application.here)) };
    },
    async look(sid) {
      const [answer, application] = await Promise.all([ask("GET", pathOf(sid)), connected()]);
      if (!answer.ok) return answer.status === 404 ? { ok: true, number: null } : answer;
      if (!application.ok) return application;
      const found = shaped(z.object({ data: describedNumber }), answer.body);
      return found ? { ok: true, number: described(found.data, application.here) } : silent;
    },
    async aim(sid, aim) {
      const { messaging_profile_id: profile, ...calls } = aim ?? nowhere;
      const answer = await ask("PATCH", pathOf(sid), calls);
      if (!answer.ok && answer.status === 404) return { ok: true };
      if (!answer.ok || !connectsMessages || profile === undefined) return done(answer);
      return done(await ask("PATCH", `${pathOf(sid)}/messaging`, { messaging_profile_id: profile }));
    },
  };
}
