/** The local server, below what a browser can send: it never breaks, shows nothing of the machine, and opens no data. */
import { request as ask, type RequestOptions } from "node:http";
import { expect, test } from "./visitor.ts";

type Answer = { status: number; body: string };

/** One request over a connection of its own. */
const spoken = (base: string | undefined, options: RequestOptions, body?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = ask(new URL(options.path ?? "/", base), { agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });

test("TRACE is refused, and shows nothing of this machine", async ({ baseURL }) => {
  const answer = await spoken(baseURL, { method: "TRACE", path: "/auth" });
  expect(answer.status).toBe(405);
  expect(JSON.parse(answer.body)).toEqual({
    code: "method_not_allowed",
    message: "This page doesn't support that.",
  });
});

test("a body that is too long is refused, and the visitors after it are answered", async ({ baseURL }) => {
  const body = `email=${"m".repeat(6_000_000)}`;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    origin: new URL(baseURL ?? "").origin,
  };
  const tooLong = () => spoken(baseURL, { method: "POST", path: "/auth", headers }, body);
  for (let times = 0; times < 6; times++) {
    const answers = [tooLong(), tooLong(), tooLong(), spoken(baseURL, { path: "/health" })];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([413, 413, 413, 200]);
  }
});

test("nobody reads the database through the local server's own tools", async ({ baseURL }) => {
  for (const root of ["/cdn-cgi/explorer", "/cdn-cgi/local/explorer"])
    for (const path of ["", "/api", "/api/d1/database", "/api/local/workers"]) {
      const { status, body } = await spoken(baseURL, { path: root + path });
      expect(status, root + path).toBe(404);
      expect(body).not.toMatch(/"(?:uuid|bindings|result)"/);
    }
});

test("a page of another name that leads to this machine is not served", async ({ baseURL }) => {
  const answer = await spoken(baseURL, { path: "/health", headers: { host: "rebound.example" } });
  expect(answer.status).toBe(403);
  expect(
    (await spoken(baseURL, { path: "/health", headers: { host: "voice.brightsmile.test" } })).status,
  ).toBe(200);
});
