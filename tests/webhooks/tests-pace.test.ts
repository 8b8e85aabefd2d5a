/** Tests of an endpoint go to an address whose owner never asked for them: a minute has ten. */
import { expect, test } from "vitest";
import { memberOf } from "../support/people.ts";
import { address, endpointAt } from "./arrange.ts";

test("an endpoint is sent ten tests in a minute, and the eleventh is refused in words", async () => {
  const owner = await memberOf();
  const { url } = await address();
  const { path } = await endpointAt(owner, url);
  const press = () => owner.post(path, { do: "test", event: "call.ended" });
  for (let i = 0; i < 10; i += 1) expect((await press()).status).toBe(302);
  const refused = await press();
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringContaining("Ten tests a minute"),
  ]);
});
