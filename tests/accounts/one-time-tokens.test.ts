/** Secrets that are good once: exactly one of many takes them, and only where, for what and as long as they were made for. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newToken, redeem } from "#app/accounts/one-time-tokens.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { oneTimeTokens } from "#drizzle/control/schema.ts";
import { controlPlane } from "../support/people.ts";

const db = () => new Database(env.DB, new Timing());
const now = Date.now();
const host = "voice.tenant.test";

async function tokenOf(
  facts: Parameters<typeof newToken>[1] = {},
  purpose: Parameters<typeof newToken>[0] = "cross_domain",
) {
  const { token, row } = await newToken(purpose, { user_id: newId(), ...facts }, 300_000, now);
  await controlPlane().insert(oneTimeTokens).values(row);
  return { token, row };
}

test("R10: a token redeemed by 20 at once is redeemed once", async () => {
  const { token, row } = await tokenOf();
  const redeemed = await Promise.all(
    Array.from({ length: 20 }, () => redeem(db(), { purpose: "cross_domain", token }, now)),
  );
  const winners = redeemed.filter((found) => found !== null);
  expect(winners).toHaveLength(1);
  expect(winners[0]).toMatchObject({ id: row.id, user_id: row.user_id, used_at: now });
});

test("R10: a token of 32 random bytes is stored as its SHA-256 and nothing else", async () => {
  const { token, row } = await tokenOf();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(row)).not.toContain(token);
});

test("B14: a token is good for its 300 seconds and not a moment longer", async () => {
  const late = await tokenOf();
  expect(await redeem(db(), { purpose: "cross_domain", token: late.token }, now + 300_000)).toBeNull();
  expect(await redeem(db(), { purpose: "cross_domain", token: late.token }, now + 299_999)).not.toBeNull();
});

test("R10: a token is good for nothing else, on no other host and in no other browser, and none of that uses it up", async () => {
  const { token } = await tokenOf({ audience: host, bound_to: "this browser" });
  const asked = { purpose: "cross_domain", token, audience: host, boundTo: "this browser" } as const;
  expect(await redeem(db(), { ...asked, purpose: "reset_password" }, now)).toBeNull();
  expect(await redeem(db(), { ...asked, audience: "evil.test" }, now)).toBeNull();
  expect(await redeem(db(), { purpose: "cross_domain", token, boundTo: "this browser" }, now)).toBeNull();
  expect(await redeem(db(), { ...asked, boundTo: "another browser" }, now)).toBeNull();
  expect(await redeem(db(), { ...asked, token: `${token}x` }, now)).toBeNull();
  expect(await redeem(db(), asked, now)).toMatchObject({ audience: host });
  expect(await redeem(db(), asked, now)).toBeNull();
});

test("R10: a token that was made for no host is good on none", async () => {
  const { token } = await tokenOf({}, "reset_password");
  expect(await redeem(db(), { purpose: "reset_password", token, audience: host }, now)).toBeNull();
  expect(await redeem(db(), { purpose: "reset_password", token }, now)).not.toBeNull();
});
