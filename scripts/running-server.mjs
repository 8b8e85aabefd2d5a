/** Knows which server writes to a state folder, so that no other does, and nobody takes the folder away under it. */
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
  // After a crash its number may be somebody else's by now.
  const told = `/proc/${pid}/cmdline`;
  return !existsSync(told) || readFileSync(told, "utf8").includes("scripts/start.mjs");
}

/** The server that runs on a state folder, `{ pid, port }`, or null. A note that a crash left behind counts for nothing. */
export function runningServer(state) {
  try {
    const { pid, port } = JSON.parse(readFileSync(noteIn(state), "utf8"));
    return Number.isInteger(pid) && isAlive(pid) ? { pid, port } : null;
  } catch {
    return null;
  }
}

/** Notes that this process serves from the folder until it ends. */
export function noteServer(state, port) {
  mkdirSync(state, { recursive: true });
  writeFileSync(noteIn(state), JSON.stringify({ pid: process.pid, port }));
  atTheEnd(() => rmSync(noteIn(state), { force: true }));
}
