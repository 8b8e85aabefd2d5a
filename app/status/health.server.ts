/** GET /health for machines: whether this deployment has what it needs, and with `?deep` whether that answers. */

import { second_ms } from "#app/platform/durations.ts";
import { missingSettings } from "#app/platform/env.server.ts";
import { missingCarrierSettings } from "#app/telephony/carriers/carriers.server.ts";
import { Briefly } from "./briefly.ts";
import { cacheAnswers, databaseAnswers, objectAnswers } from "./probes.server.ts";

/** What wrangler.toml binds; without one of them pages fail in ways that are hard to find. */
const bindings = [
  "DB",
  "HOSTS",
  "FILES",
  "ORGANIZATION",
  "CALL_SESSION",
  "CAPACITY",
  "OUTBOX",
  "FACTS",
  "IMPORTS",
  "DIAL",
  "EDGE_LIMIT",
] as const satisfies readonly (keyof Env)[];

/** Half a second, because a load balancer asks often and decides quickly. */
const patience_ms = second_ms / 2;

const noStore = { "cache-control": "no-store" };

/** The names of bindings and settings that are missing or malformed, never a value. */
const missing = (env: Env): string[] => [
  ...bindings.filter((name) => Reflect.get(env, name) === undefined),
  ...missingSettings(env),
  ...missingCarrierSettings(env),
];

type Deep = { ok: boolean; checks: Record<string, "ok" | "failed"> };

/** One answer for all who ask within a few seconds: strangers can ask as often as they like. */
const remembered = new Briefly<Deep>(5 * second_ms);

async function deep(env: Env): Promise<Deep> {
  const asked = {
    database: databaseAnswers(env, patience_ms),
    cache: cacheAnswers(env, patience_ms),
    objects: objectAnswers(env, patience_ms),
  };
  const found = await Promise.all(
    Object.entries(asked).map(
      async ([name, check]): Promise<[string, "ok" | "failed"]> => [
        name,
        await check.then(
          () => "ok",
          () => "failed",
        ),
      ],
    ),
  );
  return { ok: found.every(([, is]) => is === "ok"), checks: Object.fromEntries(found) };
}

/**
 * `ok`, without asking anything; 503 with the names of what is missing. `?deep` asks the database, the cache and an
 * object, and names those that fail.
 */
export async function answerHealth(env: Env, { searchParams }: Pick<URL, "searchParams">): Promise<Response> {
  const gone = missing(env);
  if (gone.length > 0) return new Response(`missing: ${gone.join(", ")}`, { status: 503, headers: noStore });
  if (!searchParams.has("deep")) return new Response("ok", { headers: noStore });
  const now = Date.now();
  const known = remembered.get(env, now);
  const answer = known ?? (await deep(env));
  // A failure is asked again at once.
  if (!known && answer.ok) remembered.set(env, answer, now);
  return Response.json(answer, { status: answer.ok ? 200 : 503, headers: noStore });
}
