/** /offline, which browsers keep: it is about no person, and no brand stands on it but its host's. */
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";

const shown = async (url: string, by: Pick<Client, "get"> = anonymous()) => {
  const html = await (await by.get(url)).text();
  return { html, words: await pageText(html) };
};
const said =
  "You're offline There's no connection. We'll reload as soon as you're back online. Anything you saved is safe. Try Again";

test("R6: on the main host the offline page wears no brand, whoever is signed in", async () => {
  const owner = await memberOf({ organization: { name: "Harbor" } });
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, company_name: "Harbor Dental", updated_at: Date.now() });
  for (const by of [anonymous(), owner]) {
    const { html, words } = await shown("/offline", by);
    expect(words).toContain(said);
    expect(html).not.toMatch(/AI Voice Agents|Harbor|data-owner/);
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toMatch(/<script[^>]*\bsrc=|modulepreload|type="module"/);
  }
});

test("on a tenant's host it wears the host's brand, without an image that would have to be fetched", async () => {
  const owner = await memberOf({ organization: { name: "Harbor" } });
  const custom_domain = `calls.${owner.organizationId}.test`;
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    company_name: "Harbor Dental",
    logo_url: "https://images.test/logo.png",
    custom_domain,
    updated_at: Date.now(),
  });
  const { html, words } = await shown(`https://${custom_domain}/offline`);
  expect(words).toContain("Harbor Dental");
  expect(words).toContain(said);
  expect(html).not.toMatch(/AI Voice Agents|<img/);
});
