/** Verifies that a request comes from Telnyx: its signature covers the moment and the body (docs/telephony.md, "Telnyx"). */
import { minute_ms } from "#app/platform/durations.ts";

/** A post that is older, or from further in the future, may be one that was seen before. */
const tolerance_ms = 5 * minute_ms;

/** Null: that is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** `now`: ms UTC */
export async function isSigned(
  { headers, body }: { headers: Headers; body: string },
  public_key: string,
  now: number,
): Promise<boolean> {
  const timestamp = headers.get("telnyx-timestamp") ?? "";
  const signature = bytesOf(headers.get("telnyx-signature-ed25519") ?? "");
  const key = bytesOf(public_key);
  if (!/^\d{1,12}$/.test(timestamp) || signature?.length !== 64 || key?.length !== 32) return false;
  if (Math.abs(now - Number(timestamp) * 1000) > tolerance_ms) return false;
  const signer = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  const signed = new TextEncoder().encode(`${timestamp}|${body}`);
  return crypto.subtle.verify({ name: "Ed25519" }, signer, signature, signed);
}
