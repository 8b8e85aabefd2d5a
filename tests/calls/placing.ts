/** Placing calls in tests: a house whose number the sandbox's carrier holds, numbers that may be called at this hour, and the press. */
import "#workers/local.ts";
import { env, exports } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { z } from "zod";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { callingHours } from "#app/calls/compliance/calling-hours.ts";
import type { Role } from "#app/membership/permissions.ts";
import { Database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { usualAccount } from "#app/telephony/carriers/carriers.server.ts";
import { buyNumber } from "#app/telephony/numbers.server.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { type Clinic, clinic, history } from "../support/telephone.ts";

export type House = Clinic & { carrier: string; line: string; lineId: string };

/** A clinic with a number at a carrier's account, from which its agent may call. */
export async function houseAt(
  carrier: string,
  change: (spec: AgentSpec) => AgentSpec = (spec) => spec,
  { role = "owner", status = "active" }: { role?: Role; status?: string } = {},
): Promise<House> {
  const owner = await clinic(change, role, status);
  const known = settings({ ...env, CARRIER: carrier });
  const account = usualAccount(known);
  const search = { country: "US", kind: "local", area_code: "313", digits: "", locality: "" } as const;
  const found = await account.client.numbers.search(search);
  const phone_number = found.ok ? (found.numbers[0]?.phone_number ?? "") : "";
  const bought = await buyNumber(
    {
      organization_id: owner.organizationId,
      store: owner.store,
      db: new Database(env.DB, new Timing()),
      settings: known,
    },
    {
      phone_number,
      country: "US",
      kind: "local",
      locality: null,
      region: null,
      agent_id: null,
      created_by: owner.userId,
      monthly: { micros: 0, currency: "USD" },
      most: 5,
    },
  );
  if (!bought.ok) throw new Error(bought.reason);
  return Object.assign(owner, { carrier, line: phone_number, lineId: bought.number_id });
}

/** Numbers around the world: at every moment some may be called, and some may not. */
const beginnings = ["+1212555", "+1808555", "+4420794", "+4930123", "+8131234", "+649300", "+1671555"];
let made = 1000;

const isLawful = (to: string): boolean => {
  const verdict = callingHours.mayCall({ to, now: Date.now(), locale: "en-US" });
  return verdict.ok;
};

const numberThat = (isWanted: (to: string) => boolean, among: readonly string[] = beginnings): string => {
  made += 1;
  const found = among
    .map((beginning) => {
      // British numbers have a digit more than the others, and New Zealand's one less.
      const length = beginning.startsWith("+44") ? 13 : beginning.startsWith("+64") ? 11 : 12;
      return `${beginning}${String(made).padStart(length - beginning.length, "0")}`;
    })
    .find(isWanted);
  if (!found) throw new Error("no number for this hour");
  return found;
};

/** A number that may be called now, and one that may not. */
export const lawful = (): string => numberThat(isLawful);
export const unlawful = (): string => numberThat((to) => !isLawful(to));
/** One that may be called now, in a country where a trial may dial at home; and that country. */
export function lawfulInTrial(): { to: string; country: string } {
  const homes = { "+1212555": "US", "+4420794": "GB", "+649300": "NZ" };
  const to = numberThat(isLawful, Object.keys(homes));
  const [, country = ""] = Object.entries(homes).find(([beginning]) => to.startsWith(beginning)) ?? [];
  return { to, country };
}

/** What happens at a number when it rings. */
export async function whenCalled(phone_number: string, answer: object): Promise<void> {
  expect((await post("/phone/answers", { phone_number, answer })).status).toBe(201);
}

export const dialPage = ({ agentId }: Pick<Clinic, "agentId">): string => `/agents/${agentId}/dial`;

/** Presses "Call now"; the same key is the same press. */
export const press = (house: House, to: string, more: Record<string, string> = {}): Promise<Response> =>
  house.post(dialPage(house), { do: "call", to, number_id: house.lineId, key: newId(), ...more });

/** The id of the call that a press led to. */
export const placedId = (answer: Response): string => {
  const to = answer.headers.get("location") ?? "";
  const id = /^\/call-history\/([0-9a-f-]{36})$/.exec(new URL(to, "https://app.test").pathname)?.[1];
  if (!id) throw new Error(`not placed: ${answer.status} ${to}`);
  return id;
};

/** The row of a call in the history, as soon as it is there. */
export const inHistory = (house: House, id: string) =>
  vi.waitFor(
    async () => {
      const row = (await history(house)).find((one) => one.id === id);
      if (!row) throw new Error("not in the history yet");
      return row;
    },
    { timeout: 30_000, interval: 50 },
  );

/** Places a call that is answered as told, and gives its row in the history. */
export async function placed(house: House, answer: object, to = lawful()) {
  await whenCalled(to, answer);
  const id = placedId(await press(house, to));
  return { id, to, row: await inHistory(house, id) };
}

const ringing = z.object({ calls: z.array(z.object({ call_sid: z.string(), from: z.string() })) });

/** The call of a house that rings at the sandbox's phone. */
export const ringingFrom = ({ line }: House) =>
  vi.waitFor(
    async () => {
      const { calls } = ringing.parse(await (await sandbox("/phone/ringing")).json());
      const found = calls.find(({ from }) => from === line);
      if (!found) throw new Error("it does not ring yet");
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );

type News = { type: string; role?: string };

/** A person answers the sandbox's phone. */
export async function picksUp(call_sid: string) {
  const url = `https://app.test/sandbox/phone/lines/${encodeURIComponent(call_sid)}`;
  const response = await exports.default.fetch(new Request(url, { headers: { upgrade: "websocket" } }));
  const socket = response.webSocket;
  if (!socket) throw new Error(`no line: ${response.status}`);
  const news: News[] = [];
  let bell = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    news.push(JSON.parse(String(data)));
    bell.resolve();
    bell = Promise.withResolvers<void>();
  });
  socket.accept();
  return {
    tell: (input: object) => socket.send(JSON.stringify(input)),
    /** Resolves once there is such news, past or to come. */
    heard: async (wanted: (one: News) => boolean): Promise<void> => {
      while (!news.some(wanted)) await bell.promise;
    },
  };
}
