/** /settings/models: an organization's keys for language models and speech, and the answers of its forms. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { exactTime, money } from "#app/platform/format.ts";
import { keyForm } from "./key-form.server.ts";
import { isOfSpeech, keptNames } from "./key-providers.ts";
import { addKey, keyChoice, keysOf, platformKeys, removeKey, testKeyAgain } from "./model-keys.server.ts";
import { platformSpeechKeys } from "./speech-keys.server.ts";
import type { TestResult } from "./test-key.server.ts";

const doneSentences = {
  added: "Key added. The provider accepted it.",
  removed: "Key removed.",
  works: "The key works.",
  refused: "The provider refused the key.",
  busy: "The provider is limiting this key right now.",
  unreachable: "The provider didn't respond.",
  not_a_provider: "The provider's address doesn't answer as expected.",
};

/** What a test said, in words below the key. */
const resultWords: Readonly<Record<TestResult, string>> = {
  works: "Works",
  refused: "The provider refuses this key. Check whether it was revoked.",
  busy: "The provider is limiting this key. Check its credit and limits.",
  unreachable: "The provider didn't respond. Try again in a moment.",
  not_a_provider: "Nothing at this address answers like a provider. Check the address.",
};

/** What is said at the field when a key was not kept. */
const untakenWords: Readonly<Record<Exclude<TestResult, "works">, string>> = {
  refused: "The provider refused this key. Copy it again, or create a new one",
  busy: "The provider is limiting this key, or its credit is used up. Check it there and try again",
  unreachable: "The provider didn't respond. Try again in a moment",
  not_a_provider: "Nothing there answers like a provider. Check the address",
};

/** What answers once a key is removed. */
const afterwards = {
  own: "Your agents go on with your other key for this provider.",
  included:
    "Your agents then use this provider through the access that's included, without your own account.",
  none: "Agents that use this provider go on with their next language model, or as the built-in agent.",
} as const;

/** The same for a key with which voices are previewed. */
const previewsAfterwards = {
  own: "Previews go on with your other key for this provider.",
  included: "Previews then use the access that's included, without your own account.",
  none: "Voices of this provider are then previewed with the browser's own voice.",
} as const;

export async function modelsPage(request: Request, context: Context) {
  const { organization, store } = permitted(context, "organization.write");
  const { db, env } = depsOf(context);
  const place = { timeZone: organization.timeZone, locale: organization.locale };
  const [keys, budget] = await Promise.all([
    keysOf(db, organization.id),
    store.modelBudget.today(Date.now()),
  ]);
  const ours = new Set<string>(
    [...platformKeys(env), ...platformSpeechKeys(env)].map(({ provider }) => provider),
  );
  const dollars = (micros: number) => money(micros, "USD", organization.locale);
  return {
    hasIncludedModels: platformKeys(env).length > 0,
    /** Of the platform's keys, today. */
    used: `${dollars(budget.used)} of ${dollars(budget.most)}`,
    isUsedUp: budget.used >= budget.most,
    done: doneWords(request.url, doneSentences),
    included: [...platformKeys(env), ...platformSpeechKeys(env)].map(({ provider }) => keptNames[provider]),
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      provider: key.provider === "compatible" ? (key.base_url ?? "") : keptNames[key.provider],
      lastFour: key.last_four,
      isWorking: key.test_result === "works",
      result: resultWords[key.test_result],
      tested: exactTime(key.tested_at, place),
      testedBy: key.tested_by,
      afterwards: (isOfSpeech(key.provider) ? previewsAfterwards : afterwards)[
        keys.some(({ id, provider }) => id !== key.id && provider === key.provider)
          ? "own"
          : ours.has(key.provider)
            ? "included"
            : "none"
      ],
    })),
  };
}

export async function answerModels(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const deps = depsOf(context);
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent === "add") return answerAdd(form, context);
  const choice = keyChoice.safeParse({ id: form.get("id") });
  if ((intent !== "test" && intent !== "remove") || !choice.success) throw faultResponse("bad_request");
  if (intent === "remove") {
    const removed = await removeKey(member, choice.data, deps);
    if (!removed.ok) throw faultResponse("not_found");
    return redirect("/settings/models?done=removed");
  }
  const tested = await testKeyAgain(member, choice.data, deps);
  if (tested.ok) return redirect(`/settings/models?done=${tested.result}`);
  if (tested.reason === "missing") throw faultResponse("not_found");
  return data({ result: null, error: waitWords(tested.retryAfter) }, 429);
}

/** The key itself is never sent back: what was typed stays in the browser. */
const unsaid = { hideFields: ["key"] };

async function answerAdd(form: FormData, context: Context) {
  const member = permitted(context, "organization.write");
  const submission = parseWithZod(form, { schema: keyForm });
  if (submission.status !== "success") return data({ result: submission.reply(unsaid), error: null }, 422);
  const outcome = await addKey(member, submission.value, depsOf(context));
  if (outcome.ok) return redirect("/settings/models?done=added");
  if (outcome.reason === "too_often")
    return data({ result: null, error: waitWords(outcome.retryAfter) }, 429);
  const said =
    outcome.reason === "too_many"
      ? { formErrors: ["An organization can have 20 keys. Remove one first."] }
      : {
          fieldErrors: {
            [outcome.result === "not_a_provider" && submission.value.base_url !== null ? "base_url" : "key"]:
              [untakenWords[outcome.result]],
          },
        };
  return data({ result: submission.reply({ ...unsaid, ...said }), error: null }, 422);
}
