// Calls a number of the running server by script and prints the conversation as it happens:
//   npm run call -- --to +12125550123 "I'd like to book a cleaning" "next Tuesday at 3"
// Turns of digits, * and # are keyed; (silence 9), (hang up) and (drop) are turns, too.
//   npm run call -- --suite front-desk.json plays the tests of an exported agent instead, without a server.
//   npm run call -- --answer waits for a call that an agent places, and plays the person who is called.
import { parseArgs } from "node:util";
import { answerCall } from "./call-answer.mjs";
import { playSuite } from "./call-suite.mjs";

const usage = `npm run call -- --to +1… [--from +1…] [--port 8787] "what you say" "what you say next" …

A turn of digits, * and # is keyed: "123#". Other turns: (silence 9), (hang up), (drop).
Without --to it calls the first number that an agent answers; with --carrier NAME the first one there.

npm run call -- --answer [--at +1…] ["what you say" …]
waits until an agent calls someone (or that number) and plays that person: what is typed is said, or the given lines are, each
after the agent.

npm run call -- --suite agent.json [--zone America/New_York] [--country US]
plays the tests of an exported agent file, and ends with 1 when one fails. An agent that a language model answers for needs
its key (OPENAI_API_KEY, ANTHROPIC_API_KEY); without it there is no verdict, and it ends with 2. In place of the file: the
name of an agent of the running demo, or "all".`;

function fail(message) {
  console.error(message);
  process.exit(1);
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: "string" },
        carrier: { type: "string" },
        from: { type: "string", default: "+13035550142" },
        suite: { type: "string" },
        answer: { type: "boolean", default: false },
        at: { type: "string" },
        zone: { type: "string", default: "America/New_York" },
        country: { type: "string", default: "US" },
        port: { type: "string", default: process.env.PORT ?? "8787" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`);
  }
}

function turnOf(words) {
  const silence = /^\(silence (\d+(?:\.\d+)?)\)$/.exec(words);
  if (silence) return { silence_ms: Math.round(Number(silence[1]) * 1000) };
  if (words === "(hang up)") return { hang_up: true };
  if (words === "(drop)") return { drop_socket: true };
  return /^[0-9*#]+$/.test(words) ? { press: words } : { say: words };
}

const { values, positionals } = read();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (values.suite !== undefined) await playSuite({ ...values, script: import.meta.url });
const server = `http://localhost:${values.port}`;

/** Asks the server, or says that it is not there. */
async function ask(path, init) {
  try {
    return await fetch(`${server}/sandbox${path}`, init);
  } catch {
    return fail(`Nothing answers at ${server}. Start it with npm start, or name its port with --port.`);
  }
}

const refusal = async (response) =>
  (await response.json().catch(() => null))?.error?.message ?? `${server} answered ${response.status}.`;

async function numbers() {
  const response = await ask("/phone", { headers: { accept: "application/json" } });
  if (!response.ok) return fail(`${server} has no sandbox: is it running in local mode?`);
  return (await response.json()).numbers;
}

const at = (ms) => {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, "0")}`;
};
const who = values.answer ? { agent: "Agent ", caller: "You   " } : { agent: "Agent ", caller: "Caller" };
const endings = {
  caller: "the caller hung up",
  agent: "the agent hung up",
  transfer: "the caller was transferred",
  voicemail: "it went to voicemail",
  timeout: "no one was speaking",
  error: "the connection was lost",
};

/** Prints one event; returns whether the call is over. */
function print(news) {
  if (news.type === "said") console.log(`${at(news.at_ms)}  ${who[news.role]}  ${news.text || "(nothing)"}`);
  if (news.type === "event" && news.frame.type === "dtmf")
    console.log(`${at(news.at_ms)}  Caller  [${news.frame.digit}]`);
  if (news.type === "notice") console.log(`${at(news.at_ms)}          ${news.text}`);
  if (news.type !== "ended") return false;
  console.log(`\n${at(news.duration_ms)}  Over: ${endings[news.ended_by]}. ${news.call_sid}`);
  if (news.error) console.error(`       ${news.error.code}: ${news.error.message}`);
  process.exitCode = news.ended_by === "error" ? 1 : 0;
  return true;
}

if (values.answer) {
  await numbers();
  const answering = { script: import.meta.url, server, at: values.at, lines: positionals };
  await answerCall({ ...answering, ask, fail, turnOf, print });
  process.exit();
}
const known = await numbers();
const there = known.filter(({ carrier }) => values.carrier === undefined || carrier === values.carrier);
const to = values.to ?? there[0]?.phone_number;
if (!to && known.length > 0) fail(`No agent answers a number at ${values.carrier} yet.`);
if (!to) fail("No agent answers a number yet. Buy a number in the app and assign an agent.");

const response = await ask("/phone/calls", {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/x-ndjson" },
  body: JSON.stringify({ from: values.from, to, turns: positionals.map(turnOf) }),
});
if (!response.ok) {
  const answering = known.map((one) => `  ${one.phone_number}  ${one.organization}, ${one.agent}`).join("\n");
  fail(`${await refusal(response)}${answering ? `\n\nThese numbers are answered:\n${answering}` : ""}`);
}

console.log(`${values.from} calls ${to}\n`);
let rest = "";
let isOver = false;
for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) isOver = print(JSON.parse(line)) || isOver;
}
if (!isOver) fail("The server stopped in the middle of the call.");
