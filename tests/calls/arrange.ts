/** Calls for tests: through the same door by which live calls end, or many at once by SQL inside the object. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import type { TakenMessage } from "#app/calls/messages/messages.schema.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import { newId } from "#app/platform/id.ts";
import type { Person } from "../support/people.ts";

/** A finished call, an answered one of two minutes unless told otherwise. */
export function finishedCall(wanted: Partial<FinishedCall> = {}): FinishedCall {
  const started_at = wanted.started_at ?? Date.now() - 600_000;
  const id = wanted.id ?? newId(started_at);
  const usual = newFinishedCall({
    id,
    direction: "inbound",
    status: "completed",
    outcome: "answered",
    ended_by: "caller",
    end_reason: "goodbye",
    agent: { id: "agent-front-desk", name: "Front desk", version: 7 },
    number_id: "number-1",
    our_number: "+14155550100",
    other_number: "+14155550142",
    provider: "twilio",
    provider_call_id: `CA-${id}`,
    started_at,
    answered_at: started_at + 900,
    ended_at: started_at + 121_000,
    talk_seconds: 120,
    summary: "Asked about parking",
    lines: [{ type: "agent", text: "Thanks for calling.", heard: null, detail: null, at_ms: 0 }],
    cost_items: [],
    answer_ms: 812,
    time_zone: "America/New_York",
    locale: "en-US",
  });
  return { ...usual, ...wanted };
}

/** Hands calls over as live calls do when they end. */
export async function ended(person: Person, ...calls: FinishedCall[]): Promise<void> {
  for (const call of calls) await person.store.live.finish(call);
}

/** A promised call back, as a call leaves it, unless told otherwise. */
export const leftMessage = (wanted: Partial<TakenMessage> = {}): TakenMessage => ({
  call_id: newId(),
  agent_id: "agent-front-desk",
  kind: "call_back",
  text: "Wants to know: “Do you whiten teeth with a laser”",
  name: "Hank Sorensen",
  phone_number: "+14155550198",
  now: Date.now(),
  ...wanted,
});

/** Runs SQL inside the organization's object, whose tables a first use creates. */
export async function inObject<T>(person: Person, work: (sql: SqlStorage) => T): Promise<T> {
  await person.store.outbox.waiting(0);
  return runInDurableObject(env.ORGANIZATION.getByName(person.organizationId), (_, state) =>
    work(state.storage.sql),
  );
}

/** A zone in which it is about noon now, so that "today" lies well around every test. */
export function noonZone(now = Date.now()): string {
  const ahead = 12 - new Date(now).getUTCHours();
  // The signs of these names are the other way round: Etc/GMT-5 is five hours ahead.
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** What a person reads on a page: no tags, no scripts, single spaces. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--.*?-->/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

/** What a page cost, from its own header. */
export function costOf(response: Response): Record<string, number> {
  const metrics = (response.headers.get("server-timing") ?? "").matchAll(/(\w+);desc="(\d+)"/g);
  return Object.fromEntries([...metrics].map(([, name, count]) => [name, Number(count)]));
}

/** The line of an agent in a running call. */
export const agentLine = (seq: number) => ({
  seq,
  line: { type: "agent" as const, text: `line ${seq}`, heard: null, detail: null, at_ms: seq },
});

/** Calls that are running, as rows of the organization. */
export async function goingCalls(person: Person, calls: number): Promise<string[]> {
  const ids = Array.from({ length: calls }, () => newId());
  const now = Date.now();
  await inObject(person, (sql) => {
    for (const id of ids)
      sql.exec(
        "insert into live_calls (call_id, direction, provider, provider_call_id, started_at, expires_at) values (?, 'inbound', 'twilio', ?, ?, ?)",
        id,
        `CA-${id}`,
        now,
        now + 3_600_000,
      );
  });
  return ids;
}
