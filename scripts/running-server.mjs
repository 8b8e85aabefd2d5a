/** Finds the server that writes to a state folder, so that no second one starts, and the folder is not removed while it runs. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atTheEnd } from "./processes.mjs";

const noteIn = (state) => join(state, ".server.json");

function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
  // After a crash the number may belong to another process.
  const told = `/proc/${pid}/cmdline`;
  return !existsSync(told) || readFileSync(told, "utf8").includes("scripts/start.mjs");
}

/** The server that runs on a state folder, `{ pid, port }`, or null. A note left by a crash is ignored. */
export function runningServer(state) {
  try {
    const { pid, port } = JSON.parse(readFileSync(noteIn(state), "utf8"));
    return Number.isInteger(pid) && isAlive(pid) ? { pid, port } : null;
  } catch {
    return null;
  }
}

/** Records until its end that this process serves from the folder. */
export function noteServer(state, port) {
  mkdirSync(state, { recursive: true });
  writeFileSync(noteIn(state), JSON.stringify({ pid: process.pid, port }));
  atTheEnd(() => rmSync(noteIn(state), { force: true }));
}
