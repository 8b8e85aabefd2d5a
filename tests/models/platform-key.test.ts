/** The platform's own keys: which models they ask, and how much an organization may spend on them in a day. */
import { expect, test } from "vitest";
import { dayBudget } from "#app/models/model-budget.ts";
import type { OpenKey } from "#app/models/model-keys.server.ts";
import { modelsFor } from "#workers/models/models-for.ts";
import { costOf, estimatedUsage } from "#workers/models/within-budget.ts";
import { memberOf, type Person } from "../support/people.ts";
import { askedOf, never, request, script, whole } from "./asking.ts";

const newKey = () => `sk-${crypto.randomUUID()}`;

/** The owner of an organization whose object has its tables, as each has that has an agent. */
async function ownerOf(): Promise<Person> {
  const owner = await memberOf();
  await owner.store.modelBudget.today(Date.now());
  return owner;
}

const modelOver = (owner: Person, key: string, model: string, purpose: "call" | "play" = "call") => {
  const keys: OpenKey[] = [{ provider: "openai", base: "https://api.openai.com/v1", key, payer: "platform" }];
  const { modelBudget } = owner.store;
  const [one] = modelsFor([{ provider: "openai", model }], {
    keys: async () => keys,
    async hold(micros) {
      const day = await modelBudget.hold({ purpose, micros, now: Date.now() });
      return day === null ? null : (cost) => modelBudget.settle({ day, purpose, held: micros, cost });
    },
  });
  if (!one) throw new Error("no model");
  return one;
};

test("a model that is not offered is never asked with the platform's key", async () => {
  const owner = await ownerOf();
  const key = newKey();
  await script(key, [{ say: "Dear." }]);
  const model = modelOver(owner, key, "o9-pro");
  await expect(whole(model.ask(request("x"), never()))).rejects.toMatchObject({ kind: "unauthorized" });
  expect(await askedOf(key)).toEqual([]);
});

test("an answer on the platform's key is settled in the day's budget by what it used", async () => {
  const owner = await ownerOf();
  const key = newKey();
  await script(key, [{ say: "Hello there." }]);
  const model = modelOver(owner, key, "gpt-4.1-mini", "play");
  const { end } = await whole(model.ask(request("x"), never()));
  if (!end || model.price === null) throw new Error("no end");
  const { used, most } = await owner.store.modelBudget.today(Date.now());
  expect(used).toBe(costOf(model.price, end.usage));
  expect(most).toBe(dayBudget.small);
});

test("a day's budget that is used up asks no model, and a request that is refused gives back what it held", async () => {
  const owner = await ownerOf();
  const { modelBudget } = owner.store;
  const key = newKey();
  await script(key, [], { is_revoked: true });
  const model = modelOver(owner, key, "gpt-4.1-mini");
  await expect(whole(model.ask(request("x"), never()))).rejects.toMatchObject({ kind: "unauthorized" });
  expect((await modelBudget.today(Date.now())).used).toBe(0);
  const before = (await askedOf(key)).length;
  const now = Date.now();
  expect(await modelBudget.hold({ purpose: "call", micros: dayBudget.small, now })).not.toBeNull();
  await expect(whole(model.ask(request("x"), never()))).rejects.toMatchObject({ kind: "rate_limited" });
  expect(await askedOf(key)).toHaveLength(before);
  // The next day has a budget of its own.
  const tomorrow = now + 24 * 60 * 60 * 1000;
  expect(await modelBudget.hold({ purpose: "call", micros: 1, now: tomorrow })).not.toBeNull();
});

test("a request that is aborted costs an estimate of what it was asked", async () => {
  const owner = await ownerOf();
  const key = newKey();
  await script(key, [{ say: "One. Two. Three." }]);
  const model = modelOver(owner, key, "gpt-4.1-mini");
  const asked = request("x");
  const abort = new AbortController();
  const events = model.ask(asked, abort.signal);
  await events.next();
  abort.abort();
  await expect(events.next()).rejects.toThrow();
  if (model.price === null) throw new Error("no price");
  const { used } = await owner.store.modelBudget.today(Date.now());
  expect(used).toBeGreaterThanOrEqual(costOf(model.price, estimatedUsage(asked, 0)));
});
