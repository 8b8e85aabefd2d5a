/** Previews of voices by their providers: whose key asks, what is heard, what is refused, and what is kept. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { speechKeyOf } from "#app/models/speech-keys.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { day_ms, second_ms } from "#app/platform/durations.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { forgetPreviews } from "#app/voices/preview-cache.server.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";

const sarah = "elevenlabs:EXAVITQu4vr4xnSDxMaL";
const kore = "google:en-US-Chirp3-HD-Kore";
const amy = "amazon:Amy-Neural";
const speech = "https://api.elevenlabs.io/v1/text-to-speech/EXAVITQu4vr4xnSDxMaL";

const ofElevenLabs = (kind = "") => `sk_${kind}${crypto.randomUUID()}`;
const ofGoogle = (kind = "") => `AIza${kind}${crypto.randomUUID()}`;

const keys = "/settings/models";
const add = (who: Person, key: string, provider = "elevenlabs", key_id = "AKIAEXAMPLE12345") =>
  who.post(keys, { intent: "add", provider, name: "", base_url: "", key_id, key });
async function withKey(key = ofElevenLabs(), provider = "elevenlabs"): Promise<Person> {
  const owner = await memberOf();
  expect((await add(owner, key, provider)).headers.get("location")).toBe(`${keys}?done=added`);
  return owner;
}

const preview = (who: Person, voice = sarah, sentence = "Good morning.") =>
  who.post("/voices/preview", { voice, sentence });
const soundOf = async (answer: Response): Promise<string> => {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  return new TextDecoder("latin1").decode(await answer.arrayBuffer());
};

const refusal = z.object({
  error: z.string().nullable(),
  nearest: z.object({ locale: z.string(), gender: z.enum(["female", "male"]), text: z.string() }).nullable(),
});
async function insteadOf(answer: Response) {
  return { status: answer.status, ...refusal.parse(await answer.json()) };
}

const passed = z.array(z.object({ host: z.string(), path: z.string() }));
/** How many times ElevenLabs was asked to speak with Sarah. */
async function asked(): Promise<number> {
  const answer = await anonymous().get("/sandbox/traffic", { accept: "application/json" });
  const requests = passed.parse(await answer.json());
  return requests.filter(({ host, path }) => `https://${host}${path}`.startsWith(speech)).length;
}
async function fault(order: Record<string, unknown>): Promise<void> {
  const ordered = await anonymous().fetch("/sandbox/faults", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ host: "api.elevenlabs.io", path: "/v1/text-to-speech", ...order }),
  });
  expect(ordered.status).toBe(201);
}

describe("a key of speech", () => {
  test.each([
    ["elevenlabs", ofElevenLabs(), "ElevenLabs"],
    ["elevenlabs", ofElevenLabs("narrow_"), "ElevenLabs"],
    ["google_tts", ofGoogle(), "Google Text-to-Speech"],
    ["polly", "secret/of+AKIAEXAMPLE12345", "Amazon Polly"],
  ])("of %s that works is shown by its last four, and removed", async (provider, key, name) => {
    const owner = await withKey(key, provider);
    const html = await (await owner.get(keys)).text();
    expect(await pageText(html)).toContain(`${name}, ends in ${key.slice(-4)}`);
    expect(html).not.toContain(key);
    const id = /name="id" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const voice = { elevenlabs: sarah, google_tts: kore, polly: amy }[provider] ?? "";
    await soundOf(await preview(owner, voice));
    const again = await owner.post(keys, { intent: "test", id });
    expect(again.headers.get("location")).toBe(`${keys}?done=works`);
    await owner.post(keys, { intent: "remove", id });
    expect(await insteadOf(await preview(owner, voice))).toMatchObject({ status: 200, error: null });
  });

  test.each([
    ["elevenlabs", "no-key-of-theirs", "refused this key"],
    ["elevenlabs", "sk-proj-12345678", "key for language models"],
    ["google_tts", "no-key-of-theirs", "refused this key"],
    ["google_tts", ofGoogle("_off_"), "refused this key"],
    ["polly", "secret/of+another-key", "refused this key"],
  ])("of %s that is refused (%s) is not kept, and is said so", async (provider, key, words) => {
    const owner = await memberOf();
    const answer = await add(owner, key, provider);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(await pageText(html)).toContain(words);
    expect(html).not.toContain(key);
    expect(await pageText(await (await owner.get(keys)).text())).toContain("No keys yet");
  });

  test("is the organization's own before the platform's, and the platform's without one", async () => {
    const owner = await memberOf();
    const ours = { ...env, ELEVENLABS_API_KEY: "sk_platform_1234" };
    const find = (bindings = ours) =>
      speechKeyOf(bindings, new Database(env.DB, new Timing()), owner.organizationId, "elevenlabs");
    expect(await find()).toMatchObject({ key: "sk_platform_1234", payer: "platform" });
    const key = ofElevenLabs();
    await add(owner, key);
    expect(await find()).toMatchObject({ key, payer: "organization" });
    expect(await find(Object.assign({}, ours, { ELEVENLABS_API_KEY: undefined }))).toMatchObject({ key });
  });
});

describe("what is heard", () => {
  test("is the sentence as the provider speaks it, with the organization's pronunciations", async () => {
    const owner = await withKey();
    await add(owner, ofGoogle(), "google_tts");
    await owner.post("/voices", { do: "add_word", word: "Nguyen", said: "win" });
    expect(await soundOf(await preview(owner, sarah, "Doctor Nguyen & co."))).toContain("Doctor win & co.");
    expect(await soundOf(await preview(owner, kore, "Nguyen here."))).toContain("win here.");
    await add(owner, "secret/of+AKIAEXAMPLE12345", "polly");
    expect(await soundOf(await preview(owner, amy, "Nguyen, “hello” & ¿qué?"))).toContain("Amy neural: win");
    expect(await soundOf(await preview(owner, "amazon:Mía-Generative"))).toContain("Mia generative: Good");
  });

  test("without a key is the browser's nearest voice", async () => {
    const owner = await memberOf();
    await owner.post("/voices", { do: "add_word", word: "Nguyen", said: "win" });
    for (const [voice, locale] of [
      [sarah, "en-US"],
      [kore, "en-US"],
      [amy, "en-GB"],
    ] as const)
      expect(await insteadOf(await preview(owner, voice, "Nguyen here."))).toEqual({
        status: 200,
        error: null,
        nearest: { locale, gender: "female", text: "win here." },
      });
  });

  test("is said by the page before it is heard", async () => {
    const owner = await memberOf();
    const text = async () => pageText(await (await owner.get("/voices")).text());
    expect(await text()).toContain("add a key of its provider");
    await add(owner, ofElevenLabs());
    expect(await text()).toContain("plays the voices of ElevenLabs themselves");
    expect(await text()).toContain("Those of Google and Amazon play with your browser's nearest voice");
  });

  test("again costs nothing, until it is forgotten", async () => {
    const owner = await withKey();
    const sentence = `Hello ${crypto.randomUUID()}.`;
    const before = await asked();
    const first = await soundOf(await preview(owner, sarah, sentence));
    expect(await soundOf(await preview(owner, sarah, sentence))).toBe(first);
    await expect.poll(asked).toBe(before + 1);
    await forgetPreviews(env, Date.now());
    await soundOf(await preview(owner, sarah, sentence));
    await expect.poll(asked).toBe(before + 1);
    await forgetPreviews(env, Date.now() + 14 * day_ms);
    await soundOf(await preview(owner, sarah, sentence));
    await expect.poll(asked).toBe(before + 2);
  });
});

test("another organization's key is never used, nor what it heard", async () => {
  const sentence = `Hello ${crypto.randomUUID()}.`;
  const owner = await withKey();
  await soundOf(await preview(owner, sarah, sentence));
  const before = await asked();
  const other = await memberOf();
  expect(await insteadOf(await preview(other, sarah, sentence))).toMatchObject({ status: 200, error: null });
  expect(await asked()).toBe(before);
  await add(other, ofElevenLabs("quota_"));
  expect(await insteadOf(await preview(other, sarah, sentence))).toMatchObject({ status: 502 });
  await expect.poll(asked).toBe(before + 1);
});

test.each([
  [sarah, "", "Enter a sentence"],
  [sarah, "x".repeat(201), "At most 200 characters"],
  [sarah, 'Wait <break time="3s"/> here', "can't be spoken"],
  [sarah, "two\nlines", "Remove the invisible characters"],
  ["google:en-US-Journey-O", "Hello.", "no longer in the list"],
  ["", "Hello.", "no longer in the list"],
])("a preview of %s with %j is refused in words, and nothing is asked", async (voice, sentence, words) => {
  const owner = await withKey();
  const before = await asked();
  const refused = await insteadOf(await preview(owner, voice, sentence));
  expect(refused).toMatchObject({ status: 422, nearest: null });
  expect(refused.error).toContain(words);
  expect(await asked()).toBe(before);
});

test("a sentence that pronunciations make a speech is refused", async () => {
  const owner = await withKey();
  await owner.post("/voices", { do: "add_word", word: "a", said: "very long ".repeat(7).trim() });
  const refused = await insteadOf(await preview(owner, sarah, "a ".repeat(50)));
  expect(refused).toMatchObject({ status: 422, error: "With its pronunciations this sentence is too long." });
});

describe("a provider that does not speak is said so, and the browser speaks instead", () => {
  test.each([
    ["quota_", "credit is used up"],
    ["plan_", "isn't part of your plan at ElevenLabs"],
    ["gone_", "doesn't offer this voice"],
    ["huge_", "audio of ElevenLabs is too long"],
    ["page_", "didn't respond"],
  ])("by the key %s", async (kind, words) => {
    const owner = await withKey(ofElevenLabs(kind));
    const refused = await insteadOf(await preview(owner));
    expect(refused).toMatchObject({ status: 502, nearest: { locale: "en-US", text: "Good morning." } });
    expect(refused.error).toContain(words);
  });

  test.each([
    [{ status: 401 }, "refused the key"],
    [{ status: 429 }, "limiting this key"],
    [{ status: 500 }, "didn't respond"],
    [{ drop: true }, "didn't respond"],
    [{ location: "https://api.resend.com/stolen" }, "didn't respond"],
    // Longer than the eight seconds that the whole answer may take.
    [{ delay_ms: 9 * second_ms }, "didn't respond"],
  ])(
    "by the fault %j, and the next time it is asked again",
    async (order, words) => {
      const owner = await withKey();
      await fault(order);
      const refused = await insteadOf(await preview(owner));
      expect(refused.status).toBe(502);
      expect(refused.error).toContain(words);
      await soundOf(await preview(owner));
    },
    30 * second_ms,
  );

  test("by Google, whose answer is bounded too", async () => {
    const owner = await withKey(ofGoogle("_huge_"), "google_tts");
    expect((await insteadOf(await preview(owner, kore))).error).toContain("audio of Google is too long");
  });
});

test("a member hears thirty new sentences in ten minutes; what was heard stays to be heard", async () => {
  const owner = await withKey();
  for (let n = 0; n < 30; n++) expect((await preview(owner, sarah, `Sentence ${n}.`)).status).toBe(200);
  const before = await asked();
  const answer = await preview(owner, sarah, "One more.");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  const refused = await insteadOf(answer);
  expect(refused).toMatchObject({ status: 429, nearest: { text: "One more." } });
  expect(refused.error).toContain("Please wait");
  expect(await asked()).toBe(before);
  await soundOf(await preview(owner, sarah, "Sentence 7."));
  const colleague = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  await soundOf(await preview(colleague, sarah, "One more."));
});
