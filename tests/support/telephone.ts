/**
 * A telephone for tests: a clinic whose number an agent answers, the carrier's signed webhooks, and the carrier's end of a
 * relay socket, frame by frame. It plays no timing: `tests/sandbox` has the carrier that does.
 */
import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Role } from "#app/membership/permissions.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { phoneNumbers } from "#drizzle/control/schema.ts";
import { twilioSignature } from "#workers/carriers/twilio/signature.ts";
import { carrierSettings } from "./carrier-settings.ts";
import { controlPlane, memberOf, origin, type Person } from "./people.ts";

/** Open around the clock every day, so that a test can call at any hour of its own. */
export const everyHour = {
  weekly: Object.fromEntries(
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, [{ from: "00:00", to: "24:00" }]]),
  ) as AgentSpec["hours"]["weekly"],
  holidays: [],
};

// Past the numbers that the sandbox's carriers sell: files share this module.
let lastNumber = 5_550_200;
/** A phone number that no other test uses. */
export const newNumber = (): string => `+1212${lastNumber++}`;

/** A carrier's call id that is new. */
export const newCallSid = (): string => `CA${crypto.randomUUID().replaceAll("-", "")}`;

export type Clinic = Person & { number: string; numberId: string; agentId: string; spec: AgentSpec };

/** An organization with an agent that answers a number; it has subscribed unless told otherwise. */
export async function clinic(
  change: (spec: AgentSpec) => AgentSpec = (spec) => spec,
  role: Role = "owner",
  subscription_status = "active",
): Promise<Clinic> {
  const organization = { time_zone: "America/New_York", subscription_status };
  const person = await memberOf({ role, organization });
  const now = Date.now();
  const template = specFor("appointment_booking");
  const spec = change({ ...template, hours: everyHour });
  const agentId = newId();
  const numberId = newId();
  const number = newNumber();
  await person.store.agents.create({ id: agentId, spec, created_by: person.userId, now });
  await person.store.numbers.reserve({
    id: numberId,
    country: "US",
    provider: "twilio",
    phone_number: number,
    locality: null,
    region: null,
    monthly: { micros: 1_150_000, currency: "USD" },
    agent_id: agentId,
    created_by: person.userId,
    now,
  });
  await person.store.numbers.activate({ id: numberId, provider_sid: `PN${numberId}`, now });
  await controlPlane()
    .insert(phoneNumbers)
    .values({
      phone_number: number,
      organization_id: person.organizationId,
      number_id: numberId,
      provider: "twilio",
      provider_sid: `PN${numberId}`,
      agent_name: spec.name,
      created_at: now,
      updated_at: now,
    });
  return Object.assign(person, { number, numberId, agentId, spec });
}

/** Rows of the organization's own database, which a first use of the object creates. */
export async function rows(
  { organizationId }: Pick<Person, "organizationId">,
  query: string,
): Promise<Record<string, SqlStorageValue>[]> {
  await storeOf(organizationObject({ id: organizationId, region: null }, env)).outbox.waiting(0);
  return runInDurableObject(env.ORGANIZATION.getByName(organizationId), (_, { storage }) =>
    storage.sql.exec(query).toArray(),
  );
}

/** A clinic that never subscribed and has talked so many seconds. */
export async function trialClinic(
  talked_seconds: number,
  change?: (spec: AgentSpec) => AgentSpec,
): Promise<Clinic> {
  const owner = await clinic(change, "owner", "pending");
  await rows(
    owner,
    `insert into call_days (day, agent_id, calls, seconds) values ('2026-11-20', 'a', 9, ${talked_seconds})`,
  );
  return owner;
}

/** The call history of an organization, oldest first. */
export const history = (owner: Pick<Person, "organizationId">) =>
  rows(owner, "select * from calls order by seq");

/** Posts a webhook as Twilio does, signed over the address it was given. */
export async function webhook(path: string, form: Record<string, string>): Promise<Response> {
  const { TWILIO_AUTH_TOKEN, TWILIO_ACCOUNT_SID } = carrierSettings;
  const fields = new URLSearchParams({ AccountSid: TWILIO_ACCOUNT_SID, ...form });
  const signature = await twilioSignature(TWILIO_AUTH_TOKEN, `${origin}${path}`, fields);
  return exports.default.fetch(
    new Request(`${origin}${path}`, {
      method: "POST",
      body: fields,
      headers: { "x-twilio-signature": signature },
    }),
  );
}

export type Ringing = { call_sid: string; from: string; to: string };

/** Announces a call; the same `call_sid` again is the carrier asking twice. */
export const ring = ({ call_sid, from, to }: Ringing): Promise<Response> =>
  webhook("/webhooks/twilio/voice", {
    CallSid: call_sid,
    From: from,
    To: to,
    Direction: "inbound",
    CallStatus: "ringing",
  });

const attribute = (xml: string, name: string): string | null =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1]?.replaceAll("&amp;", "&") ?? null;

/** The relay order in an answer; null when it is something else. */
export function relayOrder(xml: string): { url: string; action: string; call_id: string } | null {
  const url = attribute(xml, "url");
  const action = attribute(xml, "action");
  const call_id = /\/relay\/[a-z]+\/(?:[0-9a-f-]{36}\/)?([0-9a-f-]{36})\/[\w-]{43}$/.exec(url ?? "")?.[1];
  if (!url || !action || !call_id) return null;
  const { pathname, search } = new URL(action);
  return { url, action: pathname + search, call_id };
}

/** Knocks at a relay address as the carrier does. */
export async function knock(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const signature = await twilioSignature(carrierSettings.TWILIO_AUTH_TOKEN, url);
  return exports.default.fetch(
    new Request(url.replace(/^wss:/, "https:"), {
      headers: { upgrade: "websocket", "x-twilio-signature": signature, ...headers },
    }),
  );
}

type Frame = { type: string; token?: string; last?: boolean; handoffData?: string };

/** The carrier's end of one relay session. */
export class RelayEnd {
  readonly frames: Frame[] = [];
  #socket: WebSocket;
  #bell = Promise.withResolvers<void>();
  /** The code with which the other end left, or null. */
  closed: number | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.accept();
    socket.addEventListener("message", ({ data }) => {
      this.frames.push(JSON.parse(String(data)));
      this.#ring();
    });
    socket.addEventListener("close", ({ code }) => {
      this.closed = code;
      this.#ring();
    });
  }

  #ring(): void {
    this.#bell.resolve();
    this.#bell = Promise.withResolvers<void>();
  }

  /** Resolves once a condition on what has arrived holds. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await this.#bell.promise;
  }

  send(frame: object | string | ArrayBuffer): void {
    this.#socket.send(
      typeof frame === "string" || frame instanceof ArrayBuffer ? frame : JSON.stringify(frame),
    );
  }

  setUp(call_sid: string): void {
    this.send({
      type: "setup",
      sessionId: "VX1",
      callSid: call_sid,
      direction: "inbound",
      callStatus: "RINGING",
    });
  }

  /** The agent's turns so far, each as it would be heard whole. */
  get turns(): string[] {
    const turns = [""];
    for (const { type, token, last } of this.frames) {
      if (type !== "text") continue;
      turns[turns.length - 1] += token ?? "";
      if (last) turns.push("");
    }
    return turns.slice(0, -1);
  }

  /** The next turn of the agent that is complete, after `count` turns; all of it is played at once. */
  async turn(count = this.turns.length): Promise<string> {
    await this.until(() => this.turns.length > count || this.closed !== null);
    this.send({ type: "info", name: "agentSpeaking", value: "on" });
    this.send({ type: "info", name: "agentSpeaking", value: "off" });
    return this.turns[count] ?? "";
  }

  /** Says something and gives the agent's answer, played out. */
  async say(text: string): Promise<string> {
    const count = this.turns.length;
    this.send({ type: "prompt", voicePrompt: text, lang: "en", last: true });
    return this.turn(count);
  }

  /** What the session was ended with. */
  async handoff(): Promise<unknown> {
    const end = () => this.frames.find(({ type }) => type === "end");
    await this.until(() => end() !== undefined);
    return JSON.parse(end()?.handoffData ?? "null");
  }

  close(code = 1000): void {
    this.#socket.close(code);
  }
}

const opened: RelayEnd[] = [];

// The runner of a file waits for the sockets that its tests leave open, and would never end.
afterAll(() => {
  for (const end of opened) if (end.closed === null) end.close();
});

/** Opens the socket of an order. */
export async function connect(url: string): Promise<RelayEnd> {
  const response = await knock(url);
  if (!response.webSocket) throw new Error(`the relay answered ${response.status}`);
  const end = new RelayEnd(response.webSocket);
  opened.push(end);
  return end;
}

export type Call = {
  call_sid: string;
  call_id: string;
  action: string;
  /** What the carrier was told as it announced the call. */
  markup: string;
  relay: RelayEnd;
  greeting: string;
};

/** Rings a clinic, connects, and hears the greeting out. */
export async function call({ number }: Pick<Clinic, "number">, from = newNumber()): Promise<Call> {
  const call_sid = newCallSid();
  const markup = await (await ring({ call_sid, from, to: number })).text();
  const order = relayOrder(markup);
  if (!order) throw new Error("the call was not put through");
  const relay = await connect(order.url);
  relay.setUp(call_sid);
  const greeting = await relay.turn(0);
  return { call_sid, call_id: order.call_id, action: order.action, markup, relay, greeting };
}

/** The carrier asks what is next after a session. */
export const relayAction = (
  { action, call_sid }: Pick<Call, "action" | "call_sid">,
  form: Record<string, string>,
) => webhook(action, { CallSid: call_sid, CallStatus: "in-progress", SessionStatus: "ended", ...form });

/** The caller hangs up: the socket closes, and the carrier tells that all is over. */
export async function hangUp(placed: Pick<Call, "action" | "call_sid" | "relay">): Promise<void> {
  placed.relay.close();
  await relayAction(placed, { CallStatus: "completed", SessionStatus: "completed" });
}
