/** `npm run call -- --suite <file or agent>`: plays the tests of an exported agent file, or of the agents of the running demo. Ends with 1 when one fails, with 2 when one has no verdict. */
import { existsSync, readFileSync } from "node:fs";
import { underProjectNode } from "./project-node.mjs";

function fail(message) {
  console.error(message);
  process.exit(2);
}

/** The exported files of the running demo's agents: one by its name, or all for "all". */
async function fromServer(wanted, server) {
  const get = (path, cookie = "") =>
    fetch(`${server}${path}`, {
      redirect: "manual",
      headers: { cookie, accept: "text/html, application/json" },
    }).catch(() =>
      fail(`There is no file ${wanted}, and nothing answers at ${server}. Start it with npm start.`),
    );
  const demo = await (
    await fetch(`${server}/sandbox/demo`, { headers: { accept: "application/json" } }).catch(() =>
      fail(`There is no file ${wanted}, and nothing answers at ${server}. Start it with npm start.`),
    )
  ).json();
  const owner = demo.organizations[0].members.find(({ role }) => role === "owner");
  const entered = await fetch(`${server}/auth`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: server, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ intent: "sign-in", email: owner.email, password: owner.password }),
  });
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const list = await (await get("/agents", cookie)).text();
  const ids = [...new Set([...list.matchAll(/href="\/agents\/([0-9a-f-]{36})"/g)].map(([, id]) => id))];
  const texts = [];
  for (const id of ids) texts.push(await (await get(`/agents/${id}/export`, cookie)).text());
  const named = texts.filter(
    (text) =>
      wanted === "all" ||
      JSON.parse(text).agents.some(({ name }) => name.toLowerCase() === wanted.toLowerCase()),
  );
  if (named.length > 0) return named;
  const names = texts.flatMap((text) => JSON.parse(text).agents.map(({ name }) => `  ${name}`));
  return fail(`There is no file and no agent “${wanted}”. The demo has:\n${names.join("\n")}`);
}

/** Models of an agent over the environment's keys, as its calls ask them. */
async function environmentModels() {
  const workers = new URL("../workers/", import.meta.url).href;
  const { keyVariables, modelsByKeys } = await import(`${workers}models/environment-models.ts`);
  const { modelBrain } = await import(`${workers}conversation/brains/model-brain.ts`);
  const later = (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  };
  return ({ model }) => {
    const models = modelsByKeys(model.chain, process.env);
    if (models.length > 0) return modelBrain({ now: Date.now, later, models: async () => models });
    const names = model.chain.flatMap(({ provider }) => keyVariables[provider]?.variable ?? []);
    const wanted = names.length > 0 ? ` Set ${[...new Set(names)].join(" or ")}.` : "";
    return `A language model answers this agent's callers, and there is no key for it.${wanted}`;
  };
}

/** Plays the tests and prints a line for each. */
export async function playSuite({ suite, port, zone, country, script }) {
  // The brain is TypeScript, which only the project's own Node runs directly.
  await underProjectNode(script);
  const texts = existsSync(suite)
    ? [readFileSync(suite, "utf8")]
    : await fromServer(suite, `http://localhost:${port}`);
  const module = new URL("../workers/conversation/simulation/run-suite.ts", import.meta.url).href;
  const { runSuite } = await import(module);
  const modelOf = await environmentModels();
  const rows = [];
  let why = "";
  for (const text of texts) {
    const place = { time_zone: zone, country, organization: "Your organization" };
    const played = await runSuite(text, place, modelOf);
    if (played.ok) rows.push(...played.rows);
    else why = played.why;
  }
  if (rows.length === 0) fail(why);
  const width = Math.max(...rows.map(({ test }) => test.length));
  for (const { agent, test, verdict, isGood, why: reasons } of rows) {
    console.log(
      `${isGood === null ? "?" : isGood ? "✓" : "✗"} ${test.padEnd(width)}  ${verdict}  (${agent})`,
    );
    for (const reason of reasons) console.log(`    ${reason}`);
  }
  const count = (verdict) => rows.filter(({ isGood }) => isGood === verdict).length;
  const unjudged = count(null) > 0 ? `, ${count(null)} without a verdict` : "";
  console.log(`\n${count(true)} passed, ${count(false)} failed${unjudged}`);
  process.exit(count(false) > 0 ? 1 : unjudged ? 2 : 0);
}
