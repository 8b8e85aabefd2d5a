/** Durable Object: the capacity of one carrier account. All organizations that share the account lease their lines here. */
import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { mayTakeLine, type Wanting } from "#app/telephony/fair-lines.ts";

const lease = z.object({
  organization_id: z.string(),
  /** Absent: taken by an earlier version. */
  reseller_id: z.string().nullable().default(null),
  expires_at: z.number(),
});
/** An organization that asked for a line to place a call. */
const want = z.object({ reseller_id: z.string().nullable(), at: z.number(), refused: z.boolean() });
/** It counts as wanting lines for so long after it asked, and as refused so long after that. */
const refused_ms = 5 * second_ms;
const wanting_ms = minute_ms;
const wantPrefix = "want:";
type Lease = z.infer<typeof lease>;

/** Lines that outbound calls may never take, so that people who call in are answered. A tenth, at least one. */
const inboundReserve = (lines: number): number => Math.max(1, Math.floor(lines / 10));

/** Under this the moment stands at which the next call may be placed. */
const turnKey = "next_turn";
/** A person who has pressed a button waits no longer. */
const longestWait_ms = 10 * second_ms;

export type LeaseRequest = {
  call_id: string;
  organization_id: string;
  /** The agency that it is a client of, whose clients share lines fairly; absent: it has none. */
  reseller_id?: string | null;
  direction: "inbound" | "outbound";
  /** Lines of the account, all organizations together. */
  account_lines: number;
  /** How many of them one organization may hold; null: all. */
  organization_lines: number | null;
  now: number;
  /** After this the line of a lost call becomes free by itself. */
  expires_at: number;
};
export type LeaseAnswer = { ok: true } | { ok: false; reason: "no_line"; retry_at: number };

export class Capacity extends DurableObject<Env> {
  /** Whether it can read what it holds: for probes. */
  async answers(): Promise<true> {
    await this.ctx.storage.list({ prefix: "lease:", limit: 1 });
    return true;
  }

  /** Leases a line for a call; repeating it for the same call changes nothing. */
  async lease({
    call_id,
    organization_id,
    reseller_id = null,
    direction,
    account_lines,
    organization_lines,
    now,
    expires_at,
  }: LeaseRequest): Promise<LeaseAnswer> {
    const leases = await this.#leases(now);
    if (!leases.has(call_id)) {
      const open = account_lines - (direction === "outbound" ? inboundReserve(account_lines) : 0);
      const own = [...leases.values()].filter((held) => held.organization_id === organization_id);
      const isShareUsed = organization_lines !== null && own.length >= organization_lines;
      const asks = { organization_id, reseller_id };
      const isFair =
        direction === "inbound" || mayTakeLine(open, [...leases.values()], await this.#wanting(now), asks);
      const isFree = leases.size < open && !isShareUsed && isFair;
      if (direction === "outbound")
        await this.ctx.storage.put(`${wantPrefix}${organization_id}`, {
          reseller_id,
          at: now,
          refused: !isFree,
        } satisfies z.infer<typeof want>);
      if (!isFree) {
        const first = Math.min(...(isShareUsed ? own : [...leases.values()]).map((l) => l.expires_at));
        return { ok: false, reason: "no_line", retry_at: Number.isFinite(first) ? first : now + 1000 };
      }
    }
    await this.ctx.storage.put(`lease:${call_id}`, {
      organization_id,
      reseller_id,
      expires_at,
    } satisfies Lease);
    return { ok: true };
  }

  /**
   * Takes the next turn to place a call. Carriers take so many new calls of an account in a second (docs/telephony.md).
   * @returns how many ms until its turn; null: too many wait already, and none was taken
   */
  async turn(calls_per_second: number, now: number): Promise<number | null> {
    const at = Math.max(
      now,
      z
        .number()
        .catch(0)
        .parse(await this.ctx.storage.get(turnKey)),
    );
    if (at - now > longestWait_ms) return null;
    await this.ctx.storage.put(turnKey, at + second_ms / calls_per_second);
    return at - now;
  }

  /** Returns a line. Repeating it changes nothing. */
  async release(call_id: string): Promise<void> {
    await this.ctx.storage.delete(`lease:${call_id}`);
  }

  /** All organizations that want lines to place calls. */
  async #wanting(now: number): Promise<Wanting[]> {
    const wanting: Wanting[] = [];
    const over: string[] = [];
    for (const [key, value] of await this.ctx.storage.list({ prefix: wantPrefix })) {
      const { success, data } = want.safeParse(value);
      if (!success || data.at <= now - wanting_ms) over.push(key);
      else
        wanting.push({
          organization_id: key.slice(wantPrefix.length),
          reseller_id: data.reseller_id,
          refused: data.refused && data.at > now - refused_ms,
        });
    }
    if (over.length > 0) await this.ctx.storage.delete(over.slice(0, 128));
    return wanting;
  }

  async #leases(now: number): Promise<Map<string, Lease>> {
    const held = new Map<string, Lease>();
    const lost: string[] = [];
    for (const [key, value] of await this.ctx.storage.list({ prefix: "lease:" })) {
      const parsed = lease.safeParse(value);
      if (parsed.success && parsed.data.expires_at > now) held.set(key.slice("lease:".length), parsed.data);
      else lost.push(key);
    }
    if (lost.length > 0) await this.ctx.storage.delete(lost.slice(0, 128));
    return held;
  }
}
