/** One request to a carrier's REST API: what it answers, or why it did not, in one form for all carriers. */
import type { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import type { CallObjection, CarrierRefusal } from "./carrier.schema.ts";

/** A person waits for the page: after this time the carrier counts as silent. */
const patience_ms = 5 * second_ms;

export type Asked = { method: "GET" | "POST" | "PATCH" | "DELETE"; headers: HeadersInit; body?: string };
export type Refused = {
  ok: false;
  reason: CarrierRefusal;
  why: string | null;
  exact?: string | null;
  status: number;
  code: string | null;
  about?: CallObjection;
};
export type Answered = { ok: true; body: unknown } | Refused;

/** What an error of the carrier means; `code` is for the log, `exact` the error as the carrier writes it. */
export type Understood = {
  reason: CarrierRefusal;
  code: string | null;
  why: string | null;
  about?: CallObjection | undefined;
  exact: string | null;
};

export const silent: Refused = { ok: false, reason: "silent", why: null, status: 0, code: null };

const parsed = (text: string): unknown => (text === "" ? null : JSON.parse(text));

/** The body of a refusal; null: it is none of the carrier's. */
function readable(text: string): unknown {
  try {
    return parsed(text);
  } catch {
    return null;
  }
}

/** What people read of an error: a line, at most. */
export const errorLine = (...parts: (string | null | undefined)[]): string =>
  parts.filter(Boolean).join(": ").replace(/\s+/g, " ").slice(0, 200);

/** `understand` reads a refusal in the carrier's own format. Never throws. */
export async function askCarrier(
  url: URL,
  request: Asked,
  understand: (status: number, body: unknown) => Understood,
): Promise<Answered> {
  try {
    const response = await outbound(url, request, patience_ms);
    const text = await response.text();
    const body = response.ok ? parsed(text) : readable(text);
    if (response.ok) return { ok: true, body };
    const { status } = response;
    const { reason, code, why, exact, about } = understand(status, body);
    log("warn", "carrier_refused", { host: url.hostname, status, reason, code });
    // Without an error of the carrier's own, something on the way to it has answered.
    if (code === null && status !== 429 && body === null) return { ...silent, exact: `HTTP ${status}` };
    return {
      ok: false,
      reason,
      why,
      exact: exact ?? `HTTP ${status}`,
      status,
      code,
      ...(about && { about }),
    };
  } catch (error) {
    log("warn", "carrier_silent", { host: url.hostname, message: String(error) });
    return silent;
  }
}

/** The answer's content; an answer in an undocumented shape cannot be relied on, and counts as none. */
export function shaped<T>(shape: z.ZodType<T>, body: unknown): T | null {
  const parsed = shape.safeParse(body);
  if (!parsed.success) log("error", "carrier_answer_unknown", { message: parsed.error.message });
  return parsed.data ?? null;
}

/** The refusal that a status alone tells: 429 is busy, 5xx is silent, the rest is refused. */
export const reasonOf = (status: number): CarrierRefusal =>
  status === 429 ? "busy" : status >= 500 ? "silent" : "refused";
