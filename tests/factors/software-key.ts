/** A passkey's device in software: makes keys and answers challenges as browsers hand them over (WebAuthn, ES256, no attestation). */
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { z } from "zod";

const utf8 = new TextEncoder();
const joined = (...parts: readonly (readonly number[] | Uint8Array)[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

/** CBOR byte strings of up to 64 KB and short texts: all that the formats below need. */
const cborBytes = (bytes: Uint8Array) =>
  joined(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255], bytes);
const cborText = (text: string) => joined([0x60 + text.length], utf8.encode(text));

/** A P-256 point as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
const cose = (x: Uint8Array, y: Uint8Array) =>
  joined([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21], cborBytes(x), [0x22], cborBytes(y));

/** One number of a signature as DER: no needless zeros, never negative. */
function derInteger(bytes: Uint8Array) {
  const first = bytes.findIndex((byte) => byte !== 0);
  const plain = bytes.slice(first < 0 ? bytes.length - 1 : first);
  const positive = (plain[0] ?? 0) & 0x80 ? joined([0], plain) : plain;
  return joined([0x02, positive.length], positive);
}

const creation = z.object({ challenge: z.string(), rp: z.object({ id: z.string() }) });
const request = z.object({ challenge: z.string(), rpId: z.string() });

export type Twist = {
  /** The page that the browser says it is on. */
  origin?: string;
  /** Whether the device has asked its owner for a finger or PIN. */
  isVerified?: boolean;
};

export async function softwareKey(origin: string) {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]);
  const id = crypto.getRandomValues(new Uint8Array(16));
  let counter = 0;
  const client = (type: string, challenge: string, twist: Twist) =>
    utf8.encode(JSON.stringify({ type, challenge, origin: twist.origin ?? origin, crossOrigin: false }));
  const head = async (host: string, twist: Twist, more: number) =>
    joined(
      await sha256(utf8.encode(host)),
      [0x01 | (twist.isVerified === false ? 0 : 0x04) | more],
      uint32(++counter),
    );
  const envelope = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: encodeBase64urlNoPadding(id),
      rawId: encodeBase64urlNoPadding(id),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });
  return {
    id: encodeBase64urlNoPadding(id),
    /** What `navigator.credentials.create` answers to these options. */
    async create(options: unknown, twist: Twist = {}): Promise<string> {
      const { challenge, rp } = creation.parse(options);
      const point = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
      const authData = joined(
        await head(rp.id, twist, 0x40),
        new Uint8Array(16),
        [0, id.length],
        id,
        cose(point.slice(1, 33), point.slice(33)),
      );
      const attestationObject = joined(
        [0xa3],
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        [0xa0],
        cborText("authData"),
        cborBytes(authData),
      );
      return envelope({
        clientDataJSON: encodeBase64urlNoPadding(client("webauthn.create", challenge, twist)),
        attestationObject: encodeBase64urlNoPadding(attestationObject),
        transports: ["internal"],
      });
    },
    /** What `navigator.credentials.get` answers to these options. */
    async get(options: unknown, twist: Twist = {}): Promise<string> {
      const { challenge, rpId } = request.parse(options);
      const authenticatorData = await head(rpId, twist, 0);
      const clientData = client("webauthn.get", challenge, twist);
      const signed = joined(authenticatorData, await sha256(clientData));
      const raw = new Uint8Array(
        await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, signed),
      );
      const numbers = joined(derInteger(raw.slice(0, 32)), derInteger(raw.slice(32)));
      return envelope({
        clientDataJSON: encodeBase64urlNoPadding(clientData),
        authenticatorData: encodeBase64urlNoPadding(authenticatorData),
        signature: encodeBase64urlNoPadding(joined([0x30, numbers.length], numbers)),
      });
    },
  };
}
