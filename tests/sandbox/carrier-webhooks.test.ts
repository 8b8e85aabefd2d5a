/** What the carrier tells the product about a call, signed as Twilio signs; the official package is the judge. */
import twilio from "twilio";
import { expect, test } from "vitest";
import { account, calledOut, caller, callWith, number } from "./calling.ts";
import { type Received, relayTwiml } from "./stand-in-product.ts";

const answered = { outcome: "answered" as const, after_ms: 3000, turns: [{ hang_up: true as const }] };
const statuses = (fields: URLSearchParams[]) => fields.map((one) => one.get("CallStatus"));

function isSigned({ url, fields, headers }: Received): boolean {
  const signature = headers.get("x-twilio-signature") ?? "";
  const isSocket = headers.get("upgrade") === "websocket";
  const signed = isSocket ? url.replace("https:", "wss:") : url;
  const params = isSocket ? {} : Object.fromEntries(fields);
  return twilio.validateRequest(account.auth_token, signature, signed, params);
}

test("every webhook and the socket carry a signature that Twilio's own package accepts", async () => {
  const { product } = await callWith([{ say: "Grüße & <Ümläute> 😀" }, { hang_up: true }]);
  const paths = product.received.map(({ path }) => path);
  expect(paths).toEqual(["/voice", "/relay/1/token", "/relay-action", "/status"]);
  expect(product.received.map(isSigned)).toEqual([true, true, true, true]);
});

test("the voice webhook says who calls whom, from where", async () => {
  const { product } = await callWith([{ hang_up: true }]);
  const [voice] = product.received;
  expect(Object.fromEntries(voice?.fields ?? [])).toMatchObject({
    From: caller,
    To: number.phone_number,
    Direction: "inbound",
    CallStatus: "ringing",
    AccountSid: account.sid,
    FromCity: "DENVER",
    ToState: "NY",
    ApiVersion: "2010-04-01",
  });
  expect(voice?.headers.get("i-twilio-idempotency-token")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a caller who hangs up ends the session as completed, before the number's status callback", async () => {
  const { product } = await callWith([{ hang_up: true }]);
  expect(Object.fromEntries(product.webhooks("/relay-action")[0] ?? [])).toMatchObject({
    SessionStatus: "completed",
    CallStatus: "completed",
  });
  expect(Object.fromEntries(product.webhooks("/status")[0] ?? [])).toMatchObject({
    CallStatus: "completed",
    SequenceNumber: "0",
    CallbackSource: "call-progress-events",
    CallDuration: "2",
  });
});

test("the agent's end hands its data over letter by letter, and queued speech is lost", async () => {
  const handoffData = '{"reason":"transfer","to":"+1 212"}';
  const { product, result } = await callWith([], {
    behave: (frame, session) => {
      if (frame.type !== "setup") return;
      session.say("Nobody will hear this.");
      session.send({ type: "end", handoffData });
    },
  });
  expect(Object.fromEntries(product.webhooks("/relay-action")[0] ?? [])).toMatchObject({
    SessionStatus: "ended",
    CallStatus: "in-progress",
    HandoffData: handoffData,
  });
  expect(result.transcript).toEqual([]);
  expect(result.ended_by).toBe("agent");
});

test("an agent that ends because of silence ended it by timeout", async () => {
  const { result } = await callWith([]);
  expect(result.transcript.map(({ text }) => text)).toEqual([
    "Good morning.",
    "Are you still there?",
    "Are you still there?",
  ]);
  expect(result.ended_by).toBe("timeout");
});

test("a socket that cannot be reached is busy to the caller, with 64102", async () => {
  const unreachable = { "/voice": () => relayTwiml().replace("/relay/", "/elsewhere/") };
  for (const setting of [{ documents: unreachable }, { faults: [{ path: "relay", drop: true }] }]) {
    const { result, product } = await callWith([{ say: "Hello?" }], setting);
    expect(result).toMatchObject({ ended_by: "error", status: "busy", error: { code: 64102 } });
    expect(product.webhooks("/relay-action")).toEqual([]);
  }
});

test("an outbound call tells its steps in order, numbered from zero", async () => {
  const { product, result } = await calledOut(answered);
  const told = product.webhooks("/status");
  expect(statuses(told)).toEqual(["initiated", "ringing", "in-progress", "completed"]);
  expect(told.map((one) => one.get("SequenceNumber"))).toEqual(["0", "1", "2", "3"]);
  expect(product.sessions[0]?.heard[0]).toMatchObject({
    direction: "outbound-api",
    callStatus: "IN_PROGRESS",
  });
  expect(result.ended_by).toBe("caller");
});

test("status callbacks come out of order and twice when that is ordered", async () => {
  const out_of_order = { path: "status-callbacks", effect: "out_of_order" as const };
  const late = await calledOut(answered, {}, { faults: [out_of_order] });
  expect(statuses(late.product.webhooks("/status"))).toEqual([
    "ringing",
    "initiated",
    "in-progress",
    "completed",
  ]);
  const repeated = { path: "status-callbacks", effect: "repeated" as const };
  const twice = await calledOut(answered, {}, { faults: [repeated] });
  const [first, second] = twice.product.received.filter(({ path }) => path === "/status");
  expect(first?.fields.toString()).toBe(second?.fields.toString());
  expect(first?.headers.get("i-twilio-idempotency-token")).toBe(
    second?.headers.get("i-twilio-idempotency-token"),
  );
});

test("nobody there: busy, no answer and failed end the call without asking for a document", async () => {
  for (const outcome of ["busy", "no-answer", "failed"] as const) {
    const { product, result } = await calledOut({ outcome, after_ms: 2000 });
    expect(statuses(product.webhooks("/status"))).toEqual(["initiated", "ringing", outcome]);
    expect(product.webhooks("/voice")).toEqual([]);
    expect(result.status).toBe(outcome);
  }
});

test("a product that fails is asked at its fallback address, and without one the call fails with 11200", async () => {
  const down = {
    "/voice": () => new Response("oops", { status: 500 }),
    "/fallback": () => "<Response><Say>Sorry</Say></Response>",
  };
  const saved = await callWith([], {
    documents: down,
    number: { voice_fallback_url: "https://app.test/fallback" },
  });
  expect(saved.result.transcript.map(({ text }) => text)).toEqual(["Sorry"]);
  expect(saved.product.webhooks("/fallback")[0]?.get("ErrorCode")).toBe("11200");
  const lost = await callWith([], { documents: down });
  expect(lost.result).toMatchObject({ ended_by: "error", status: "failed", error: { code: 11200 } });
});

test("every request of the carrier stands in the traffic with its status", async () => {
  const { traffic } = await callWith([{ hang_up: true }]);
  expect(traffic.map(({ direction, method, path, status }) => [direction, method, path, status])).toEqual([
    ["in", "POST", "/voice", 200],
    ["in", "GET", "/relay/1/token", 101],
    ["in", "POST", "/relay-action", 200],
    ["in", "POST", "/status", 200],
  ]);
});
