/** A whole call through each carrier: its webhooks, its markup and its relay as they are, until the call is history. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { Database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { usualAccount } from "#app/telephony/carriers/carriers.server.ts";
import { buyNumber, giveBackNumber } from "#app/telephony/numbers.server.ts";
import { clinic, clinicNumbers } from "#workers/sandbox/demo-clinic.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { history, clinic as newClinic } from "../support/telephone.ts";
import { dropCalls, dropsOfCall } from "./dropping.ts";

beforeAll(async () => {
  expect((await sandbox("/seed", { method: "POST" })).status).toBe(200);
});

const numberAt = (carrier: string): string =>
  clinicNumbers.find((number) => number.carrier === carrier)?.phone_number ?? "";

type Result = {
  call_sid: string;
  status: string;
  error: unknown;
  transcript: { role: string; text: string }[];
};

const script = async (to: string, turns: object[]): Promise<Result> =>
  (await post("/phone/calls", { from: "+13035550177", to, turns })).json();

const live = () => storeOf(organizationObject({ id: clinic.id, region: null }, env)).live.list();

test.each([
  ["twilio", 78_500],
  ["telnyx", 55_500],
])(
  "the agent answers a number at %s, and the call is in the history with what that carrier costs",
  async (carrier, minute) => {
    const result = await script(numberAt(carrier), [
      { say: "What are your opening hours?" },
      { press: "1" },
      { say: "no thanks bye" },
    ]);
    expect(result).toMatchObject({ status: "completed", error: null });
    expect(result.transcript.map(({ role }) => role)).toContain("caller");
    expect(result.transcript.filter(({ role }) => role === "agent").length).toBeGreaterThan(1);
    const call = (await history({ organizationId: clinic.id })).at(-1);
    expect(call).toMatchObject({
      provider: carrier,
      provider_call_id: result.call_sid,
      status: "completed",
      our_number: numberAt(carrier),
      other_number: "+13035550177",
    });
    const minutes = Math.ceil(Number(call?.talk_seconds) / 60);
    expect(call?.cost_micros).toBe(minutes * minute);
    expect(await live()).toEqual([]);
  },
);

test.each(["twilio", "telnyx"])(
  "a line that drops at %s comes back, and the call goes on",
  async (carrier) => {
    const result = await script(numberAt(carrier), [
      { say: "I'd like to book a cleaning" },
      { drop_socket: true },
      { say: "next Tuesday at 3" },
      { hang_up: true },
    ]);
    const words = result.transcript.filter(({ role }) => role === "agent").map(({ text }) => text);
    expect(words.join(" ")).toMatch(/sorry/i);
    expect(result.status).toBe("completed");
    expect(await live()).toEqual([]);
  },
);

test.each(["twilio", "telnyx"])(
  "forced drops of the line at %s lose no turn",
  async (carrier) => {
    const calls = 4;
    expect(await dropCalls(calls, numberAt(carrier))).toEqual({
      drops: calls * dropsOfCall,
      turns: calls * 4,
      lost: [],
    });
  },
  60_000,
);

test("the phone shows at which carrier a number is, and lists those of one", async () => {
  const answer = await sandbox("/phone?carrier=telnyx");
  expect(await answer.json()).toEqual({
    numbers: [expect.objectContaining({ phone_number: numberAt("telnyx"), carrier: "telnyx" })],
  });
  const page = await (await sandbox("/phone", { headers: { accept: "text/html" } })).text();
  expect(page).toContain("(Telnyx)");
});

test.each(["twilio", "telnyx"])(
  "a number bought at %s rings here until it is given back",
  async (CARRIER) => {
    const owner = await newClinic();
    const known = settings({ ...env, CARRIER });
    const account = usualAccount(known);
    expect(account.carrier).toBe(CARRIER);
    const search = { country: "US", kind: "local", area_code: "313", digits: "", locality: "" } as const;
    const found = await account.client.numbers.search(search);
    const phone_number = found.ok ? (found.numbers[0]?.phone_number ?? "") : "";
    const numberContext = {
      organization_id: owner.organizationId,
      store: owner.store,
      db: new Database(env.DB, new Timing()),
      settings: known,
    };
    const bought = await buyNumber(numberContext, {
      phone_number,
      country: "US",
      kind: "local",
      locality: null,
      region: null,
      agent_id: owner.agentId,
      created_by: owner.userId,
      monthly: { micros: 0, currency: "USD" },
      most: 5,
    });
    if (!bought.ok) throw new Error(bought.reason);
    expect(await owner.store.numbers.find(bought.number_id)).toMatchObject({
      provider: CARRIER,
      status: "active",
    });
    await script(phone_number, [{ say: "no thanks bye" }]);
    expect(await history(owner)).toMatchObject([{ provider: CARRIER, our_number: phone_number }]);
    expect(await giveBackNumber(numberContext, bought.number_id)).toMatchObject({ pending: false });
    expect(await account.client.numbers.held(phone_number)).toEqual({ ok: true, sid: null });
  },
);
