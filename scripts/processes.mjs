/** Starts the project's tools, each in its own process group, and ensures that none outlives the command that started it. */
import { spawn, spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const bin = join(root, "node_modules", ".bin");
export const windows = process.platform === "win32";

/** How long a server, and a tool that may have servers of its own, get to end in order. */
const serverEndMs = 5000;
const toolEndMs = 10_000;

/** Running children, each with `{ isGroup, patience }`; `patience` is how long it may take to end, in ms. */
const running = new Map();
let isEnding = false;
const never = () => new Promise(() => {});

function signal(child, isGroup, name) {
  try {
    if (windows) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
    else process.kill(isGroup ? -child.pid : child.pid, name);
  } catch {
    // It has already ended.
  }
}

/** Asks a child and everything it started to end, kills them after a while, and resolves when they have ended. */
function end(child) {
  return new Promise((resolve) => {
    const known = running.get(child);
    if (!known) return resolve();
    const last = setTimeout(() => signal(child, known.isGroup, "SIGKILL"), known.patience);
    child.once("exit", () => {
      clearTimeout(last);
      resolve();
    });
    signal(child, known.isGroup, "SIGINT");
  });
}

const lastWishes = new Set();

/** Runs a function when this command ends for any reason; the function must be synchronous. */
export const atTheEnd = (wish) => lastWishes.add(wish);

/** Ends everything that runs, then this command. */
async function leave(cause) {
  if (isEnding) return;
  isEnding = true;
  await Promise.all([...running.keys()].map(end));
  process.exit(process.exitCode ?? (cause === "SIGINT" ? 130 : 143));
}

// Before anything is started: a signal may come between a start and the next line.
for (const cause of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(cause, () => leave(cause));
// Code that waits for an answer of a process that is being ended gets an error without meaning.
process.on("uncaughtException", (error) => {
  if (isEnding) return;
  console.error(error);
  process.exit(1);
});
process.on("exit", () => {
  for (const [child, { isGroup }] of running) signal(child, isGroup, "SIGKILL");
  for (const wish of lastWishes) wish();
});

// npm runs a command under a shell and, when it is killed, ends only the shell; so does Playwright.
const parent = process.ppid;
if (process.env.npm_lifecycle_event || process.env.END_WITH_PARENT)
  setInterval(() => process.ppid !== parent && leave("SIGTERM"), 250).unref();

/** Ends the command with a message, without a stack. */
export function stop(message) {
  if (isEnding) return never();
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** The environment of everything this project runs: its own Node and tools come first. */
export function projectEnv(extra = {}) {
  return {
    ...process.env,
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    ...extra,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
  };
}

function start(command, args, { env, cwd = root, stdio, patience, shell = windows }) {
  // A process that reads the keyboard stays in the terminal's own group: another group may not read it.
  const isGroup = !windows && stdio[0] !== "inherit";
  const child = spawn(command, args, { cwd, env: projectEnv(env), stdio, detached: isGroup, shell });
  running.set(child, { isGroup, patience });
  child.once("exit", () => {
    if (isGroup) signal(child, isGroup, "SIGKILL");
    running.delete(child);
  });
  child.once("error", () => running.delete(child));
  return child;
}

/**
 * Runs a tool of the project to its end; resolves to its exit code and, when captured, its output; `capture: "output"` takes its standard output alone.
 * @param silent_ms how long a tool may print nothing, or a function that says so after each output; a tool that is silent for longer hangs and is ended. `{ hung: true }` then tells so
 * @param heard is told each piece of captured output as it comes
 */
export function run(
  command,
  args,
  { env = {}, capture = false, cwd = root, stdin = "ignore", silent_ms, shell, heard } = {},
) {
  if (isEnding) return never();
  return new Promise((resolve) => {
    const takes = { stdout: capture !== false, stderr: capture === true };
    const listens = (stream) => (takes[stream] || silent_ms ? "pipe" : "inherit");
    const stdio = [stdin, listens("stdout"), listens("stderr")];
    const child = start(command, args, { env, cwd, stdio, patience: toolEndMs, shell });
    let output = "";
    let hung = false;
    let limit;
    const wait = () => {
      clearTimeout(limit);
      if (silent_ms)
        limit = setTimeout(
          () => {
            hung = true;
            end(child);
          },
          typeof silent_ms === "function" ? silent_ms() : silent_ms,
        );
    };
    wait();
    for (const stream of ["stdout", "stderr"])
      child[stream]?.on("data", (chunk) => {
        wait();
        if (takes[stream]) {
          output += chunk;
          heard?.(chunk);
        } else process[stream].write(chunk);
      });
    const done = (code) => {
      clearTimeout(limit);
      if (!isEnding) resolve({ code, output, hung });
    };
    child.once("error", (error) => {
      output += error.message;
      done(127);
    });
    child.once("close", (code, signal) => done(signal ? 130 : (code ?? 1)));
  });
}

/** The environment with which a server notices that this command was killed; Windows has neither groups nor such parents. */
function watching(env) {
  if (windows) return env;
  const { NODE_OPTIONS: options = "" } = { ...process.env, ...env };
  const watch = `--import=${new URL("end-with-starter.mjs", import.meta.url).href}`;
  return { ...env, STARTED_BY: String(process.pid), NODE_OPTIONS: `${options} ${watch}`.trim() };
}

/**
 * Starts a server of the project; `end()` ends it with all its processes, and so does the end of this command, for
 * any reason. Its complaints while everything ends are dropped: its engine may be stopped while it is still starting.
 */
export function serve(command, args, { env = {}, stdio = "inherit", cwd = root } = {}) {
  if (isEnding) return { child: null, end: never, hasEnded: () => false };
  const three = typeof stdio === "string" ? [stdio === "inherit" ? "ignore" : stdio, stdio, stdio] : stdio;
  const complains = three[2] === "inherit";
  const child = start(command, args, {
    env: watching(env),
    cwd,
    stdio: complains ? [three[0], three[1], "pipe"] : three,
    patience: serverEndMs,
  });
  child.stderr?.on("data", (piece) => isEnding || process.stderr.write(piece));
  return { child, end: () => end(child), hasEnded: () => !isEnding && !running.has(child) };
}
