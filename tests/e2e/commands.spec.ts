/** `npm start` and `npm run reset` from a terminal: impatience, a second try, another port. In a copy of the project, with real processes. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "playwright/test";

const root = resolve(import.meta.dirname, "../..");
let port = 0;
let address = "";
/** In the environment of everything that is started here, so that whatever outlives it can be found. */
const mark = randomUUID();
let home = "";

test.describe.configure({ mode: "serial", timeout: 400_000 });

/** A free port. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "localhost", () => {
      const at = probe.address();
      probe.close(() => resolve(typeof at === "object" && at ? at.port : 0));
    });
  });

test.beforeAll(async () => {
  port = await freePort();
  address = `http://localhost:${port}`;
  home = mkdtempSync(join(tmpdir(), "switchboard-commands-"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const name of files.split("\n").filter((line) => line && existsSync(join(root, line)))) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    cpSync(join(root, name), join(home, name));
  }
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
});
test.afterAll(async () => {
  for (const command of started) {
    if (command.child.exitCode === null && command.child.signalCode === null) ctrlC(command);
    await command.ended;
  }
  rmSync(home, { recursive: true, force: true });
});

/** The command lines of what is left of everything that was started here, each with its mark. */
function everyProcess(): string[] {
  if (!existsSync("/proc/self/environ"))
    return execFileSync("ps", ["-A", "-E", "-ww", "-o", "command="], { encoding: "utf8" }).split("\n");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const [command, environment] = ["cmdline", "environ"].map((part) =>
          readFileSync(`/proc/${pid}/${part}`, "utf8"),
        );
        return environment?.includes(mark) ? `${command?.replaceAll("\0", " ")} ${mark}` : "";
      } catch {
        // It ended meanwhile.
        return "";
      }
    });
}
const left = (): string[] => everyProcess().filter((line) => line.includes(mark));

type Command = { child: ChildProcess; printed: () => string; ended: Promise<number | null> };

const started: Command[] = [];

/** Runs a command of package.json's as npm does. */
function npm(name: string, args: string[] = [], env: Record<string, string> = {}): Command {
  const child = spawn("npm", ["run", "--silent", name, "--", ...args], {
    cwd: home,
    env: { ...process.env, PORT: String(port), SWITCHBOARD_TEST: mark, ...env },
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (piece) => {
      printed += piece;
    });
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  const command = { child, printed: () => printed, ended };
  started.push(command);
  return command;
}

/** Ctrl-C: the terminal tells everything in the foreground. */
const ctrlC = ({ child }: Command) => process.kill(-(child.pid ?? 0), "SIGINT");
const isRunning = (words: string) => () => left().some((line) => line.includes(words));
const eventually = { timeout: 180_000, intervals: [20] };

const moments: [moment: string, isThere: () => boolean, signal: "SIGINT" | "SIGTERM"][] = [
  ["the build", isRunning("react-router build"), "SIGINT"],
  ["the migrations", isRunning("d1 migrations apply"), "SIGTERM"],
  ["the first seconds of the server", isRunning("vite preview"), "SIGINT"],
  ["the first seconds of its engine", isRunning("workerd serve"), "SIGTERM"],
  ["the writing of the demo", () => existsSync(join(home, ".wrangler/state/.seeding")), "SIGINT"],
];
for (const [moment, isThere, signal] of moments)
  test(`a start that is stopped during ${moment} (${signal}) leaves no process behind`, async () => {
    const start = npm("start");
    await expect.poll(isThere, eventually).toBe(true);
    if (signal === "SIGINT") ctrlC(start);
    else start.child.kill("SIGTERM");
    await start.ended;
    await expect.poll(left, eventually).toEqual([]);
    expect(start.printed()).not.toContain("failed");
    expect(start.printed()).not.toContain("running.");
    if (moment !== "the build") return;
    // What a whole build would have left: the others need not wait for one.
    for (const folder of ["build", "dist"])
      cpSync(join(root, folder), join(home, folder), { recursive: true });
  });

test("a start prints what works as it stands, holds others off, and a second one finds its data", async () => {
  const start = npm("start");
  await expect.poll(start.printed, eventually).toContain("Switchboard is running.");
  expect(start.printed()).toContain(address);

  await test.step("the call that it prints books, and books again when the first slot is gone", async () => {
    const line = /npm run call -- (.*)/.exec(start.printed())?.[1] ?? "";
    expect(readFileSync(join(home, "README.md"), "utf8")).toContain(line.replace(/^--port \d+ /, ""));
    for (const _ of ["first", "second"]) {
      const said = execFileSync("sh", ["-c", `npm run call --silent -- ${line}`], {
        cwd: home,
        encoding: "utf8",
        env: { ...process.env, PORT: "" },
      });
      expect(said).toContain("Over:");
      expect(said).toMatch(/you're (all )?(booked|set)/i);
    }
  });

  await test.step("neither a reset nor another start gets in its way", async () => {
    const reset = npm("reset", [], { PORT: "1" });
    expect(await reset.ended).toBe(1);
    expect(reset.printed()).toContain(`Switchboard is running on ${address}`);
    const other = npm("start", [], { PORT: String(await freePort()) });
    expect(await other.ended).toBe(1);
    expect(other.printed()).toContain(`Switchboard is running already: ${address}`);
    expect((await fetch(`${address}/health`)).ok).toBe(true);
  });

  ctrlC(start);
  await start.ended;
  await expect.poll(left, eventually).toEqual([]);

  const again = npm("start");
  await expect.poll(again.printed, eventually).toContain("Switchboard is running.");
  expect(again.printed()).not.toContain("Building");
  again.child.kill("SIGTERM");
  await again.ended;
  await expect.poll(left, eventually).toEqual([]);

  const reset = npm("reset");
  expect(await reset.ended).toBe(0);
  expect(existsSync(join(home, ".wrangler", "state"))).toBe(false);
});

test("a build whose outputs are gone is made again, whatever its stamp says", async () => {
  rmSync(join(home, "dist"), { recursive: true });
  const start = npm("start");
  await expect.poll(isRunning("react-router build"), eventually).toBe(true);
  ctrlC(start);
  await start.ended;
  await expect.poll(left, eventually).toEqual([]);
  expect(existsSync(join(home, "build", ".made-from"))).toBe(false);
});
