/** The life of a custom domain, state by state. */
import { expect, test } from "vitest";
import {
  afterNoAnswer,
  type Before,
  type Learned,
  nextCheckAt,
  nextState,
  patience_ms,
  verdictOn,
  wantsRestart,
} from "#app/domains/domain-states.ts";
import type { HostnameNews } from "#app/domains/hostname-news.schema.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";

const now = Date.UTC(2026, 10, 23);
const draft: Before = { state: "draft", proven_at: null, live_at: null, failing_since: null };
const proven: Before = { ...draft, state: "hostname_pending", proven_at: now - day_ms };
const live: Before = { ...proven, state: "live", live_at: now - day_ms };

const hostname = (status: string, ssl_status: string): HostnameNews => ({
  id: "1",
  status,
  ssl_status,
  ownership: null,
  challenges: [],
  errors: [],
});
const learned = (more: Partial<Learned> = {}): Learned => ({
  proof: "found",
  host: hostname("active", "active"),
  www: null,
  points: "here",
  ...more,
});
const stateAfter = (before: Before, more: Partial<Learned>) => nextState(before, learned(more), now).state;

test("a domain goes from draft to live, step by step", () => {
  expect(stateAfter(draft, { proof: "missing", host: null })).toBe("txt_pending");
  expect(stateAfter(draft, { host: null })).toBe("hostname_pending");
  expect(stateAfter(proven, { host: hostname("pending", "initializing") })).toBe("hostname_pending");
  expect(stateAfter(proven, { host: hostname("active", "pending_validation") })).toBe("ssl_pending");
  expect(nextState(proven, learned(), now)).toMatchObject({ state: "live", live_at: now, wentLive: true });
});

test("B41: a certificate that is pending, or a host that leads elsewhere, is not live", () => {
  for (const ssl of ["initializing", "pending_validation", "pending_issuance", "pending_deployment"])
    expect(stateAfter(proven, { host: hostname("active", ssl) }), ssl).toBe("ssl_pending");
  for (const points of ["nowhere", "elsewhere", "unknown"] as const)
    expect(stateAfter(proven, { points }), points).toBe("ssl_pending");
});

test("B41: moved, blocked and timed out are said as such, before and after it was live", () => {
  for (const before of [proven, live]) {
    expect(stateAfter(before, { host: hostname("moved", "active") })).toBe("moved");
    expect(stateAfter(before, { host: hostname("blocked", "initializing") })).toBe("blocked");
    expect(stateAfter(before, { host: hostname("pending_blocked", "initializing") })).toBe("blocked");
    expect(stateAfter(before, { host: hostname("active", "validation_timed_out") })).toBe("timed_out");
  }
});

test("B41: a certificate that expired or was turned off is a failure, before and after the domain was live", () => {
  for (const ssl of ["expired", "inactive", "deleted"]) {
    const host = hostname("active", ssl);
    expect(stateAfter(proven, { host }), ssl).toBe("expired");
    expect(nextState(live, learned({ host }), now), ssl).toMatchObject({
      state: "expired",
      failing_since: now,
    });
    const failing: Before = { ...live, state: "expired", failing_since: now - patience_ms };
    expect(stateAfter(failing, { host }), ssl).toBe("gone");
  }
});

test("B41: Cloudflare is asked to start over what it leaves as it is, and nothing else", () => {
  for (const [status, ssl] of [
    ["moved", "active"],
    ["blocked", "active"],
    ["active", "validation_timed_out"],
    ["active", "issuance_timed_out"],
    ["active", "expired"],
    ["active", "inactive"],
  ] as const)
    expect(wantsRestart(hostname(status, ssl)), `${status}, ${ssl}`).toBe(true);
  for (const [status, ssl] of [
    ["active", "active"],
    ["active", "pending_validation"],
    ["pending", "initializing"],
    ["deleted", "deleted"],
    ["reticulating", "splines"],
  ] as const)
    expect(wantsRestart(hostname(status, ssl)), `${status}, ${ssl}`).toBe(false);
  expect([wantsRestart(null), wantsRestart("unknown")]).toEqual([false, false]);
});

test("what could not be asked, and a status that nobody knows, change nothing", () => {
  expect(nextState(live, learned({ host: "unknown", points: "unknown" }), now)).toMatchObject({
    state: "live",
    failing_since: null,
  });
  expect(stateAfter(live, { host: hostname("reticulating", "splines") })).toBe("live");
  expect(stateAfter(proven, { host: hostname("reticulating", "splines") })).toBe("hostname_pending");
  expect(stateAfter({ ...proven, state: "ssl_pending" }, { host: "unknown" })).toBe("ssl_pending");
  expect(nextState(draft, learned({ proof: "unknown", host: null }), now).state).toBe("draft");
  expect(verdictOn(hostname("test_active_apex", "active"))).toBe("unknown");
});

test("a certificate that is being renewed leaves a live domain live", () => {
  expect(stateAfter(live, { host: hostname("active", "pending_validation") })).toBe("live");
});

test("a live domain that leads elsewhere fails from then on, and is given up after seven days", () => {
  for (const more of [
    { points: "nowhere" },
    { points: "elsewhere" },
    { host: hostname("deleted", "deleted") },
  ] as const)
    expect(nextState(live, learned(more), now)).toMatchObject({ state: "moved", failing_since: now });
  const failing: Before = { ...live, state: "moved", failing_since: now - patience_ms + 1 };
  expect(stateAfter(failing, { points: "nowhere" })).toBe("moved");
  expect(stateAfter({ ...failing, failing_since: now - patience_ms }, { points: "nowhere" })).toBe("gone");
});

test("a failing domain recovers only by an answer that shows it", () => {
  const failing: Before = { ...live, state: "moved", failing_since: now - day_ms };
  expect(nextState(failing, learned(), now)).toMatchObject({ state: "live", failing_since: null });
  expect(nextState(failing, learned({ points: "unknown" }), now)).toEqual({ ...failing, wentLive: false });
});

test("a domain without a certificate recovers only once it has one", () => {
  const host = hostname("active", "pending_issuance");
  for (const state of ["expired", "timed_out"] as const) {
    const failing: Before = { ...live, state, failing_since: now - day_ms };
    expect(nextState(failing, learned({ host }), now)).toEqual({ ...failing, wentLive: false });
    expect(stateAfter(failing, {})).toBe("live");
  }
  expect(stateAfter({ ...live, state: "moved", failing_since: now - day_ms }, { host })).toBe("live");
});

test("what was given up stays given up", () => {
  for (const state of ["deleting", "gone"] as const) expect(stateAfter({ ...live, state }, {})).toBe(state);
});

test("looks follow each other more and more slowly, and end after a week", () => {
  const waiting = { state: "txt_pending", failing_since: null } as const;
  expect(nextCheckAt(waiting, 1, now)).toBe(now + minute_ms / 2);
  expect(nextCheckAt(waiting, 20, now)).toBe(now + 5 * minute_ms);
  expect(nextCheckAt(waiting, 32, now)).toBe(now + hour_ms);
  expect(nextCheckAt(waiting, 200, now)).toBeNull();
  expect(nextCheckAt({ state: "live", failing_since: null }, 500, now)).toBe(now + day_ms);
  expect(nextCheckAt({ state: "moved", failing_since: now }, 500, now)).toBe(now + hour_ms);
  expect(nextCheckAt({ state: "gone", failing_since: now }, 1, now)).toBeNull();
});

test("a busy provider is asked again when it said, within the hour", () => {
  expect(afterNoAnswer(null, now)).toBe(now + 5 * minute_ms);
  expect(afterNoAnswer(20 * minute_ms, now)).toBe(now + 20 * minute_ms);
  expect(afterNoAnswer(day_ms, now)).toBe(now + hour_ms);
});
