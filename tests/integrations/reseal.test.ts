/** Changing APP_SECRET: the tokens of connections and the secrets of webhooks are sealed anew by cron, and then need the former secret no longer. */
import { expect, test } from "vitest";
import { resealObjects } from "#app/integrations/reseal.server.ts";
import { openTokens } from "#app/integrations/tokens.server.ts";
import { openSecret } from "#app/webhooks/secrets.server.ts";
import { signingSecretsOf } from "#app/workflows/hook-address.server.ts";
import { changed, changing, newSecret } from "../support/new-secret.ts";
import { memberOf } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { address, endpointAt } from "../webhooks/arrange.ts";
import { connected } from "./connecting.ts";

test("R44: cron seals tokens and secrets of webhooks anew, and the new secret alone opens them", async () => {
  const owner = await memberOf();
  const { organizationId: id, store } = owner;
  await connected(owner, "hubspot");
  const endpoint = await endpointAt(owner, (await address()).url);
  const before = await store.integrations.credential("hubspot");
  await rows(owner, "update integrations set version = 7");
  for (let runs = 0; runs < 20; runs++) {
    await resealObjects(changing(), Date.now());
    if ((await store.integrations.credential("hubspot"))?.sealed !== before?.sealed) break;
  }
  const after = await store.integrations.credential("hubspot");
  if (!before || !after) throw new Error("not connected");
  expect(after.sealed).not.toBe(before.sealed);
  expect(after.version).toBe(7);
  expect((await openTokens([newSecret], id, after)).access).toMatch(/./);
  const [{ sealed } = { sealed: "" }] = await rows(owner, "select sealed from webhook_endpoints");
  expect(await openSecret(changed(), id, endpoint.id, String(sealed))).toBe(endpoint.secret);
});

test("while both secrets stand, what a workflow posts is signed by both", async () => {
  const [now, former] = await signingSecretsOf(changing(), "organization", "workflow");
  expect(await signingSecretsOf(changed(), "organization", "workflow")).toEqual([now]);
  expect(former).not.toBe(now);
});
