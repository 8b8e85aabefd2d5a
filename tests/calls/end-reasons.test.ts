/** The ends of calls that the history names by a cause of their own, each where it really happens. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { script } from "../models/asking.ts";
import { type Call, type Clinic, call, clinic, hangUp, history, relayAction } from "../support/telephone.ts";
import { lineOf, ticketFor, widget } from "../web-calls/calling.ts";

const lastOf = async (owner: Pick<Clinic, "organizationId">) => (await history(owner)).at(-1);

test("a caller who says goodbye ended the call, unless it reached its goal", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  await placed.relay.say("what are your opening hours?");
  await placed.relay.say("no thanks, goodbye");
  expect(await placed.relay.handoff()).toEqual({ reason: "goodbye" });
  await relayAction(placed, {});
  expect(await lastOf(owner)).toMatchObject({
    ended_by: "agent",
    end_reason: "end_phrase",
    end_detail: null,
  });
});

test("a browser that opens the line and never joins is no call of anyone", async () => {
  const owner = await clinic();
  const opening = await ticketFor(await widget(owner));
  await lineOf(opening.ticket);
  const [live] = await owner.store.live.list();
  const session = env.CALL_SESSION.getByName(String(live?.call_id));
  await runInDurableObject(session, (_, { storage }) => {
    storage.sql.exec("update timers set due_at = 0 where kind = 'connect'");
  });
  await runDurableObjectAlarm(session);
  expect(await lastOf(owner)).toMatchObject({ end_reason: "join_timeout", talk_seconds: 0 });
});

describe("a caller of a recorded call", () => {
  const recorded = async () => {
    const owner = await clinic();
    const rules = { is_on: true, consent: "This call is recorded.", retention_days: 90 };
    await owner.store.recordings.choose(rules, Date.now());
    const placed = await call(owner);
    await placed.relay.say("I don't want to be recorded");
    return { owner, placed };
  };

  test("who refuses the recording and leaves didn't agree to it", async () => {
    const { owner, placed } = await recorded();
    await hangUp(placed);
    expect(await lastOf(owner)).toMatchObject({ ended_by: "caller", end_reason: "consent_declined" });
  });

  test("who refuses the recording and goes on hangs up like any other", async () => {
    const { owner, placed } = await recorded();
    await placed.relay.say("what are your opening hours?");
    await hangUp(placed);
    expect(await lastOf(owner)).toMatchObject({ ended_by: "caller", end_reason: "customer_hangup" });
  });
});

describe("a language model that fails", () => {
  const withModel = async () => {
    const owner = await clinic((spec) => ({
      ...spec,
      model: {
        chain: [{ provider: "openai", model: "gpt-4.1-mini" }],
        temperature: 0.3,
        first_token_ms: 2500,
      },
    }));
    const key = `sk-${crypto.randomUUID()}`;
    const form = { intent: "add", provider: "openai", name: "", base_url: "", key };
    await owner.post("/settings/models", form);
    return { owner, key };
  };

  test("and a call that came to nothing after it ended for that", async () => {
    const { owner, key } = await withModel();
    await script(key, [{ status: 500, times: 50 }]);
    const placed = await call(owner);
    await placed.relay.say("hello there");
    await hangUp(placed);
    expect(await lastOf(owner)).toMatchObject({
      outcome: "no_outcome",
      end_reason: "provider_llm",
    });
  });

  test("once, and answers afterwards, ended nothing", async () => {
    const { owner, key } = await withModel();
    await script(key, [{ status: 500 }, { say: "Happy to help. Anything else?", times: 50 }]);
    const placed = await call(owner);
    await placed.relay.say("can you sing me a song about teeth");
    await placed.relay.say("tell me something nice then");
    await hangUp(placed);
    expect((await lastOf(owner))?.end_reason).not.toBe("platform");
  });
});

describe("a session that the carrier ends with an error", () => {
  const ended = (placed: Call, code: string, message: string, status: string) =>
    relayAction(placed, {
      CallStatus: status,
      SessionStatus: "failed",
      ErrorCode: code,
      ErrorMessage: message,
    });

  test.each([
    ["64114", "ASR provider connection error", "provider_stt"],
    ["64106", "Invalid argument", "provider_tts"],
    ["64101", "Invalid ttsProvider", "provider_tts"],
    ["", "TTS provider failed", "provider_tts"],
    ["64108", "RTP Timeout", "no_audio"],
    ["64105", "Websocket ended", "customer_hangup"],
  ])("%s (%s) and the call with it: %s", async (code, message, reason) => {
    const owner = await clinic();
    const placed = await call(owner);
    placed.relay.close();
    await ended(placed, code, message, "completed");
    expect(await lastOf(owner)).toMatchObject({ end_reason: reason });
  });

  test("again and again is given up for that error", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    placed.relay.close(1011);
    for (let times = 0; times < 4; times++)
      await ended(placed, "64114", "ASR provider connection error", "in-progress");
    expect(await lastOf(owner)).toMatchObject({
      ended_by: "error",
      end_reason: "provider_stt",
    });
  });

  test("of which it tells in a frame is known by its words", async () => {
    const owner = await clinic();
    const placed = await call(owner);
    placed.relay.send({ type: "error", description: "Text-to-speech failed for the voice" });
    const other = await call(owner);
    await hangUp(placed);
    expect(await lastOf(owner)).toMatchObject({ end_reason: "provider_tts" });
    // Words that are played afterwards are no failure any more.
    other.relay.send({ type: "error", description: "Text-to-speech failed for the voice" });
    await other.relay.say("what are your opening hours?");
    await hangUp(other);
    expect(await lastOf(owner)).toMatchObject({ end_reason: "customer_hangup" });
  });
});
