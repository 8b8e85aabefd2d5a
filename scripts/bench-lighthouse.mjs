/**
 * Lighthouse (mobile preset) on pages of a custom domain, on the running production build. The local server
 * speaks plain HTTP/1.1 and packs nothing, so a small server in front of it does what the edge does: TLS, HTTP/2, Brotli.
 * Lighthouse and the certificate come from outside the project: npm's registry and `openssl`.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, createBrotliCompress } from "node:zlib";
import { atTheEnd } from "./processes.mjs";
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { chromiumPath } = await import("./chromium.mjs");
const { freePort, seed, withServer } = await import("./local-server.mjs");

const command = promisify(execFile);
const lighthouse = "lighthouse@12.8.2";
const rounds = 3;
const trials = 4;
/** The pages, and whether a member must be signed in to see them. */
const pages = [
  ["/auth", false],
  ["/dashboard", true],
  ["/call-history", true],
  ["/help", false],
  ["/status", false],
];
const goals = { performance: 95, accessibility: 100, "best-practices": 100 };

const folder = mkdtempSync(join(tmpdir(), "switchboard-lighthouse-"));
atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
const [key, cert, report] = ["key.pem", "cert.pem", "report.json"].map((name) => join(folder, name));

const isPacked = (type = "") => /text|javascript|json|svg|manifest/.test(type);
const hopByHop = ["connection", "keep-alive", "transfer-encoding"];

/** The cookie of the member who is signed in; null: none is. Lighthouse passes no cookies on, so the edge adds it. */
let session = null;

/** Passes a WebSocket on to the server behind the edge: without one, the live pages would complain in the console. */
function passOn(behind, asked, socket, head) {
  const [hostname] = asked.headers.host.split(":");
  const host = `${hostname}:${behind}`;
  const headers = { ...asked.headers, host, origin: `http://${host}` };
  if (session !== null) headers.cookie = [headers.cookie, session].filter(Boolean).join("; ");
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const onwards = connect(behind, "127.0.0.1", () => {
    onwards.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    onwards.write(head);
    socket.pipe(onwards).pipe(socket);
  });
  for (const end of [socket, onwards])
    end.on("error", () => {
      socket.destroy();
      onwards.destroy();
    });
}

/** Answers over TLS what the server on another port answers, packed as the edge packs it. */
function edge(behind) {
  const options = { key: readFileSync(key), cert: readFileSync(cert), allowHTTP1: true };
  const server = createSecureServer(options, (asked, answer) => {
    const named = Object.entries(asked.headers).filter(([name]) => !name.startsWith(":"));
    const host = (asked.headers[":authority"] ?? asked.headers.host).replace(/:\d+$/, `:${behind}`);
    const { method, url: path } = asked;
    const headers = { ...Object.fromEntries(named), host, "accept-encoding": "identity" };
    if (session !== null) headers.cookie = [headers.cookie, session].filter(Boolean).join("; ");
    const onwards = request({ host: "127.0.0.1", port: behind, path, method, headers }, (given) => {
      const kept = Object.entries(given.headers).filter(([name]) => !hopByHop.includes(name));
      const all = Object.fromEntries(kept);
      if (!isPacked(all["content-type"])) {
        answer.writeHead(given.statusCode, all);
        return given.pipe(answer);
      }
      const { "content-length": _unpacked, ...rest } = all;
      answer.writeHead(given.statusCode, { ...rest, "content-encoding": "br" });
      // The quality of on-the-fly packing.
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
      return given
        .pipe(createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH }))
        .pipe(answer);
    });
    onwards.on("error", () => answer.end());
    asked.pipe(onwards);
  });
  return server.on("upgrade", (asked, socket, head) => passOn(behind, asked, socket, head));
}

/** Signs a member in on the host, at the server behind the edge. @returns the session's cookie */
function signIn(host, behind, { email, password }) {
  const body = new URLSearchParams({ intent: "sign-in", email, password }).toString();
  const headers = {
    host: `${host}:${behind}`,
    origin: `http://${host}:${behind}`,
    "sec-fetch-site": "same-origin",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: behind, path: "/auth", method: "POST", headers },
      (given) => {
        given.resume();
        const cookies = (given.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]);
        const own = cookies.find((cookie) => cookie.startsWith("sid="));
        if (own !== undefined) resolve(own);
        else reject(new Error(`signing in answered ${given.statusCode}`));
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}

/** The scores of one run, 0 to 100, by the names of the categories. */
async function scores(address, chromium) {
  const flags = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--ignore-certificate-errors",
    "--host-resolver-rules='MAP *.test 127.0.0.1'",
  ];
  const args = [
    "--yes",
    lighthouse,
    address,
    "--quiet",
    "--form-factor=mobile",
    `--only-categories=${Object.keys(goals).join(",")}`,
    "--output=json",
    `--output-path=${report}`,
    `--chrome-flags=${flags.join(" ")}`,
  ];
  for (let trial = 1; ; trial++)
    try {
      await command("npx", args, { cwd: folder, env: { ...process.env, CHROME_PATH: chromium } });
      break;
    } catch (error) {
      // On a busy machine Chromium's trace is now and then incomplete: nothing was measured, so it is measured again.
      if (trial === trials || !/NO_NAVSTART|NO_FCP|PROTOCOL_TIMEOUT/.test(String(error.stderr))) throw error;
    }
  const { audits, categories, finalDisplayedUrl } = JSON.parse(readFileSync(report, "utf8"));
  if (new URL(finalDisplayedUrl).pathname !== new URL(address).pathname)
    throw new Error(`${address} led to ${finalDisplayedUrl}`);
  for (const name of ["accessibility", "best-practices"])
    for (const { id, weight } of categories[name].auditRefs)
      if (weight > 0 && audits[id].score !== null && audits[id].score < 1)
        console.log(`${address}: ${id}: ${JSON.stringify(audits[id].details?.items ?? []).slice(0, 600)}`);
  return Object.fromEntries(
    Object.keys(goals).map((name) => [name, Math.round(categories[name].score * 100)]),
  );
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

await withServer(await freePort(), async ({ address }, state) => {
  const { host, members } = (await seed(address, state)).organizations[0];
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "1"];
  await command("openssl", ["req", "-x509", ...made, ...subject]);
  const behind = Number(new URL(address).port);
  const port = await freePort();
  const server = edge(behind).listen(port, "127.0.0.1");
  const chromium = await chromiumPath();
  const member = await signIn(
    host,
    behind,
    members.find(({ role }) => role === "owner"),
  );
  for (const [path, needsSession] of pages) {
    const runs = [];
    session = needsSession ? member : null;
    for (let round = 0; round < rounds; round++)
      runs.push(await scores(`https://${host}:${port}${path}`, chromium));
    for (const [name, goal] of Object.entries(goals)) {
      const value = median(runs.map((run) => run[name]));
      const figure = `Lighthouse, ${path} of a custom domain: ${name}`;
      console.log(`BENCH ${JSON.stringify({ figure, value, unit: "", budget: `≥ ${goal}` })}`);
    }
  }
  server.close();
});
process.exit(0);
