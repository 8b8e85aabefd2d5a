/** The keys that seal the audit chain and verify it: derived from the deployment's secret, and from the one before. */
import { keyIdOf, sameSecret, signerOf } from "#app/platform/crypto.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";

const purpose = "audit-chain";

/** Seals texts with the present secret. */
export async function chainSigner(env: object) {
  const { APP_SECRET } = settings(env);
  return { key_id: await keyIdOf(APP_SECRET), sign: await signerOf(APP_SECRET, purpose) };
}

type Sealed = { readonly key_id: string; readonly seal: string };

/** `unknown`: the secret behind the seal is not here any more. */
export type SealVerdict = "right" | "wrong" | "unknown";

/** Judges seals by every secret that the deployment has. */
export async function chainJudge(env: object): Promise<(seal: Sealed, text: string) => Promise<SealVerdict>> {
  const ring = keyringOf(settings(env));
  const signers = new Map(
    await Promise.all(
      ring.map(async (secret) => [await keyIdOf(secret), await signerOf(secret, purpose)] as const),
    ),
  );
  return async ({ key_id, seal }, text) => {
    const sign = signers.get(key_id);
    if (sign === undefined) return "unknown";
    return sameSecret(seal, await sign(text)) ? "right" : "wrong";
  };
}
