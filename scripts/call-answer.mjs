/** `npm run call -- --answer`: plays the person whom an agent calls. The call rings in the terminal, and what is typed is said. */
import { createInterface } from "node:readline/promises";
import { underProjectNode } from "./project-node.mjs";

/** How often is looked for a call, and how long the agent must have been quiet before the next line of a script is said. */
const look_ms = 500;
const quiet_ms = 2500;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The next call that rings, at one number or at any. */
async function ringing(ask, at) {
  for (;;) {
    const response = await ask("/phone/ringing", { headers: { accept: "application/json" } });
    const { calls } = await response.json();
    const call = calls.find(({ to }) => at === undefined || to === at);
    if (call) return call;
    await pause(look_ms);
  }
}

const inputOf = ({ say, press, hang_up }) => {
  if (hang_up) return { type: "hang_up" };
  return press === undefined ? { type: "say", text: say } : { type: "press", digits: press };
};

const isWord = ({ type, direction, frame }) =>
  type === "event" && direction === "out" && frame.type === "text" && Boolean(frame.token);

/** Picks up, and talks until the call is over: the lines of a script, or what is typed. */
async function talk({ server, call_sid, lines, turnOf, print, typed }) {
  const socket = new WebSocket(
    `${server.replace(/^http/, "ws")}/sandbox/phone/lines/${encodeURIComponent(call_sid)}`,
  );
  const over = Promise.withResolvers();
  let isHeard = false;
  let isQuietAt = null;
  socket.addEventListener("message", ({ data }) => {
    const news = JSON.parse(data);
    // What is said is told at its end; its words are on the line from their beginning on. Before the first of them no one
    // listens: the carrier says itself that the call may be recorded.
    if (isWord(news)) [isHeard, isQuietAt] = [true, null];
    if (isHeard && news.type === "said" && news.role === "agent") isQuietAt = Date.now() + quiet_ms;
    if (print(news)) over.resolve(true);
  });
  socket.addEventListener("close", () => over.resolve(false));
  socket.addEventListener("error", () => over.resolve(false));
  const say = (words) => socket.send(JSON.stringify(inputOf(turnOf(words))));
  const waiting = [...lines];
  const clock = setInterval(() => {
    if (waiting.length === 0 || isQuietAt === null || Date.now() < isQuietAt) return;
    isQuietAt = null;
    say(waiting.shift());
  }, 100);
  typed?.on("line", (words) => words.trim() && socket.readyState === WebSocket.OPEN && say(words.trim()));
  const isOver = await over.promise;
  clearInterval(clock);
  socket.close();
  return isOver;
}

/**
 * Waits for a call, lets the person decide, and plays it.
 * @param lines what is said, one after the other; none: it is typed
 */
export async function answerCall({ script, server, ask, fail, at, lines, turnOf, print }) {
  // The line is a WebSocket, which older versions of Node do not have.
  await underProjectNode(script);
  const isScript = lines.length > 0;
  console.log(`Waiting for an agent to call${at ? ` ${at}` : ""} …`);
  const { call_sid, from, to } = await ringing(ask, at);
  console.log(`\n${from} calls ${to}`);
  const typed = isScript ? null : createInterface({ input: process.stdin, output: process.stdout });
  const choice = typed
    ? (await typed.question("Enter answers, d declines, v lets voicemail answer: ")).trim().toLowerCase()
    : "";
  if (choice.startsWith("d") || choice.startsWith("v")) {
    const method = choice.startsWith("d") ? "DELETE" : "PUT";
    const response = await ask(`/phone/lines/${encodeURIComponent(call_sid)}`, { method });
    typed?.close();
    if (!response.ok) fail("That call is no longer ringing.");
    console.log(method === "DELETE" ? "Declined." : "Voicemail answers.");
    return;
  }
  if (typed) console.log('Type what you say. Digits, * and # are keyed; "(hang up)" ends the call.\n');
  const isOver = await talk({ server, call_sid, lines, turnOf, print, typed });
  typed?.close();
  if (!isOver) fail("The line was cut, or the call no longer rang.");
}
