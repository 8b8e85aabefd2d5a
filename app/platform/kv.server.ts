/** KV, counted. Only for data that may be a minute old: never sessions, permissions or limits (R32). */
import type { Timing } from "./server-timing.ts";

/** The JSON under `key`, or null. Null too when KV does not answer, because D1 has everything that KV has. */
export async function readKv(kv: KVNamespace, key: string, timing: Timing): Promise<unknown> {
  try {
    return await timing.measure("kv", () => kv.get<unknown>(key, "json"));
  } catch {
    timing.note("kv-default");
    return null;
  }
}

/** Keeps `value` for `seconds` (at least 60, KV's minimum). */
export async function writeKv(kv: KVNamespace, key: string, value: unknown, seconds = 60): Promise<void> {
  await kv.put(key, JSON.stringify(value), { expirationTtl: Math.max(60, seconds) });
}
