/** The page of voices through its forms, and calls that speak with what was chosen there. */
import { describe, expect, test } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { mostFavorites, mostWords } from "#app/voices/voice-settings.schema.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import {
  call,
  clinic,
  connect,
  hangUp,
  newCallSid,
  newNumber,
  relayAction,
  relayOrder,
  ring,
  rows,
} from "../support/telephone.ts";

const kore = "google:en-US-Chirp3-HD-Kore";
const puck = "google:en-US-Chirp3-HD-Puck";

const textAt = async (person: { get(path: string): Promise<Response> }, path = "/voices") =>
  pageText(await (await person.get(path)).text());

describe("the list", () => {
  test("is filtered by language, accent, gender, provider and words; nonsense in the address filters nothing", async () => {
    const owner = await memberOf();
    const all = await textAt(owner);
    for (const one of [
      "Google Chirp 3 HD",
      "Amazon Generative",
      "ElevenLabs Flash 2.5",
      "English, United Kingdom",
    ])
      expect(all).toContain(one);
    expect(all).not.toContain("Spanish, Mexico");
    const mexican = await textAt(owner, "/voices?language=es&accent=MX");
    expect(mexican).toContain("4 shown");
    expect(mexican).toContain("Female, conversational · Spanish, Mexico · Amazon Generative");
    expect(await textAt(owner, "/voices?accent=GB&gender=male&provider=elevenlabs")).toContain("2 shown");
    expect(await textAt(owner, "/voices?q=Aoede%20kingdom")).toContain("1 shown");
    expect(await textAt(owner, "/voices?q=nothing-like-it")).toContain("No matching voices");
    expect(await textAt(owner, "/voices?gender=x&provider=y&only=z&q=")).toBe(all);
  });

  test("names the agents of each voice, and those whose voice it does not have", async () => {
    const change = (id: string) => (spec: AgentSpec) => ({
      ...spec,
      voice: { provider: "google" as const, id },
    });
    const owner = await clinic(change("en-US-Chirp3-HD-Kore"));
    const used = await textAt(owner, "/voices?only=used");
    expect(used).toContain("1 shown");
    expect(used).toContain(`Used by ${owner.spec.name}`);
    const other = await clinic(change("en-US-Journey-O"));
    expect(await textAt(other)).toContain(`Not in this list: the voice of ${other.spec.name}`);
  });

  test("begins with the organization's favorites, which are no one else's", async () => {
    const owner = await memberOf();
    expect((await owner.post("/voices", { do: "favor", voice: puck })).status).toBe(200);
    await owner.post("/voices", { do: "favor", voice: puck });
    const favorites = await textAt(owner, "/voices?only=favorites");
    expect(favorites).toContain("1 shown");
    expect(favorites).toContain("Puck");
    expect(await textAt(await memberOf(), "/voices?only=favorites")).toContain("No matching voices");
    await owner.post("/voices", { do: "unfavor", voice: puck });
    expect(await textAt(owner, "/voices?only=favorites")).toContain("No matching voices");
  });

  test("holds a bounded number of favorites", async () => {
    const owner = await memberOf();
    for (let n = 0; n < mostFavorites; n++) await owner.store.voices.favor(`google:${n}`, true);
    const answer = await owner.post("/voices", { do: "favor", voice: puck });
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toContain(`at most ${mostFavorites} favorites`);
  });
});

test.each([
  [{ do: "favor", voice: "google:en-US-Journey-O" }, "no longer in the list"],
  [{ do: "favor" }, "no longer in the list"],
  [{ do: "choose", default_voice: "amazon:Lupe-Neural", fallback_voice: "" }, "choose an English voice"],
  [{ do: "choose", default_voice: "x", fallback_voice: "" }, "Choose one from the list"],
  [{ do: "add_word", word: "two words", said: "x" }, "Enter one word, without spaces"],
  [{ do: "add_word", word: "Nguyen", said: "<break/>" }, "Write it the way it sounds"],
  [{ do: "remove_word" }, "Reload the page"],
  [{ do: "something" }, "Reload the page"],
  [{}, "Reload the page"],
])("the form %j is refused in words, and changes nothing", async (form, words) => {
  const owner = await memberOf();
  const answer = await owner.post("/voices", form as Record<string, string>);
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(words);
  expect(await rows(owner, "select value from settings where name = 'voices'")).toEqual([]);
});

test("new agents start with the default voice, whose editor offers the favorites first", async () => {
  const owner = await memberOf();
  await owner.post("/voices", { do: "choose", default_voice: kore, fallback_voice: "" });
  await owner.post("/voices", { do: "favor", voice: puck });
  const made = await owner.post("/agents/new", { kind: "receptionist" });
  const editor = await (await owner.get(made.headers.get("location") ?? "")).text();
  expect(editor).toMatch(new RegExp(`<option value="${kore}" selected`));
  expect(editor).toMatch(new RegExp(`<optgroup label="Favorites"><option value="${puck}"`));
  expect(editor).not.toContain("Spanish");
  await owner.post("/voices", { do: "choose", default_voice: "", fallback_voice: "" });
  const next = await owner.post("/agents/new", { kind: "receptionist" });
  const [agent] = (await owner.store.agents.voices()).slice(-1);
  expect(next.headers.get("location")).toBe(`/agents/${agent?.id}`);
  expect(agent?.voice.id).toBe("en-US-Chirp3-HD-Aoede");
});

describe("the dictionary", () => {
  test("holds each word once, whatever its capitals, in order; a word is removed", async () => {
    const owner = await memberOf();
    const add = (word: string, said: string) => owner.post("/voices", { do: "add_word", word, said });
    expect((await add("Zoe", "zo ee")).status).toBe(200);
    expect((await add("Nguyen", "win")).status).toBe(200);
    const again = await add("NGUYEN", "new yen");
    expect(again.status).toBe(422);
    const html = await again.text();
    expect(await pageText(html)).toContain("already in the dictionary");
    // What was typed is still there.
    expect(html).toContain('value="new yen"');
    expect(await pageText(html)).toMatch(/2 of 200 words.*Nguyen.*“win”.*Zoe.*“zo ee”/s);
    await owner.post("/voices", { do: "remove_word", word: "nguyen" });
    const left = await textAt(owner);
    expect(left).toContain("1 of 200 words");
    expect((await owner.post("/voices", { do: "remove_word", word: "nguyen" })).status).toBe(200);
  });

  test("is full with two hundred words", async () => {
    const owner = await memberOf();
    for (let n = 0; n < mostWords; n++) await owner.store.voices.addWord({ word: `word${n}`, said: "x" });
    const answer = await owner.post("/voices", { do: "add_word", word: "Nguyen", said: "win" });
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toContain("holds 200 words");
  });

  test("words of thirty additions at once are all kept", async () => {
    const owner = await memberOf();
    const words = Array.from({ length: 30 }, (_, n) => `word${n}`);
    await Promise.all(words.map((word) => owner.post("/voices", { do: "add_word", word, said: "x" })));
    const kept = (await owner.store.voices.read()).pronunciations.map(({ word }) => word);
    expect(kept.sort()).toEqual(words.sort());
  });

  test("is heard by callers, and transcripts keep the words as they are written", async () => {
    const owner = await clinic((spec) => ({ ...spec, greeting: "Hello, this is Dr. Nguyen's office." }));
    await owner.post("/voices", { do: "add_word", word: "nguyen", said: "win" });
    const placed = await call(owner);
    expect(placed.greeting).toMatch(/^Hello, this is Dr\. win's office\./);
    // A word added now is not this call's.
    await owner.post("/voices", { do: "add_word", word: "cleaning", said: "kleening" });
    expect(await placed.relay.say("a cleaning please")).not.toContain("kleening");
    await hangUp(placed);
    const [row] = await rows(owner, "select lines from call_transcripts");
    const lines: { type: string; text: string; heard: string | null }[] = JSON.parse(String(row?.lines));
    expect(lines[0]?.text).toMatch(/^Hello, this is Dr\. Nguyen's office\./);
    expect(JSON.stringify(lines)).not.toMatch(/\bwin\b/);
  });

  test("what a caller heard before interrupting is in written words", async () => {
    const owner = await clinic((spec) => ({
      ...spec,
      greeting: "Hello, Nguyen dental speaking. How can I help you today?",
    }));
    await owner.post("/voices", { do: "add_word", word: "Nguyen", said: "win" });
    const call_sid = newCallSid();
    const order = relayOrder(await (await ring({ call_sid, from: newNumber(), to: owner.number })).text());
    const relay = await connect(order?.url ?? "");
    relay.setUp(call_sid);
    await relay.until(() => relay.turns.length > 0);
    expect(relay.turns[0]).toContain("win dental");
    relay.send({ type: "info", name: "agentSpeaking", value: "on" });
    relay.send({ type: "info", name: "tokensPlayed", value: "Hello, win" });
    relay.send({
      type: "interrupt",
      utteranceUntilInterrupt: "Hello, win dental",
      durationUntilInterruptMs: 900,
    });
    await relay.say("a cleaning please");
    await hangUp({ relay, call_sid, action: order?.action ?? "" });
    const [row] = await rows(owner, "select lines from call_transcripts");
    expect(JSON.parse(String(row?.lines))[0]).toMatchObject({ heard: "Hello, Nguyen dental" });
  });
});

describe("the voice of a call", () => {
  const arrival = async (to: string) => {
    const call_sid = newCallSid();
    const xml = await (await ring({ call_sid, from: newNumber(), to })).text();
    return { call_sid, xml, order: relayOrder(xml) };
  };

  test("is the fallback when the agent's left the catalogue, and the agent keeps its own", async () => {
    const owner = await clinic((spec) => ({ ...spec, voice: { provider: "google", id: "en-US-Journey-O" } }));
    expect((await arrival(owner.number)).xml).toContain('voice="en-US-Journey-O"');
    await owner.post("/voices", { do: "choose", default_voice: "", fallback_voice: puck });
    expect((await arrival(owner.number)).xml).toContain('voice="en-US-Chirp3-HD-Puck"');
    expect((await owner.store.agents.find(owner.agentId))?.spec.voice.id).toBe("en-US-Journey-O");
  });

  test("is the fallback from when the carrier refused the first session on, and another call begins with the agent's own", async () => {
    const owner = await clinic();
    await owner.post("/voices", { do: "choose", default_voice: "", fallback_voice: puck });
    const { call_sid, xml, order } = await arrival(owner.number);
    expect(xml).not.toContain("Puck");
    const placed = { call_sid, action: order?.action ?? "" };
    const again = await (await relayAction(placed, { SessionStatus: "failed" })).text();
    expect(again).toContain('voice="en-US-Chirp3-HD-Puck"');
    const relay = await connect(relayOrder(again)?.url ?? "");
    relay.setUp(call_sid);
    await relay.turn(0);
    relay.close();
    const third = await (await relayAction(placed, { SessionStatus: "failed" })).text();
    expect(third).toContain('voice="en-US-Chirp3-HD-Puck"');
    expect((await arrival(owner.number)).xml).not.toContain("Puck");
  });

  test("stays the agent's own when the line drops after it was heard", async () => {
    const owner = await clinic();
    await owner.post("/voices", { do: "choose", default_voice: "", fallback_voice: puck });
    const placed = await call(owner);
    placed.relay.close();
    const again = await (await relayAction(placed, { SessionStatus: "failed" })).text();
    expect(again).toContain(`voice="${owner.spec.voice.id}"`);
  });
});

test("viewers look and change nothing, billing sees nothing", async () => {
  const owner = await memberOf();
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const html = await (await viewer.get("/voices")).text();
  expect(html).not.toContain('value="favor"');
  expect(html).not.toContain("Add word");
  expect((await viewer.post("/voices", { do: "favor", voice: puck })).status).toBe(403);
  const billing = await memberOf({ role: "billing", organizationId: owner.organizationId });
  expect((await billing.get("/voices")).status).toBe(403);
});
