/** Requests to Twilio's REST API in the name of one account; the token of a subaccount that was rotated is learned anew. */
import type { Opened } from "./adapter.server.ts";
import { type Answered, askCarrier } from "./request.server.ts";
import { type TwilioCredentials, twilioCredentials } from "./twilio.schema.ts";
import { understand } from "./twilio-errors.server.ts";

const host = "https://api.twilio.com/2010-04-01/Accounts";
/** Messaging services have an API of their own. */
const messagingHost = "https://messaging.twilio.com/v1";

export type Method = "GET" | "POST" | "DELETE";
export type Pairs = readonly (readonly [string, string])[];

export class TwilioRequests {
  #credentials: TwilioCredentials;
  readonly #renewed: Opened["renewed"];

  constructor(credentials: TwilioCredentials, { renewed }: Opened) {
    this.#credentials = credentials;
    this.#renewed = renewed;
  }

  get credentials(): TwilioCredentials {
    return this.#credentials;
  }

  get #authorization(): string {
    const { account_sid, auth_token } = this.#credentials;
    return `Basic ${btoa(`${account_sid}:${auth_token}`)}`;
  }

  /** Below the account: `/Calls.json`, or `.json` for the account itself. */
  ask(method: Method, path: string, fields: Pairs = []): Promise<Answered> {
    return this.#certain(() => this.#send(`/${this.#credentials.account_sid}${path}`, method, fields));
  }

  /** The list of accounts, or one of them, which this one owns. */
  askOwner(method: Method, path: string, fields: Pairs = []): Promise<Answered> {
    return this.#send(path, method, fields);
  }

  readMessaging(path: string): Promise<Answered> {
    return this.#certain(() => {
      const headers = { authorization: this.#authorization };
      return askCarrier(new URL(`${messagingHost}${path}`), { method: "GET", headers }, understand);
    });
  }

  #send(path: string, method: Method, fields: Pairs): Promise<Answered> {
    const url = new URL(`${host}${path}`);
    const body = new URLSearchParams(fields.map(([name, value]) => [name, value]));
    if (method === "GET") url.search = body.toString();
    const headers = {
      authorization: this.#authorization,
      ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
    };
    return askCarrier(
      url,
      { method, headers, ...(method === "POST" && { body: body.toString() }) },
      understand,
    );
  }

  async #certain(ask: () => Promise<Answered>): Promise<Answered> {
    const answer = await ask();
    if (answer.ok || answer.status !== 401 || !this.#renewed) return answer;
    const renewed = twilioCredentials.safeParse(await this.#renewed()).data;
    if (!renewed || renewed.auth_token === this.#credentials.auth_token) return answer;
    this.#credentials = renewed;
    return ask();
  }
}
