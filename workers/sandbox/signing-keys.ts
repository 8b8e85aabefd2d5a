/** The key pair with which the simulated Telnyx signs its webhooks, made anew whenever the local Workers are configured: for a build, for dev mode, for a run of tests. Runs on Node. */
import { generateKeyPairSync } from "node:crypto";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");

/** The last 32 bytes of the key's envelope are the key itself. */
const publicBytes = publicKey.export({ type: "spki", format: "der" }).subarray(-32);

/** What the product is told, as an operator copies it from the carrier's portal. */
export const publicKeySetting = { TELNYX_PUBLIC_KEY: publicBytes.toString("base64") };

/** What the sandbox signs with. */
export const signingKeyBinding = {
  TELNYX_SIGNING_KEY: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
};
