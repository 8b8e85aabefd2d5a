/** Telnyx' signature against Node's own Ed25519, which shares no code with ours. */
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isSigned } from "#workers/carriers/telnyx/signature.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const shown = publicKey.export({ type: "spki", format: "der" }).subarray(-32).toString("base64");
const now = Date.parse("2026-11-28T12:00:00Z");
const seconds = Math.floor(now / 1000);
const body = "CallSid=v3%3Aabc&From=%2B13035550123&words=Gr%C3%BC%C3%9Fe";

function signedAt(timestamp: number, text = body): Headers {
  const signature = sign(null, Buffer.from(`${timestamp}|${text}`), privateKey).toString("base64");
  return new Headers({
    "telnyx-timestamp": String(timestamp),
    "telnyx-signature-ed25519": signature,
  });
}

describe("a post of Telnyx", () => {
  test("is believed with its signature, up to five minutes away", async () => {
    for (const age of [0, 299, 300, -300])
      expect(await isSigned({ headers: signedAt(seconds - age), body }, shown, now)).toBe(true);
  });

  test("that is older, or further ahead, is not", async () => {
    for (const age of [301, 3600, -301])
      expect(await isSigned({ headers: signedAt(seconds - age), body }, shown, now)).toBe(false);
  });

  test("with another body, moment or key is not", async () => {
    const headers = signedAt(seconds);
    expect(await isSigned({ headers, body: `${body}&x=1` }, shown, now)).toBe(false);
    const later = new Headers(headers);
    later.set("telnyx-timestamp", String(seconds + 1));
    expect(await isSigned({ headers: later, body }, shown, now)).toBe(false);
    const other = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" });
    const key = other.subarray(-32).toString("base64");
    expect(await isSigned({ headers, body }, key, now)).toBe(false);
  });

  test.each([
    ["telnyx-signature-ed25519", null],
    ["telnyx-signature-ed25519", ""],
    ["telnyx-signature-ed25519", "not base64 at all"],
    ["telnyx-signature-ed25519", "c2hvcnQ="],
    ["telnyx-timestamp", null],
    ["telnyx-timestamp", "soon"],
    ["telnyx-timestamp", "-1"],
    ["telnyx-timestamp", `${seconds}.5`],
  ])("whose %s is %s is not, and nothing throws", async (name, value) => {
    const headers = signedAt(seconds);
    if (value === null) headers.delete(name);
    else headers.set(name, value);
    expect(await isSigned({ headers, body }, shown, now)).toBe(false);
  });

  test("with a key that is none is not", async () => {
    for (const key of ["", "short", "A".repeat(44)])
      expect(await isSigned({ headers: signedAt(seconds), body }, key, now)).toBe(false);
  });
});
