/** The adapters of language models over the real runtime: answers, calls of tools, every fault, and an abort. */
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ModelError, type ModelEvent, type ModelMessage } from "#workers/conversation/model/model.ts";
import { anthropic } from "#workers/models/anthropic.ts";
import { openAiCompatible } from "#workers/models/openai-compatible.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { adapters, askedOf, never, request, script, whole } from "./asking.ts";

const json = (text: string): unknown => JSON.parse(text);

describe.each(Object.entries(adapters))("%s", (_, adapter) => {
  const kindOf = async (turn: Record<string, unknown>, more?: Record<string, unknown>) => {
    const { key, model, name } = adapter();
    await script(key, [turn], more);
    try {
      await whole(model(request(name), never()));
      return "no fault";
    } catch (error) {
      if (error instanceof ModelError) return error.kind;
      throw error;
    }
  };

  test("an answer streams in pieces, and ends once with what it used", async () => {
    const { key, model, name } = adapter();
    await script(key, [{ say: "Good morning, ¿cómo está? 你好." }]);
    const answer = await whole(model(request(name), never()));
    expect(answer.text).toBe("Good morning, ¿cómo está? 你好.");
    expect(answer.pieces).toBe(5);
    expect(answer.calls).toEqual([]);
    expect(answer.end?.reason).toBe("stop");
    expect(answer.end?.usage.input).toBeGreaterThan(10);
    expect(answer.end?.usage.output).toBe(5);
  });

  test("two tools at once come whole, each with its own arguments", async () => {
    const { key, model, name } = adapter();
    await script(key, [
      {
        say: "Let me look.",
        calls: [{ name: "find_times", arguments: { when: "Tuesday at three" } }, { name: "end_call" }],
      },
    ]);
    const { text, calls, end } = await whole(model(request(name), never()));
    expect(text).toBe("Let me look.");
    expect(calls.map((call) => [call.name, json(call.arguments)])).toEqual([
      ["find_times", { when: "Tuesday at three" }],
      ["end_call", {}],
    ]);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(end?.reason).toMatch(/calls/);
  });

  test("results of tools go back, and the model goes on", async () => {
    const { key, model, name } = adapter();
    await script(key, [{ after: "ten or eleven", say: "Ten or eleven?" }]);
    const messages: ModelMessage[] = [
      { role: "user", text: "Any time on Tuesday?" },
      {
        role: "assistant",
        text: "",
        calls: [
          { id: "a1", name: "find_times", arguments: '{"when":"Tuesday"}' },
          { id: "a2", name: "end_call", arguments: "not JSON" },
        ],
      },
      { role: "tool", id: "a1", name: "find_times", result: "too early" },
      { role: "tool", id: "a2", name: "end_call", result: "ten or eleven" },
    ];
    expect((await whole(model(request(name, messages), never()))).text).toBe("Ten or eleven?");
  });

  test("every fault has its kind", async () => {
    expect(await kindOf({ status: 401 })).toBe("unauthorized");
    expect(await kindOf({ status: 403 })).toBe("unauthorized");
    expect(await kindOf({ status: 429 })).toBe("rate_limited");
    expect(await kindOf({ status: 404 })).toBe("rejected");
    expect(await kindOf({ status: 500 })).toBe("unavailable");
    expect(await kindOf({ status: 529 })).toBe("unavailable");
    expect(await kindOf({ status: 504 })).toBe("timeout");
    expect(await kindOf({ say: "One two three four", fault: "cut" })).toBe("cut");
    expect(await kindOf({ say: "One two three four", fault: "broken" })).toBe("cut");
    expect(await kindOf({ fault: "malformed" })).toBe("malformed");
    expect(await kindOf({ fault: "odd" })).toBe("malformed");
    expect(await kindOf({ fault: "endless" })).toBe("too_long");
    expect(await kindOf({})).toBe("empty");
    expect(await kindOf({ calls: Array.from({ length: 17 }, () => ({ name: "end_call" })) })).toBe(
      "too_long",
    );
  });

  test("an abort ends the answer at once, before the first word and in the middle, and the provider hears of it", async () => {
    for (const turn of [{ fault: "silent" }, { say: "One two three", first_token_ms: 60_000 }]) {
      const { key, model, name } = adapter();
      await script(key, [turn]);
      const turned = new AbortController();
      const reason = new Error("the caller speaks");
      const answer = whole(model(request(name), turned.signal));
      await vi.waitFor(async () => expect(await askedOf(key)).toHaveLength(1));
      turned.abort(reason);
      await expect(answer).rejects.toBe(reason);
      await vi.waitFor(async () => expect((await askedOf(key)).at(-1)?.outcome).toBe("aborted"));
    }
    const { key, model, name } = adapter();
    await script(key, [{ say: "word ".repeat(400) }], { tokens_per_second: 200 });
    const turned = new AbortController();
    const heard: ModelEvent[] = [];
    const listening = async () => {
      for await (const event of model(request(name), turned.signal)) {
        heard.push(event);
        if (heard.length === 3) turned.abort(new Error("enough"));
      }
    };
    await expect(listening()).rejects.toThrow("enough");
    expect(heard).toHaveLength(3);
    await vi.waitFor(async () => expect((await askedOf(key)).at(-1)?.outcome).toBe("aborted"));
  });

  test("nothing is asked under a signal that is over already", async () => {
    const { key, model, name } = adapter();
    const over = AbortSignal.abort(new Error("over"));
    await expect(whole(model(request(name), over))).rejects.toThrow("over");
    expect(await askedOf(key)).toEqual([]);
  });
});

describe.each(["OpenAI", "a compatible server", "Anthropic", "Workers AI (OpenAI)"])("%s", (name) => {
  const ask = async (turn: Record<string, unknown>) => {
    const made = adapters[name]?.();
    if (!made) throw new Error(name);
    await script(made.key, [turn]);
    return whole(made.model(request(made.name), never()));
  };

  test("a refusal, an error in the stream and arguments without an end are faults; a cut at the limit is an end", async () => {
    await expect(ask({ say: "I can't", end: "refused" })).rejects.toMatchObject({ kind: "refused" });
    await expect(ask({ say: "One", fault: "error" })).rejects.toMatchObject({ kind: "unavailable" });
    await expect(ask({ fault: "endless_call" })).rejects.toMatchObject({ kind: "too_long" });
    const cut = await ask({
      say: "One two",
      calls: [{ name: "find_times", arguments: '{"wh' }],
      end: "length",
    });
    expect([cut.text, cut.calls, cut.end?.reason]).toEqual(["One two", [], "length"]);
  });

  test("arguments that are no JSON go on as they are", async () => {
    const { calls } = await ask({ calls: [{ name: "find_times", arguments: '{"when":' }] });
    expect(calls.map((call) => call.arguments)).toEqual(['{"when":']);
  });
});

const cacheMark = { type: "ephemeral" };

test("Anthropic keeps the system text and the tools in its cache, and tells how much came from there", async () => {
  const made = adapters.Anthropic?.();
  if (!made) throw new Error("no adapter");
  await script(made.key, [{ say: "Hello" }]);
  const { end } = await whole(made.model(request(made.name), never()));
  expect(end?.usage.cached).toBeGreaterThan(0);
  expect(end?.usage.cached).toBeLessThan(end?.usage.input ?? 0);
  const [asked] = await askedOf(made.key);
  expect(json(asked?.body ?? "")).toMatchObject({
    system: [{ type: "text", cache_control: cacheMark }],
    tools: [{ name: "find_times" }, { name: "end_call", cache_control: cacheMark }],
    temperature: 0.3,
  });
});

test("OpenAI gets a key for its cache, and asks for usage", async () => {
  const made = adapters.OpenAI?.();
  if (!made) throw new Error("no adapter");
  await script(made.key, [{ say: "Hello" }]);
  const { end } = await whole(made.model(request(made.name), never()));
  expect(end?.usage.cached).toBeGreaterThan(0);
  const [asked] = await askedOf(made.key);
  expect(json(asked?.body ?? "")).toMatchObject({
    prompt_cache_key: "agent-1",
    stream_options: { include_usage: true },
    max_completion_tokens: 300,
  });
});

test.each([
  { drop: true, kind: "unavailable" },
  { location: "https://api.openai.com/elsewhere", kind: "unavailable" },
])("a request that is lost or led elsewhere is a fault: %o", async ({ kind, ...fault }) => {
  const made = adapters.OpenAI?.();
  if (!made) throw new Error("no adapter");
  await post("/faults", { host: "api.openai.com", path: "/v1/chat/completions", ...fault });
  await expect(whole(made.model(request(made.name), never()))).rejects.toMatchObject({ kind });
  expect(await askedOf(made.key)).toEqual([]);
});

test.each([
  "http://api.groq.com/openai/v1",
  "https://10.0.0.1/v1",
  "https://169.254.169.254/v1",
  "https://[::1]/v1",
  "https://localhost/v1",
  "https://router.local/v1",
  "https://api.groq.com:8443/v1",
  "https://user:pass@api.groq.com/v1",
])("R43: nothing is sent to %s", async (base) => {
  const model = openAiCompatible({ base, key: "sk-nobody" });
  await expect(whole(model(request("llama"), never()))).rejects.toBeInstanceOf(ModelError);
  const traffic = z.array(z.object({ host: z.string() }));
  const passed = traffic.parse(await (await sandbox("/traffic")).json());
  expect(passed.map(({ host }) => host)).not.toContain(
    new URL(base).host === "api.groq.com" ? "none" : new URL(base).host,
  );
});

test.each([
  ["https://api.openai.com/v1", "sk-", openAiCompatible],
  ["https://api.anthropic.com/v1", "sk-ant-", anthropic],
] as const)("an answer that begins and says nothing is over in time: %s", async (base, begin, adapter) => {
  const key = `${begin}${crypto.randomUUID()}`;
  await script(key, [{ fault: "silent" }]);
  const model = adapter({ base, key, quiet_ms: 300 });
  await expect(whole(model(request("any"), never()))).rejects.toMatchObject({ kind: "timeout" });
  await vi.waitFor(async () => expect((await askedOf(key)).at(-1)?.outcome).toBe("aborted"));
});

test("a message of a fault holds nothing that the provider said", async () => {
  const made = adapters.OpenAI?.();
  if (!made) throw new Error("no adapter");
  await script(made.key, [], { is_revoked: true });
  const failed = whole(made.model(request(made.name), never()));
  await expect(failed).rejects.toThrow(/^model unauthorized \(401\)$/);
});
