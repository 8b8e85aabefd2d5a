/** How long an isolate of the deployable Worker computes before it can answer: what `wrangler check startup` samples, without its idle time. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, stop } from "./processes.mjs";

const rounds = 7;

/**
 * The time that a CPU profile's samples fall on code, in ms.
 * @param profile a profile of the Chrome DevTools Protocol: nodes, samples, and the microseconds before each sample
 */
export function busyTime({ nodes, samples, timeDeltas }) {
  const idle = new Set(nodes.filter((node) => node.callFrame.functionName === "(idle)").map(({ id }) => id));
  return samples.reduce((sum, id, at) => (idle.has(id) ? sum : sum + timeDeltas[at] / 1000), 0);
}

/** The median of several starts, in ms. @param config the path of a built Worker's configuration */
export async function startupTime(config) {
  const folder = mkdtempSync(join(tmpdir(), "startup-"));
  const outfile = join(folder, "profile.json");
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const args = ["check", "startup", `--args=--config ${config}`, "--outfile", outfile];
    const { code, output } = await run("wrangler", args, { capture: true });
    if (code !== 0) stop(`wrangler check startup failed.\n\n${output}`);
    times.push(busyTime(JSON.parse(readFileSync(outfile, "utf8"))));
  }
  rmSync(folder, { recursive: true });
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
}
