/**
 * Measures what a document costs: processor time of the local runtime and documents per second, for every page of the
 * navigation beside a bare page with one statement of D1 and one call of an object. Reads `/proc`, so it needs Linux.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { underProjectNode } from "./project-node.mjs";

await underProjectNode(import.meta.url);
const { freePort, seed, withServer } = await import("./local-server.mjs");
const { root, run, serve, stop } = await import("./processes.mjs");

const warmups = 60;
/** Of each round. */
const requests = 100;
const rounds = 3;
const connections = 16;
const throughput_ms = 2000;
/** The kernel counts processor time in ticks of a hundredth of a second. */
const tick_ms = 10;
const navigation = [
  "/dashboard",
  "/call-history",
  "/agents",
  "/numbers",
  "/subscription",
  "/users",
  "/settings",
];
/** The paths of the command line, or every page of the navigation. */
const pages = process.argv.length > 2 ? process.argv.slice(2) : navigation;

const print = (figure, value, unit, limit) =>
  console.log(`BENCH ${JSON.stringify({ figure, value, unit, budget: limit })}`);

/** Fields of `/proc/<pid>/stat` behind the name, which may hold spaces; null when the process is gone. */
function statOf(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = line.lastIndexOf(")");
    return { name: line.slice(line.indexOf("(") + 1, end), fields: line.slice(end + 2).split(" ") };
  } catch {
    return null;
  }
}

/** The runtime's processes below a process. */
function runtimesBelow(pid) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(name) }))
    .filter(({ stat }) => stat !== null);
  const below = new Set([pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const one of all) if (below.has(Number(one.stat.fields[1]))) below.add(one.pid);
  }
  return all.filter((one) => below.has(one.pid) && one.stat.name === "workerd").map((one) => one.pid);
}

/** Processor time of processes so far, ms. */
const usedBy = (pids) =>
  pids.reduce((sum, pid) => {
    const { fields } = statOf(pid) ?? { fields: [] };
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tick_ms;
  }, 0);

/** Gets a page whole. @throws Error when it answers anything but 200 */
const get = (agent, address, path, headers) =>
  new Promise((resolve, reject) => {
    request(`${address}${path}`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
      answer.resume().once("end", resolve);
    })
      .once("error", reject)
      .end();
  });

/** A page that can be measured again and again: its server, its path, its cookies. */
function visitorOf(server, path, headers = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const pids = runtimesBelow(server.child.pid);
  if (pids.length === 0) stop("No runtime was found below the server.");
  const once = () => get(agent, server.address, path, headers);
  return {
    async warm() {
      for (let n = 0; n < warmups; n++) await once();
    },
    /** Processor time of one document, ms. */
    async cost() {
      const before = usedBy(pids);
      for (let n = 0; n < requests; n++) await once();
      return (usedBy(pids) - before) / requests;
    },
    async perSecond() {
      const end = performance.now() + throughput_ms;
      let documents = 0;
      const visit = async () => {
        for (; performance.now() < end; documents++) await once();
      };
      await Promise.all(Array.from({ length: connections }, visit));
      return (documents * 1000) / throughput_ms;
    },
    end: () => agent.destroy(),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Builds the bare page and serves it to `visit`. */
async function withBarePage(visit) {
  const cwd = join(root, "tests", "bench", "bare");
  const folder = mkdtempSync(join(tmpdir(), "bare-"));
  const env = { BUILD_DIR: join(folder, "build"), STATE_DIR: join(folder, "state") };
  const built = await run("react-router", ["build"], { cwd, env, capture: true });
  if (built.code !== 0) stop(built.output);
  const port = await freePort();
  const server = serve("vite", ["preview", "--port", `${port}`, "--strictPort"], {
    cwd,
    env,
    stdio: "ignore",
  });
  const address = `http://localhost:${port}`;
  try {
    for (let tries = 0; tries < 100; tries++) {
      const isUp = await fetch(`${address}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return await visit({ ...server, address });
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cookies of a member who signed in with a password. */
async function signedIn(address, { email, password }) {
  const answer = await fetch(`${address}/auth`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: address, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ intent: "sign-in", email, password }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (answer.status !== 302 || cookies.length === 0) stop(`Signing in answered ${answer.status}.`);
  return cookies.join("; ");
}

/** Waits until the runtime rests: the demo's facts are told to their subscribers after it answers. */
async function atRest(server) {
  const pids = runtimesBelow(server.child.pid);
  for (let quiet = 0; quiet < 3; ) {
    const before = usedBy(pids);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    quiet = usedBy(pids) - before <= 2 * tick_ms ? quiet + 1 : 0;
  }
}

/** A page and the bare page in turns, because the machine itself is faster at one moment than at another. */
async function beside(bare, page, path) {
  const costs = [];
  const speeds = [];
  await page.warm();
  for (let round = 0; round < rounds; round++) {
    const bareCost = await bare.cost();
    const cost = await page.cost();
    costs.push({ cost, ratio: cost / bareCost });
    const bareSpeed = await bare.perSecond();
    speeds.push({ speed: await page.perSecond(), ratio: 0 });
    speeds[round].ratio = speeds[round].speed / bareSpeed;
  }
  print(`${path}: processor time of a document`, median(costs.map(({ cost }) => cost)), "ms", "");
  print(`${path}: beside a bare page`, median(costs.map(({ ratio }) => ratio)), "×", "≤ 2");
  print(`${path}: documents per second`, median(speeds.map(({ speed }) => speed)), "/s", "");
  print(
    `${path}: documents per second beside a bare page`,
    median(speeds.map(({ ratio }) => ratio)),
    "×",
    "≥ 0.5",
  );
}

await withBarePage(async (bareServer) => {
  const bare = visitorOf(bareServer, "/");
  await bare.warm();
  await withServer(await freePort(), async (server, state) => {
    const [{ members }] = (await seed(server.address, state)).organizations;
    const cookie = await signedIn(server.address, members[0]);
    await atRest(server);
    for (const path of pages) {
      const page = visitorOf(server, path, { cookie });
      await beside(bare, page, path);
      page.end();
    }
  });
  bare.end();
});
