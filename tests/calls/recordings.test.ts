/** Recordings of calls through the front door: ordered at both carriers, brought into the bucket, played, refused, and deleted. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { keepAudio } from "#app/calls/recordings/store-audio.server.ts";
import { newId } from "#app/platform/id.ts";
import { clinic, clinicNumbers } from "#workers/sandbox/demo-clinic.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { delivered } from "../support/outbox.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { history, newCallSid, rows, webhook } from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";

let owner: Person;

beforeAll(async () => {
  expect((await sandbox("/seed", { method: "POST" })).status).toBe(200);
  owner = await memberOf({ organizationId: clinic.id });
  await anonymous().get("/call-history");
}, 180_000);

const consent = "This call is recorded.";
const recorded = (is_on: boolean, more: object = {}) =>
  owner.store.recordings.choose({ is_on, consent, retention_days: 90, ...more }, Date.now());

const numberAt = (carrier: string): string =>
  clinicNumbers.find((number) => number.carrier === carrier)?.phone_number ?? "";

type Result = { call_sid: string; status: string; transcript: { role: string; text: string }[] };

/** A scripted call, and its id here. */
async function call(carrier: string, turns: object[]): Promise<Result & { id: string }> {
  const order = { from: "+13035550177", to: numberAt(carrier), turns };
  const result: Result = await (await post("/phone/calls", order)).json();
  const kept = (await history({ organizationId: clinic.id })).find(
    ({ provider_call_id }) => provider_call_id === result.call_sid,
  );
  return { ...result, id: String(kept?.id) };
}

const asks = [{ say: "What are your opening hours?" }, { say: "no thanks bye" }];

const statusOf = async (id: string) =>
  (await rows(owner, `select status from call_recordings where call_id = '${id}'`))[0]?.status ?? null;
/** The queue does what waits for recordings, now and not after all that the demo has left to it. */
const work = async () => {
  const waiting = await rows(
    owner,
    "select id, kind, payload, created_at from outbox where kind like 'recording_%'",
  );
  const asked = waiting.map((row) => ({ ...row, payload: JSON.parse(String(row.payload)) }));
  await delivered(asked.map((task) => ({ ...task, organization_id: clinic.id, outbox: "organization" })));
};
/** Works until something is so. */
const until = (isSo: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      await work();
      await isSo();
    },
    { timeout: 60_000, interval: 100 },
  );
const becomes = (id: string, status: string | null) =>
  until(async () => expect(await statusOf(id)).toBe(status));
const keyOf = (id: string) => `recordings/${clinic.id}/${id}`;
const isKept = async (id: string) => (await env.FILES.head(keyOf(id))) !== null;

/** What the product asked a carrier, by method and path. */
const asked = async (): Promise<{ method: string; path: string; direction: string }[]> =>
  (await sandbox("/traffic")).json();

test("a call is not recorded while recording is off", async () => {
  await recorded(false);
  const { id, transcript } = await call("twilio", asks);
  expect(await statusOf(id)).toBeNull();
  expect(transcript.map(({ text }) => text)).not.toContain(consent);
});

test.each(["twilio", "telnyx"])(
  "a call at %s is recorded after the consent line, kept here, deleted there, and played in parts",
  async (carrier) => {
    await recorded(true);
    const { id, transcript } = await call(carrier, asks);
    expect(transcript[0]).toMatchObject({ role: "agent", text: consent });
    await becomes(id, "stored");
    const [row] = await rows(owner, `select * from call_recordings where call_id = '${id}'`);
    expect(row).toMatchObject({ provider: carrier, content_type: "audio/wav" });
    expect(Number(row?.seconds)).toBeGreaterThan(3);
    const peaks: number[][] = JSON.parse(String(row?.peaks));
    expect(peaks).toHaveLength(2);
    for (const channel of peaks) expect(Math.max(...channel)).toBeGreaterThan(20);
    await until(async () =>
      expect(
        (await asked()).some(({ method, path }) => method === "DELETE" && path.includes(String(row?.sid))),
      ).toBe(true),
    );

    const path = `/call-history/${id}/recording`;
    const whole = await owner.get(path);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("cache-control")).toBe("private, no-store");
    expect(whole.headers.get("content-type")).toBe("audio/wav");
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(bytes.length).toBe(Number(row?.bytes));
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("RIFF");
    const part = await owner.get(path, { range: "bytes=4-11" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 4-11/${bytes.length}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(4, 12));
    const end = await owner.get(path, { range: "bytes=-8" });
    expect(new Uint8Array(await end.arrayBuffer())).toEqual(bytes.subarray(-8));
    const beyond = await owner.get(path, { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
    const file = await owner.get(`${path}?download`);
    expect(file.headers.get("content-disposition")).toMatch(
      /^attachment; filename="call-[\d-]{10}-[\w]{8}\.wav"$/,
    );
    await file.body?.cancel();

    const html = await (await owner.get(`/call-history/${id}`)).text();
    expect(html).toContain(`src="${path}"`);
    expect(html).toContain("Play from 0:0");
    expect(wordsOf(html)).toContain(consent);
  },
  120_000,
);

test("a role that may not read who called gets no audio, and neither does another organization", async () => {
  await recorded(true);
  const { id } = await call("twilio", asks);
  await becomes(id, "stored");
  const path = `/call-history/${id}/recording`;
  const viewer = await memberOf({ organizationId: clinic.id, role: "viewer" });
  expect((await viewer.get(path)).status).toBe(403);
  const seen = await (await viewer.get(`/call-history/${id}`)).text();
  expect(seen).not.toContain("<audio");
  expect((await (await memberOf()).get(path)).status).toBe(404);
  expect((await anonymous().get(path)).status).toBe(302);
  expect((await owner.get(`/call-history/${newId()}/recording`)).status).toBe(404);
  const member = await memberOf({ organizationId: clinic.id, role: "member" });
  expect((await member.post(`/call-history/${id}`, { do: "delete_recording" })).status).toBe(403);
  expect(await isKept(id)).toBe(true);
}, 120_000);

test("the audio of one call is deleted alone, and the call stays", async () => {
  await recorded(true);
  const { id } = await call("telnyx", asks);
  await becomes(id, "stored");
  expect((await owner.post(`/call-history/${id}`, { do: "delete_recording" })).status).toBe(200);
  await until(async () => expect(await isKept(id)).toBe(false));
  expect((await owner.get(`/call-history/${id}/recording`)).status).toBe(404);
  const page = wordsOf(await (await owner.get(`/call-history/${id}`)).text());
  expect(page).toContain("The recording of this call was deleted.");
  expect(page).toContain("opening hours");
  expect((await owner.post(`/call-history/${id}`, { do: "delete_recording" })).status).toBe(404);
}, 120_000);

test.each(["twilio", "telnyx"])(
  "a caller at %s who says no is not recorded",
  async (carrier) => {
    await recorded(true);
    const { id, transcript } = await call(carrier, [
      { say: "Please don't record this call." },
      { say: "What are your opening hours?" },
      { say: "no thanks bye" },
    ]);
    expect(transcript.map(({ text }) => text).join(" ")).toContain("isn't being recorded anymore");
    expect(await statusOf(id)).toBe("declined");
    const [row] = await rows(owner, `select sid from call_recordings where call_id = '${id}'`);
    await until(async () =>
      expect(
        (await asked()).some(({ method, path }) => method === "DELETE" && path.includes(String(row?.sid))),
      ).toBe(true),
    );
    expect(await isKept(id)).toBe(false);
    const page = wordsOf(await (await owner.get(`/call-history/${id}`)).text());
    expect(page).toContain("The caller didn't want to be recorded");
  },
  120_000,
);

/** A fault at a host of the outside world. */
const goesWrong = async (fault: object) => expect((await post("/faults", fault)).status).toBe(201);

test("callbacks that are lost, repeated, reversed and hours late lead to the same recording", async () => {
  await recorded(true);
  const host = "api.twilio.com";
  await goesWrong({ host, path: "recording-callbacks", drop: true, times: 2 });
  const { id, call_sid } = await call("twilio", asks);
  expect(await statusOf(id)).toBe("expected");
  const [expected] = await rows(owner, `select * from call_recordings where call_id = '${id}'`);
  // The object looks for it itself, and finds at the carrier what no one reported.
  await owner.store.recordings.lookForMissing(id, Date.now());
  await becomes(id, "stored");
  const [row] = await rows(owner, `select * from call_recordings where call_id = '${id}'`);
  const report = {
    call_id: id,
    provider: "twilio",
    account_id: null,
    provider_call_id: call_sid,
    sid: String(row?.sid),
    seconds: null,
  };
  // Its reports come after all, the last one first, and twice.
  for (const status of ["ready", "going", "ready"] as const)
    await owner.store.recordings.reported({ ...report, status }, Date.now() + 3 * 3_600_000);
  expect(await statusOf(id)).toBe("stored");
  expect(expected?.sid).toBeNull();

  await goesWrong({ host, path: "recording-callbacks", effect: "repeated", times: 2 });
  const again = await call("twilio", asks);
  await becomes(again.id, "stored");
}, 180_000);

test("a recording that is never ready is given up after a day, in words", async () => {
  await recorded(true);
  await goesWrong({ host: "api.twilio.com", path: "recording-callbacks", drop: true, times: 2 });
  const { id } = await call("twilio", asks);
  expect(await owner.store.recordings.fetchJob(id, Date.now())).toMatchObject({ provider: "twilio" });
  expect(await owner.store.recordings.fetchJob(id, Date.now() + 26 * 3_600_000)).toBeNull();
  expect(await statusOf(id)).toBe("failed");
  expect(wordsOf(await (await owner.get(`/call-history/${id}`)).text())).toContain(
    "didn't hand over the recording within a day",
  );
}, 120_000);

test.each([
  ["twilio", "api.twilio.com", `/2010-04-01/Accounts/${carrierSettings.TWILIO_ACCOUNT_SID}/Recordings`],
  ["telnyx", "s3.amazonaws.com", "/"],
])(
  "a file that %s does not give at once is fetched again",
  async (carrier, host, path) => {
    await recorded(true);
    await goesWrong({ host, path, status: 503 });
    const { id } = await call(carrier, asks);
    await becomes(id, "stored");
  },
  180_000,
);

test("a call that is deleted takes its audio along, also when the carrier reports later", async () => {
  await recorded(true);
  const { id, call_sid } = await call("twilio", asks);
  await becomes(id, "stored");
  expect(await owner.store.remarks.deleteCalls([id])).toMatchObject({ gone: [id] });
  expect(await statusOf(id)).toBeNull();
  await until(async () => expect(await isKept(id)).toBe(false));
  const sid = `RE${crypto.randomUUID().replaceAll("-", "")}`;
  const report = { call_id: id, provider: "twilio", account_id: null, provider_call_id: call_sid, sid };
  await owner.store.recordings.reported({ ...report, status: "ready", seconds: 3 }, Date.now());
  await until(async () => expect((await asked()).some(({ path }) => path.includes(sid))).toBe(true));
  expect(await statusOf(id)).toBeNull();
}, 180_000);

test("audio goes when it is as old as the organization keeps it, and the call stays", async () => {
  await recorded(true, { retention_days: 1 });
  const { id } = await call("twilio", asks);
  await becomes(id, "stored");
  await owner.store.recordings.forgetOldAudio(Date.now());
  expect(await statusOf(id)).toBe("stored");
  await owner.store.recordings.forgetOldAudio(Date.now() + 3 * 86_400_000);
  expect(await statusOf(id)).toBe("deleted");
  await until(async () => expect(await isKept(id)).toBe(false));
}, 120_000);

test("a report with a proof that is not ours changes nothing", async () => {
  const form = { CallSid: newCallSid(), RecordingSid: `RE${"0".repeat(32)}`, RecordingStatus: "completed" };
  const address = `/webhooks/twilio/recording/${newId()}?organization=${clinic.id}`;
  expect((await webhook(`${address}&recorded=forged`, form)).status).toBe(403);
  expect((await webhook(address, form)).status).toBe(403);
  expect((await webhook(`/webhooks/twilio/recording/${newId()}`, form)).status).toBe(400);
  expect((await webhook(`${address}&recorded=x`, { ...form, RecordingStatus: "paused" })).status).toBe(400);
});

test("a file that is too large, broken off or empty is not kept", async () => {
  const key = `recordings/${newId()}/${newId()}`;
  const file = (bytes: number, headers: HeadersInit = {}) =>
    new Response(new Uint8Array(bytes).fill(7), { headers: { "content-type": "audio/x-wav", ...headers } });
  expect(await keepAudio(env, key, file(2000), 1000)).toEqual({ ok: false, reason: "too_large" });
  // A length that is not told does not help.
  const untold = new Response(file(2000).body);
  expect(await keepAudio(env, key, untold, 1000)).toEqual({ ok: false, reason: "too_large" });
  expect(await keepAudio(env, key, file(0), 1000)).toEqual({ ok: false, reason: "empty" });
  expect(await env.FILES.head(key)).toBeNull();
  const large = 7 * 1024 * 1024;
  expect(await keepAudio(env, key, file(large), 8 * 1024 * 1024)).toMatchObject({ ok: true, bytes: large });
  expect((await env.FILES.head(key))?.size).toBe(large);
});

test("an owner chooses whether calls are recorded, and a member does not", async () => {
  const person = await memberOf();
  const form = { intent: "recording", is_on: "on", consent: " We record calls. ", retention_days: "" };
  expect((await person.post("/settings/data", form)).status).toBe(302);
  expect(await person.store.recordings.chosen()).toEqual({
    is_on: true,
    consent: "We record calls.",
    retention_days: null,
  });
  for (const wrong of [
    { consent: " " },
    { consent: "x".repeat(301) },
    { retention_days: "0" },
    { retention_days: "9999" },
  ])
    expect((await person.post("/settings/data", { ...form, ...wrong })).status).toBe(422);
  expect((await person.post("/settings/data", { intent: "recording", consent: "Off." })).status).toBe(302);
  expect(await person.store.recordings.chosen()).toMatchObject({ is_on: false });
  const member = await memberOf({ organizationId: person.organizationId, role: "member" });
  expect((await member.post("/settings/data", form)).status).toBe(403);
});
