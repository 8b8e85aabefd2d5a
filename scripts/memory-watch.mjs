/** The memory of the runtime that a measurement started, sampled from outside: a Worker cannot ask for its own. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

const every_ms = 250;
const page_bytes = 4096;

/** A process by its number: its name, its parent and the pages that it holds; null: it is gone. */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    return { name, parent: Number(rest.split(" ")[1]), pages: Number(rest.split(" ")[21]) };
  } catch {
    return null;
  }
}

/** Bytes that all workerd processes below this one hold. */
function heldBelow(pid) {
  const all = new Map();
  try {
    for (const name of readdirSync("/proc")) if (/^\d+$/.test(name)) all.set(Number(name), processOf(name));
  } catch {
    return 0;
  }
  const isBelow = (one) => {
    for (let at = one; at > 1; at = all.get(at)?.parent ?? 0) if (at === pid) return true;
    return false;
  };
  let pages = 0;
  for (const [one, known] of all) if (known?.name === "workerd" && isBelow(one)) pages += known.pages;
  return pages * page_bytes;
}

/** Samples until it is stopped. `halves`: the most that was held in each half of the time since it began, in MB. */
export function watchMemory() {
  const samples = [];
  const timer = setInterval(() => samples.push(heldBelow(process.pid) / 1e6), every_ms);
  return () => {
    clearInterval(timer);
    const half = Math.ceil(samples.length / 2);
    return [samples.slice(0, half), samples.slice(half)].map((some) => Math.max(0, ...some));
  };
}
