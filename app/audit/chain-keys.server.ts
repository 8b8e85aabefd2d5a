/** The keys that seal the audit chain and verify it: derived from the deployment's secret, and from the one before. */
import { z } from "zod";
import { keyIdOf, sameSecret, signerOf } from "#app/platform/crypto.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { retiredText } from "./chain.ts";

const purpose = "audit-chain";

/** Seals texts with the present secret. */
export async function chainSigner(env: object) {
  const { APP_SECRET } = settings(env);
  return { key_id: await keyIdOf(APP_SECRET), sign: await signerOf(APP_SECRET, purpose) };
}

type Sealed = { readonly key_id: string; readonly seal: string };

/** `unknown`: the secret behind the seal is not here any more. */
type SealVerdict = "right" | "wrong" | "unknown";

/** Judges seals by every secret that the deployment has. */
export async function signatureJudge(
  env: object,
): Promise<(seal: Sealed, text: string) => Promise<SealVerdict>> {
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

/** Where former keys are listed, beside the database. */
const retiredKey = "audit/retired-keys.json";
const keptRetired = z.object({
  retired: z.record(z.string(), z.number().int()),
  key_id: z.string(),
  seal: z.string(),
});
type Retired = Readonly<Record<string, number>>;

/** The former keys, each with the last number of the chain that it sealed. A list that the deployment did not sign is none. */
export async function retiredKeys(env: Env): Promise<Retired> {
  const file = await env.FILES.get(retiredKey);
  const kept = keptRetired.safeParse(file && (await file.json().catch(() => null)));
  if (!kept.success) return {};
  const judge = await signatureJudge(env);
  return (await judge(kept.data, retiredText(kept.data.retired))) === "right" ? kept.data.retired : {};
}

/** Keeps the list, signed with the present secret. */
export async function keepRetired(env: Env, retired: Retired): Promise<void> {
  const { key_id, sign } = await chainSigner(env);
  const list: z.infer<typeof keptRetired> = { retired, key_id, seal: await sign(retiredText(retired)) };
  await env.FILES.put(retiredKey, JSON.stringify(list));
}

/**
 * Judges seals of the chain: whether this application made them. One of a secret that is gone is believed up to the
 * number that was noted when the secret changed; the link that is kept beside the database vouches for it.
 */
export async function chainJudge(
  env: Env,
): Promise<(seal: Sealed & { readonly sequence: number }, text: string) => Promise<boolean>> {
  const [judge, retired] = await Promise.all([signatureJudge(env), retiredKeys(env)]);
  return async (row, text) => {
    const verdict = await judge(row, text);
    return verdict === "unknown" ? row.sequence <= (retired[row.key_id] ?? 0) : verdict === "right";
  };
}
