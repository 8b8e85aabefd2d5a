/** What the project starts ends: by itself, after its time, or with the command that started it. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const processes = resolve(import.meta.dirname, "../../scripts/processes.mjs");

/** Runs lines of a script that may use `run`, `serve` and `forever`, a tool that never ends by itself. */
function command(lines: string) {
  const child = spawn(process.execPath, [
    "--input-type=module",
    "--eval",
    `import { run, serve } from ${JSON.stringify(processes)};
     const forever = ["node", ["-e", "console.log('tool'); setInterval(() => {}, 1000)"]];
     ${lines}`,
  ]);
  let printed = "";
  child.stdout.on("data", (piece) => {
    printed += piece;
  });
  // "close" comes when no process holds the output any more: neither the command nor what it ran.
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  return { child, ended, printed: () => printed };
}

test("a runner that falls silent is ended and counts as failed", async () => {
  const { ended, printed } = command(
    "const { code, hung, output } = await run(...forever, { capture: true, silent_ms: 1000 }); console.log(output, code !== 0, hung);",
  );
  expect(await ended).toBe(0);
  expect(printed()).toMatch(/true true/);
});

test("how long a runner may be silent is asked anew after each output", async () => {
  const { ended, printed } = command(
    `let asked = 0;
     const silent_ms = () => (++asked === 1 ? 60_000 : 500);
     const { hung } = await run(...forever, { capture: true, silent_ms }); console.log(hung, asked);`,
  );
  expect(await ended).toBe(0);
  expect(printed()).toMatch(/^true 2$/m);
});

test("a runner that keeps printing is let go on, and what it prints is passed on", async () => {
  const steps =
    "let n = 0; const t = setInterval(() => { console.log('step', ++n); if (n === 6) clearInterval(t); }, 250)";
  const { ended, printed } = command(
    `const { code, hung } = await run("node", ["-e", ${JSON.stringify(steps)}], { silent_ms: 1000 }); console.log(code, hung);`,
  );
  expect(await ended).toBe(0);
  expect(printed()).toContain("step 6");
  expect(printed()).toMatch(/0 false/);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "a command that gets %s ends what it runs and goes no further",
  async (signal) => {
    const { child, ended, printed } = command("await run(...forever); console.log('further');");
    await expect.poll(printed, { timeout: 20_000 }).toContain("tool");
    child.kill(signal);
    expect(await ended).not.toBe(0);
    expect(printed()).not.toContain("further");
  },
);

test("a command that breaks leaves nothing running", async () => {
  const { ended } = command("run(...forever); setTimeout(() => { throw new Error('broken'); }, 1000);");
  expect(await ended).toBe(1);
});

test("a command that is killed outright takes its server with it, and what the server runs", async () => {
  const { child, ended, printed } = command(
    `const inner = "require('node:child_process').spawn(process.execPath, ['-e', \\"console.log('inner'); setInterval(() => {}, 1000)\\"], { stdio: 'inherit' })";
     serve("node", ["-e", inner + "; process.on('SIGTERM', () => process.exit()); setInterval(() => {}, 1000)"]);`,
  );
  await expect.poll(printed, { timeout: 20_000 }).toContain("inner");
  child.kill("SIGKILL");
  expect(await ended).toBeNull();
});
