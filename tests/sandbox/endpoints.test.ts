/** The sandbox's own addresses: faults, traffic, clock, demo and phone, and how they refuse. */
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import {
  outside,
  post,
  RESEND_API_KEY,
  sandbox,
  TWILIO_ACCOUNT_SID,
  TWILIO_AUTH_TOKEN,
  twilioClient,
} from "./world.ts";

const mailing = (): Promise<Response> =>
  outside("https://api.resend.com/emails", {
    method: "POST",
    headers: { authorization: `Bearer ${RESEND_API_KEY}` },
    body: JSON.stringify({ from: "a@example.com", to: "b@example.com", subject: "Hi", text: "Hi" }),
  });
const calling = (): Promise<Response> =>
  outside(`https://api.twilio.com/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}/Calls.json`, {
    headers: { authorization: `Basic ${btoa(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`)}` },
  });
const statuses = async (asks: (() => Promise<Response>)[]): Promise<number[]> => {
  const seen: number[] = [];
  for (const ask of asks) seen.push((await ask()).status);
  return seen;
};

test("a fault meets as many requests as it was ordered for, and no other host", async () => {
  expect((await post("/faults", { host: "api.resend.com", status: 429, times: 2 })).status).toBe(201);
  expect(await statuses([mailing, calling, mailing, mailing])).toEqual([429, 200, 429, 200]);
});

test("a fault for a path leaves the host's other paths alone, and answers in the host's own words", async () => {
  await post("/faults", {
    host: "api.twilio.com",
    path: `/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}/Calls`,
    status: 429,
  });
  const account = `https://api.twilio.com/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}.json`;
  const headers = { authorization: `Basic ${btoa(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`)}` };
  expect((await outside(account, { headers })).status).toBe(200);
  expect(await (await calling()).json()).toMatchObject({ code: 20429, status: 429 });
});

test("a dropped connection is an error of fetch, not an answer, and stands in the traffic without a status", async () => {
  await post("/faults", { host: "api.resend.com", drop: true });
  await expect(mailing()).rejects.toThrow("Network connection lost.");
  const [latest]: { host: string; status: number | null }[] = await (await sandbox("/traffic")).json();
  expect(latest).toMatchObject({ host: "api.resend.com", status: null, direction: "out", method: "POST" });
});

test("faults are listed, and cleared at once", async () => {
  await post("/faults", { host: "api.resend.com", path: "/emails", delay_ms: 50, times: 3 });
  const listed = await (await sandbox("/faults")).json();
  expect(listed).toMatchObject({
    hosts: [
      "api.openai.com",
      "api.groq.com",
      "api.anthropic.com",
      "api.elevenlabs.io",
      "texttospeech.googleapis.com",
      "polly.us-east-1.amazonaws.com",
      "api.resend.com",
      "oauth2.googleapis.com",
      "www.googleapis.com",
      "sheets.googleapis.com",
      "slack.com",
      "api.hubapi.com",
      "api.cloudflare.com",
      "cloudflare-dns.com",
      "api.stripe.com",
      "s3.amazonaws.com",
      "s3.eu-central-1.amazonaws.com",
      "api.telnyx.com",
      "messaging.twilio.com",
      "api.twilio.com",
    ],
    faults: [{ host: "api.resend.com", path: "/emails", delay_ms: 50, times: 3, drop: false }],
  });
  expect((await sandbox("/faults", { method: "DELETE" })).status).toBe(204);
  expect(await (await sandbox("/faults")).json()).toMatchObject({ faults: [] });
});

test("an order that makes no sense is refused with its reason", async () => {
  const orders = [
    {},
    { host: "api.resend.com" },
    { host: "api.resend.com", status: 200 },
    { host: "api.resend.com", status: 500, times: 0 },
    { host: "api.resend.com", status: 500, colour: "red" },
    { host: "api.example.com", status: 500 },
    { host: "api.resend.com", effect: "repeated" },
    { host: "api.twilio.com", path: "voice-webhook", effect: "out_of_order" },
    { host: "api.twilio.com", path: "status-callbacks", status: 500 },
  ];
  for (const order of orders) {
    const response = await post("/faults", order);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { message: expect.stringMatching(/\w/) } });
  }
  expect((await sandbox("/faults", { method: "POST", body: "{" })).status).toBe(400);
});

test("a host that nobody plays is answered with 502 and its name", async () => {
  const response = await outside("https://api.nowhere.example/v1/things");
  expect(response.status).toBe(502);
  expect(await response.text()).toContain("api.nowhere.example");
});

test("the button of the clock fires the product's scheduled work, and the page remembers it", async () => {
  const fired = await post("/clock", { scheduled_time: "2026-11-21T08:00:00Z" });
  expect(await fired.json()).toMatchObject({
    by: "button",
    outcome: "ok",
    scheduled_time: Date.UTC(2026, 10, 21, 8),
  });
  const { firings, next_at } = await (await sandbox("/clock")).json<{
    firings: unknown[];
    next_at: number;
  }>();
  expect(firings).toHaveLength(1);
  expect(next_at - Date.now()).toBeLessThanOrEqual(300_000);
});

test("the phone knows the numbers that an agent answers", async () => {
  const now = Date.now();
  await env.DB.batch([
    env.DB.prepare(
      "insert into organizations (id, name, created_at, updated_at) values ('o1', 'Main Street Dental', ?, ?)",
    ).bind(now, now),
    ...[
      ["+12125550150", "Front desk"],
      ["+12125550151", null],
    ].map(([phone, agent]) =>
      env.DB.prepare(
        "insert into phone_numbers (phone_number, organization_id, number_id, provider, agent_name, created_at, updated_at) values (?, 'o1', ?, 'twilio', ?, ?, ?)",
      ).bind(phone, phone, agent, now, now),
    ),
  ]);
  expect(await (await sandbox("/phone")).json()).toEqual({
    numbers: [
      {
        phone_number: "+12125550150",
        carrier: "twilio",
        organization: "Main Street Dental",
        agent: "Front desk",
      },
    ],
  });
});

test("a script that is none is refused before anybody is called", async () => {
  const [from, to] = ["+13035550123", "+12125550188"];
  for (const script of [
    {},
    { from, to },
    { from: "me", to, turns: [] },
    { from, to, turns: [{ sing: "la" }] },
    { from, to, turns: [{ say: "Hi", press: "1" }] },
    { from, to, turns: [{ press: "one" }] },
    { from, to, turns: [{ silence_ms: -1 }] },
  ])
    expect((await post("/phone/calls", script)).status).toBe(400);
  const unknown = await post("/phone/calls", { from, to, turns: [] });
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain(to);
});

test("unknown addresses, wrong methods and other sites are refused", async () => {
  expect((await sandbox("/nothing")).status).toBe(404);
  expect((await sandbox("/phone/nothing")).status).toBe(404);
  expect((await sandbox(`/phone/calls/CA${"0".repeat(32)}`)).status).toBe(404);
  expect((await sandbox("/phone/line?to=+12125550150&from=+13035550123")).status).toBe(426);
  const wrong = await sandbox("/inbox", { method: "PUT" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, DELETE"]);
  const elsewhere = await post(
    "/faults",
    { host: "api.resend.com", status: 500 },
    { "sec-fetch-site": "cross-site" },
  );
  expect(elsewhere.status).toBe(403);
  expect((await post("/clock", {}, { origin: "https://evil.example" })).status).toBe(403);
});

test("every page is HTML that runs only this server's scripts", async () => {
  for (const path of ["", "/inbox", "/phone", "/traffic", "/clock", "/faults"]) {
    const page = await sandbox(path, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
    const text = await page.text();
    expect(text.match(/<h1>/g)).toHaveLength(1);
    expect(text.match(/<main>/g)).toHaveLength(1);
    expect(text).not.toMatch(/ on\w+=|javascript:|undefined|\[object/);
  }
});

test("numbers follow the server to another port of this machine, and to no other host", async () => {
  const client = twilioClient();
  const buy = async (areaCode: number, url: string) => {
    const [found] = await client.availablePhoneNumbers("US").local.list({ areaCode, limit: 1 });
    return client.incomingPhoneNumbers.create({ phoneNumber: found?.phoneNumber ?? "", voiceUrl: url });
  };
  const local = await buy(503, "http://localhost:8787/webhooks/twilio/voice");
  const elsewhere = await buy(504, "https://voice.example.com/answer");
  const script = { from: "+13035550123", to: "+12125550199", turns: [] };
  await exports.default.fetch(
    new Request("http://localhost:9001/sandbox/phone/calls", {
      method: "POST",
      body: JSON.stringify(script),
    }),
  );
  const voiceUrl = async (sid: string) => (await client.incomingPhoneNumbers(sid).fetch()).voiceUrl;
  expect(await voiceUrl(local.sid)).toBe("http://localhost:9001/webhooks/twilio/voice");
  expect(await voiceUrl(elsewhere.sid)).toBe("https://voice.example.com/answer");
});
