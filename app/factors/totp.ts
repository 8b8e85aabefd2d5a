/** One-time passwords of an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds): finds the time step of a code. */
import { generateHOTP } from "@oslojs/otp";

const step_s = 30;
const digits = 6;
/** R17: 160 bits, as long as the hash. */
export const secretBytes = 20;

/** The time step that a moment is in. `now`: ms UTC */
export const stepAt = (now: number): number => Math.floor(now / 1000 / step_s);

/** The code of one step. */
export const codeAt = (key: Uint8Array, step: number): string => generateHOTP(key, BigInt(step), digits);

/**
 * The steps with this code, newest first, among the current one and its two neighbours (R17;
 * docs/decisions/014-totp-window.md). Every candidate is computed and compared whole, so that the time reveals
 * nothing.
 * @param now ms UTC
 */
export function matchingSteps(key: Uint8Array, code: string, now: number): number[] {
  const current = stepAt(now);
  return [current + 1, current, current - 1].filter((step) => isSame(codeAt(key, step), code));
}

function isSame(expected: string, code: string): boolean {
  let difference = expected.length ^ code.length;
  for (let at = 0; at < expected.length; at++) difference |= expected.charCodeAt(at) ^ code.charCodeAt(at);
  return difference === 0;
}

/** The content of the QR code, and the account's name in the authenticator app. */
export function keyUri(issuer: string, account: string, secret: string): string {
  // A colon would end the issuer's name.
  const name = issuer.replaceAll(":", " ");
  const query = new URLSearchParams({
    secret,
    issuer: name,
    algorithm: "SHA1",
    digits: String(digits),
    period: String(step_s),
  });
  // Some apps show "+" in a name literally.
  return `otpauth://totp/${encodeURIComponent(name)}:${encodeURIComponent(account)}?${query.toString().replaceAll("+", "%20")}`;
}

/** "JBSW Y3DP …": groups of four, as people type. */
export const inFours = (text: string, between = " "): string => text.match(/.{1,4}/g)?.join(between) ?? "";
