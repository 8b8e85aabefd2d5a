import { expect, test } from "vitest";
import { memberOf, origin } from "../support/people.ts";

const post = async (headers: Record<string, string>) => {
  const person = await memberOf();
  const answer = await person.fetch("/sign-out", { method: "POST", body: "", headers });
  return { answer, isStillIn: (await person.get("/dashboard")).status === 200 };
};

test.each([
  ["another site's", { "sec-fetch-site": "cross-site", origin: "https://evil.test" }],
  ["a sibling host's", { "sec-fetch-site": "same-site", origin: "https://other.app.test" }],
  ["one without a sender", { "sec-fetch-site": "none" }],
  ["one that lies about its origin", { "sec-fetch-site": "cross-site", origin }],
  ["an older browser's from elsewhere", { origin: "https://evil.test" }],
  ["an older browser's from a sandboxed frame", { origin: "null" }],
  ["one that says nothing", {}],
])("R7, B15: %s post changes nothing", async (_, headers: Record<string, string>) => {
  const { answer, isStillIn } = await post(headers);
  expect(answer.status).toBe(403);
  expect(isStillIn).toBe(true);
});

test.each([
  ["a page's own", { "sec-fetch-site": "same-origin", origin }],
  ["an older browser's own", { origin }],
  ["a page's own that lets nobody know where it was", { "sec-fetch-site": "same-origin", origin: "null" }],
])("R7: %s post is taken", async (_, headers: Record<string, string>) => {
  const { answer, isStillIn } = await post(headers);
  expect(answer.status).toBe(302);
  expect(isStillIn).toBe(false);
});

test.each(["PUT", "PATCH", "DELETE"])("R7, B15: a %s from elsewhere is refused too", async (method) => {
  const person = await memberOf();
  const answer = await person.fetch("/auth", { method, headers: { "sec-fetch-site": "cross-site" } });
  expect(answer.status).toBe(403);
});
