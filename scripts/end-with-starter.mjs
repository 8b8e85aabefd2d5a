/** Loaded into a server before its own code: ends it, and everything it started, when the command that started it disappears. */
import { isMainThread } from "node:worker_threads";

const starter = Number(process.env.STARTED_BY);
const patienceMs = 5000;

/** A server leads a process group of its own. */
const endGroup = (signal) => process.kill(-process.pid, signal);

// Processes that a server starts inherit its environment, and have the server as their parent.
if (isMainThread && process.ppid === starter) {
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    setTimeout(endGroup, patienceMs, "SIGKILL");
    endGroup("SIGTERM");
  }, 250);
  watch.unref();
}
