/** /api says what the API has: each function that it describes is there, and none is left out. */
import { expect, test } from "vitest";
import { operations } from "#app/api/operations.server.ts";
import { apiFunctions } from "#app/pages/api-functions.ts";
import { doors } from "../organizations/doors.ts";
import { anonymous, memberOf } from "../support/people.ts";

/** Functions for the platform's own operators: their page is docs/operating.md. */
const operators = ["reconcile-usage", "verify-audit"];

const posted = doors
  .map((door) => /^POST \/functions\/(.+)$/.exec(door)?.[1])
  .filter((name) => name !== undefined);

test("it describes every function but those of operators", () => {
  const described = apiFunctions.map(({ name }) => name);
  expect([...described].sort()).toEqual(
    [...new Set(posted)].filter((name) => !operators.includes(name)).sort(),
  );
});

const ask = (name: string, headers: HeadersInit = {}) =>
  anonymous().fetch(`/functions/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: "{}",
  });

test.each(apiFunctions)("$name takes calls from whom the page says", async ({ name, caller }) => {
  const { status } = await ask(name);
  if (caller === "anyone") expect([200, 400, 422]).toContain(status);
  else expect([400, 401, 422]).toContain(status);
});

test("what it says of check-subscription and refresh-session is what they answer", async () => {
  const member = await memberOf();
  const call = (name: string, headers: HeadersInit) =>
    anonymous().fetch(`/functions/${name}`, { method: "POST", headers, body: "{}" });
  const own = { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie: member.cookie };
  const session: Record<string, unknown> = await (await call("refresh-session", own)).json();
  const fieldsOf = (name: string) => apiFunctions.find((one) => one.name === name)?.answer;
  expect(Object.keys(session)).toEqual(fieldsOf("refresh-session"));
  const bearer = { "content-type": "application/json", authorization: `Bearer ${session.access_token}` };
  const plan: Record<string, unknown> = await (await call("check-subscription", bearer)).json();
  expect(Object.keys(plan).sort()).toEqual([...(fieldsOf("check-subscription") ?? [])].sort());
});

test("the page names the host's own address", async () => {
  const html = await (await anonymous().get("/api")).text();
  for (const { id, path } of operations) expect(html, id).toContain(path);
  for (const { name } of apiFunctions) expect(html).toContain(`>${name}</h3>`);
  expect(html).toMatch(/https:\/\/[\w.]+\/functions\/check-subscription/);
});
