/** The door of previews: a sentence as a voice of the catalogue says it, or what the browser's nearest voice shall say. */
import { z } from "zod";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { type SpeechKey, speechKeyOf } from "#app/models/speech-keys.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { type ListedVoice, listedByKey } from "./catalogue.ts";
import { previewKey } from "./preview-cache.server.ts";
import { mostSentence } from "./preview-words.ts";
import { dictionaryOf, pronounced } from "./pronounce.ts";
import { type NotSpoken, speak, speechProviderOf } from "./voice-speech.server.ts";
import { providerWords } from "./voice-words.ts";

const shape = z.object({
  voice: z
    .string()
    .max(140)
    .refine((key) => listedByKey(key) !== null),
  sentence: oneLine(mostSentence, "Enter a sentence").refine(
    (line) => !/[<>]/.test(line),
    "Write plain words: < and > can't be spoken",
  ),
});

/** A sentence whose words all have long pronunciations would be a speech. */
const mostSpoken = 500;

/** What the platform pays for is less. Previews that are heard again count for nothing. */
const limitsOf = (userId: string, organizationId: string, { payer }: SpeechKey): Limit[] => [
  { key: `voice-preview-member:${userId}:${organizationId}`, most: 30, within_ms: 10 * minute_ms },
  { key: `voice-preview:${organizationId}`, most: 200, within_ms: hour_ms },
  ...(payer === "platform"
    ? [{ key: `voice-preview-platform:${organizationId}`, most: 60, within_ms: day_ms }]
    : []),
];

/** Why the provider's own voice is not heard, in words for the organization whose key it is. */
const reasonWords: Readonly<Record<NotSpoken, (maker: string) => string>> = {
  wrong_key: (maker) => `${maker} refused the key. Check it under Settings, AI providers.`,
  restricted: (maker) => `${maker} doesn't let this key speak. Check the key's permissions there.`,
  used_up: (maker) => `${maker} is limiting this key, or its credit is used up.`,
  not_in_plan: (maker) => `This voice isn't part of your plan at ${maker}.`,
  no_voice: (maker) => `${maker} doesn't offer this voice to you.`,
  silent: (maker) => `${maker} didn't respond.`,
  too_large: (maker) => `The audio of ${maker} is too long.`,
};
const unavailable = "The provider's voice isn't available right now.";

/** What the browser is asked to speak instead, and why; `error` null: there is no key to ask a provider with. */
const instead = (
  nearest: { locale: string; gender: ListedVoice["gender"]; text: string } | null,
  error: string | null,
  status: number,
  headers: HeadersInit = {},
): Response => Response.json({ error, nearest }, { status, headers });

const audio = (body: ReadableStream | Uint8Array<ArrayBuffer>): Response =>
  new Response(body, { headers: { "content-type": "audio/mpeg", "cache-control": "no-store" } });

export async function answerPreview(request: Request, context: Context): Promise<Response> {
  const { organization, by, store } = permitted(context, "agents.read");
  const { db, env } = depsOf(context);
  const posted = await readForm(request, context);
  const read = shape.safeParse({ voice: posted.get("voice"), sentence: posted.get("sentence") });
  const voice = read.success ? listedByKey(read.data.voice) : null;
  if (!read.success || !voice) {
    const found = read.error?.issues.find(({ path }) => path[0] === "sentence")?.message;
    return instead(null, found ?? "This voice is no longer in the list. Choose another one.", 422);
  }
  const { pronunciations } = await store.voices.read();
  const text = pronounced(read.data.sentence, dictionaryOf(pronunciations));
  if (text.length > mostSpoken)
    return instead(null, "With its pronunciations this sentence is too long.", 422);
  const nearest = { locale: voice.locale, gender: voice.gender, text };

  const provider = speechProviderOf[voice.voice.provider];
  const key = await speechKeyOf(env, db, organization.id, provider);
  if (!key) return instead(nearest, null, 200);
  const now = Date.now();
  const place = await previewKey({ organizationId: organization.id, voice: voice.key, text }, now);
  const heard = await env.FILES.get(place);
  if (heard) return audio(heard.body);
  const spent = await spend(db, limitsOf(by.id, organization.id, key), now);
  if (!spent.ok)
    return instead(nearest, waitWords(spent.retryAfter), 429, { "retry-after": String(spent.retryAfter) });
  const spoken = await speak(voice, text, key);
  if (!spoken.ok) {
    const { reason } = spoken;
    log("warn", "voice_preview_failed", { provider: key.provider, payer: key.payer, reason });
    const words =
      key.payer === "organization" ? reasonWords[reason](providerWords[voice.voice.provider]) : unavailable;
    return instead(nearest, words, 502);
  }
  await env.FILES.put(place, spoken.mp3, { httpMetadata: { contentType: "audio/mpeg" } });
  return audio(spoken.mp3);
}
