/** Loaded into a server before its own code: ends it, and all that it started, when the command that started it is gone without a word. */
import { isMainThread } from "node:worker_threads";

const starter = Number(process.env.STARTED_BY);
const patienceMs = 5000;

/** A server leads a process group of its own. */
const endGroup = (signal) => process.kill(-process.pid, signal);

// What a server runs inherits its environment, and has the server above it.
if (isMainThread && process.ppid === starter) {
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    setTimeout(endGroup, patienceMs, "SIGKILL");
    endGroup("SIGTERM");
  }, 250);
  watch.unref();
}
