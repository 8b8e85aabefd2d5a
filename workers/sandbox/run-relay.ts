/** `<Connect><ConversationRelay>`: opens the socket, runs the conversation, and reports its end to the product (docs/telephony.md, "End of a session"). */

import { documentOf, type Step, type StepIn, stepIn } from "./line-inputs.ts";
import { SimulatedPace } from "./pace.ts";
import type { PhoneCall } from "./phone-call.ts";
import { converse, type RelayEnd } from "./relay-conversation.ts";
import { RelayLeg } from "./relay-leg.ts";
import { RelaySocket } from "./relay-socket.ts";
import type { Relay, Verb } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";

type Connect = Extract<Verb, { verb: "Connect" }>;

/** From the document to the setup frame. */
const setUp_ms = 400;
/** From the socket's end to the action callback. */
const afterwards_ms = 500;
/** How the application sees a dead connection: a close code that no orderly end has. */
const brokenCode = 1011;

export async function runRelay(call: PhoneCall, connect: Connect, document: Document): Promise<Step> {
  if (call.pace instanceof SimulatedPace && call.sessions === 0) call.pace.startNoEarlierThan(Date.now());
  await call.pace.until(call.pace.now() + setUp_ms, call.mailbox);
  const socket = await openSocket(call, connect.relay);
  if ("refused" in socket) {
    await call.fail(64102, `Unable to connect to ${connect.relay.url}: ${socket.refused}`, "busy");
    return { go: "over" };
  }
  const sessionId = call.dialect.newSessionId();
  const began = call.pace.now();
  const setup = call.dialect.setup(call.record, connect.relay, {
    id: sessionId,
    isFirst: call.sessions === 0,
  });
  const leg = new RelayLeg(connect.relay, setup, began);
  call.sessions += 1;
  call.scripted?.beginSession(began);
  const end = await converse(call, leg, socket);
  leg.silence(call.pace.now());
  for (const { at: _at, ...spoken } of leg.takeSpoken())
    call.log.said({ ...spoken, at_ms: Math.max(0, _at - call.pace.now() + call.pace.elapsed()) });
  await hangUpSocket(socket, end);
  await call.pace.until(call.pace.now() + afterwards_ms, call.mailbox);
  return afterSession(call, connect, document, end, {
    SessionId: sessionId,
    SessionDuration: String(Math.round((call.pace.now() - began) / 1000)),
  });
}

async function openSocket(call: PhoneCall, relay: Relay): Promise<RelaySocket | { refused: string }> {
  const fault = await call.carrier.takeFault(call.dialect.host, "relay");
  if (fault?.delay_ms) await new Promise((done) => setTimeout(done, fault.delay_ms ?? 0));
  if (fault?.drop) return { refused: "no connection" };
  const url = new URL(relay.url.replace(/^wss:/, "https:"));
  const headers = new Headers(await call.dialect.handshake(call.account, relay.url));
  headers.set("upgrade", "websocket");
  const began = Date.now();
  const answer = await call.carrier.product
    .fetch(new Request(url, { headers }))
    .catch((error: unknown) => error);
  const response = answer instanceof Response ? answer : null;
  call.carrier.record({
    at: began,
    direction: "in",
    method: "GET",
    host: url.host,
    path: url.pathname,
    status: response?.status ?? null,
    ms: Date.now() - began,
    note: response ? "relay" : `relay: ${String(answer)}`,
  });
  if (response?.webSocket) return new RelaySocket(response.webSocket, call.mailbox, call.pace.simulated);
  return { refused: response ? `answered ${response.status}` : String(answer) };
}

async function hangUpSocket(socket: RelaySocket, end: RelayEnd): Promise<void> {
  if (end.by === "drop") await socket.close(brokenCode, "connection lost");
  else if (end.by === "spoiled") await socket.close(1007, "10 consecutive malformed messages");
  else await socket.close(1000);
}

async function afterSession(
  call: PhoneCall,
  connect: Connect,
  document: Document,
  end: RelayEnd,
  session: Record<string, string>,
): Promise<Step> {
  const url = connect.action ? resolve(connect.action, document) : null;
  const act = async (more: Record<string, string>) =>
    url === null
      ? null
      : call.webhook({
          act: "action-callbacks",
          url,
          method: connect.method,
          params: call.params(call.dialect.session({ ...session, ...more })),
        });
  if (end.by === "caller" || end.by === "timeout" || end.by === "step_in") {
    const input: StepIn = end.by === "step_in" ? end.input : { type: "hang_up" };
    if (input.type !== "redirect") await call.become("completed");
    await act({ SessionStatus: "completed" });
    if (end.by === "timeout") call.endedBy ??= "timeout";
    return stepIn(call, input);
  }
  // A lost line is what ended the call, unless the call continues.
  call.likelyEnding = end.by === "agent" ? endingOf(end.handoffData) : "error";
  const answer =
    end.by === "agent"
      ? await act({
          SessionStatus: "ended",
          ...(end.handoffData !== null && { HandoffData: end.handoffData }),
        })
      : await act({
          SessionStatus: "failed",
          ...(end.by === "spoiled"
            ? { ErrorCode: "64107", ErrorMessage: "Invalid message received" }
            : { ErrorCode: "64105", ErrorMessage: "Websocket ended" }),
        });
  if (answer && url !== null) return documentOf(call, url, answer);
  if (end.by !== "agent") call.error ??= { code: 64105, message: "Websocket ended" };
  return { go: "on" };
}

/** Who ended the session: the agent for its own reasons, or a timeout for silence and the longest duration (docs/telephony.md, "Call record"). */
function endingOf(handoffData: string | null): "agent" | "timeout" {
  return handoffData !== null && /"reason"\s*:\s*"(silence|max_duration)"/.test(handoffData)
    ? "timeout"
    : "agent";
}
