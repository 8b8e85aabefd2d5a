/** The domains that mail may come from, at the mail provider (resend.com/docs/api-reference/domains). */
import { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import { senderStatuses } from "./sender-statuses.ts";

const recordShape = z.object({
  type: z.string().max(10),
  /** Without the registered domain. */
  name: z.string().max(300),
  value: z.string().max(2000),
  priority: z.number().optional(),
});
export type SenderRecord = z.infer<typeof recordShape>;
export const senderRecords = z.array(recordShape);

const domainShape = z.object({
  id: z.string().min(1),
  name: z.string(),
  // A status that is not known yet is one that is waited for.
  status: z.enum(senderStatuses).catch("pending"),
  records: senderRecords.default([]),
});
type Domain = z.infer<typeof domainShape>;

export type SenderAnswer<T> = { ok: true; value: T } | { ok: false; reason: "silent" | "refused" };

const patience_ms = 5 * second_ms;
const silent = { ok: false, reason: "silent" } as const;

type Raw = { status: number; body: unknown };

/** One request; null: no answer. */
async function ask(
  { RESEND_API_KEY }: Settings,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Raw | null> {
  try {
    const headers = { authorization: `Bearer ${RESEND_API_KEY}`, "content-type": "application/json" };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await outbound(`https://api.resend.com/domains${path}`, request, patience_ms);
    const answer: unknown = await response.json();
    if (!response.ok) log("warn", "sending_domains_refused", { status: response.status });
    return { status: response.status, body: answer };
  } catch (error) {
    log("warn", "sending_domains_silent", { message: String(error) });
    return null;
  }
}

function shaped<T>(shape: z.ZodType<T>, raw: Raw | null): SenderAnswer<T> {
  if (raw === null || raw.status === 429 || raw.status >= 500) return silent;
  if (raw.status >= 400) return { ok: false, reason: "refused" };
  const parsed = shape.safeParse(raw.body);
  if (parsed.success) return { ok: true, value: parsed.data };
  log("error", "sending_domains_answer_unknown", { message: parsed.error.message });
  return silent;
}

/** Adds a domain. `refused`: the provider does not take it, or an account has it already. */
export const createSender = async (settings: Settings, name: string): Promise<SenderAnswer<Domain>> =>
  shaped(domainShape, await ask(settings, "POST", "", { name }));

/** The domain under an id; null: there is none. */
export async function findSender(settings: Settings, id: string): Promise<SenderAnswer<Domain | null>> {
  const raw = await ask(settings, "GET", `/${encodeURIComponent(id)}`);
  return raw?.status === 404 ? { ok: true, value: null } : shaped(domainShape, raw);
}

/** Asks the provider to look for the records. */
export const verifySender = async (settings: Settings, id: string): Promise<SenderAnswer<unknown>> =>
  shaped(z.unknown(), await ask(settings, "POST", `/${encodeURIComponent(id)}/verify`));

/** Deletes a domain; one that is gone already counts as deleted. */
export async function deleteSender(settings: Settings, id: string): Promise<SenderAnswer<unknown>> {
  const raw = await ask(settings, "DELETE", `/${encodeURIComponent(id)}`);
  return raw?.status === 404 ? { ok: true, value: null } : shaped(z.unknown(), raw);
}
