/** The one interface of providers, and how each is asked: over https at its listed host, with an answer that is read or a reason. */
import { z } from "zod";
import { bounded } from "#app/platform/body.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { second_ms } from "#app/platform/durations.ts";
import { codeOf } from "#app/platform/errors.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import type { IntegrationSettings, Provider } from "./integrations.schema.ts";

/**
 * `expired`: it refuses the token. `missing`: what was chosen is not there. `busy` and `unreachable`: later it may work.
 * `ours`: it refuses the platform as a client, which is mended there.
 */
export type Refusal = {
  ok: false;
  reason: "expired" | "refused" | "missing" | "busy" | "unreachable" | "ours";
  /** What the provider said, in its own words, without personal data. */
  said: string;
};
export type Answer<Value> = { ok: true; value: Value } | Refusal;

/** Whether the same may succeed later, without the organization changing anything. */
export const isPassing = ({ reason }: Refusal): boolean =>
  reason === "busy" || reason === "unreachable" || reason === "ours";

/** Fields of ours that a provider can be given, as texts; one that is not known is absent. */
export type Told = Readonly<Partial<Record<string, string>>>;

/** One thing that is told: what happened as a sentence, its fields, and the id that it has everywhere. */
export type News = {
  id: string;
  kind: string;
  sentence: string;
  told: Told;
  /** It was sent before, and how that ended is not known: it may be there already. */
  isRepeated: boolean;
  /** Whom it is about at the provider, if that was told lately. */
  known_id?: string | null;
};

/** Something to choose at the provider: a calendar, a channel. */
export type Choice = { id: string; label: string; url: string | null };
export type Account = { id: string; label: string };

/** An OAuth client at a provider, and where it asks. */
export type OAuthTerms = {
  authorize: string;
  token: string;
  /** Separated by spaces, or as the provider wants it. */
  scope: string;
  /** Further parameters of the authorization. */
  more: Readonly<Record<string, string>>;
  usesPkce: boolean;
  /** Where the client's secret stands in a request for tokens. */
  secretIn: "header" | "body";
  client(environment: object): { id: string; secret: string } | null;
};

/** What every provider can do. An adapter knows its provider's API, and nothing of organizations. */
export type Adapter = {
  readonly provider: Provider;
  readonly oauth: OAuthTerms;
  /** Whether a key of the customer's can stand in for OAuth. */
  readonly takesKey: boolean;
  /** Whose token it is. `given`: what came with the token. */
  account(token: string, given: unknown): Promise<Answer<Account>>;
  /** What can be chosen as the target; null: nothing has to be chosen. */
  choices(token: string): Promise<Answer<Choice[]>>;
  /** Prepares the target of a new connection, where the provider has a usual one. */
  firstTarget(token: string, words: { organization: string }): Promise<Answer<Choice | null>>;
  /** Asks for something harmless that needs the token and the target. */
  test(token: string, settings: IntegrationSettings): Promise<Answer<null>>;
  /** Tells what happened. @returns its id at the provider */
  tell(token: string, settings: IntegrationSettings, news: News): Promise<Answer<string>>;
  /** Makes the provider forget the tokens. */
  revoke(tokens: { access: string; refresh: string | null }): Promise<Answer<null>>;
};

const patience_ms = 6 * second_ms;
const mostRead = 2_000_000;

export type Asked = {
  url: string | URL;
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** Statuses that are no failure: the answer is then read as it is. */
  accepts?: readonly number[];
};

const reasonOf = (status: number): Refusal["reason"] => {
  if (status === 401) return "expired";
  if (status === 404 || status === 410) return "missing";
  if (status === 429) return "busy";
  return status >= 500 ? "unreachable" : "refused";
};

/** Google's, HubSpot's and OAuth's ways of saying what is wrong. */
const complaint = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z
    .object({ error: z.string(), error_description: z.string().optional() })
    .transform(({ error, error_description }) => error_description ?? error),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

const parsed = (text: string): unknown => {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return null;
  }
};

export const refusal = (reason: Refusal["reason"], said: string): Refusal => ({
  ok: false,
  reason,
  said: sanitize(said).slice(0, 200),
});

/** Asks a provider, and reads its answer. */
export async function ask<Shape extends z.ZodType>(
  { url, method = "GET", token, headers = {}, json, form, accepts = [] }: Asked,
  shape: Shape,
): Promise<Answer<z.output<Shape>>> {
  const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json);
  const init = {
    method,
    headers: {
      accept: "application/json",
      ...(json !== undefined && { "content-type": "application/json; charset=utf-8" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  };
  try {
    const answer = await outbound(url, init, patience_ms);
    const said = parsed(await new Response(answer.body && bounded(answer.body, mostRead)).text());
    if (!answer.ok && !accepts.includes(answer.status)) {
      const words = complaint.safeParse(said);
      return refusal(reasonOf(answer.status), words.success ? words.data : `HTTP ${answer.status}`);
    }
    const read = shape.safeParse(said);
    return read.success
      ? { ok: true, value: read.data }
      : refusal("unreachable", "The answer has another form than expected.");
  } catch (error) {
    if (codeOf(error) === "too_large") return refusal("unreachable", "The answer is larger than 2 MB.");
    return refusal("unreachable", innermostMessage(error));
  }
}

/** For answers of which only the status counts. */
export const anything = z.unknown();
