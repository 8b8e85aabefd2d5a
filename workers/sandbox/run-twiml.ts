/** Runs TwiML documents on a call, verb by verb, until the call is over. */
import { second_ms } from "#app/platform/durations.ts";
import { documentOf, fetchDocument, pass, type Step, stepIn } from "./line-inputs.ts";
import type { LineInput, PhoneCall } from "./phone-call.ts";
import { runDial } from "./run-dial.ts";
import { runGather } from "./run-gather.ts";
import { startRecording } from "./run-recording.ts";
import { runRelay } from "./run-relay.ts";
import { parseTwiml, type Verb } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";
import { TwimlError } from "./twiml-xml.ts";

const msPerCharacter = 1000 / 15;
const media_ms = 3 * second_ms;
/** Documents that redirect in circles are stopped. */
const longestPath = 100;

/** The addresses of the product that decide about a call. */
export type Origin = {
  url: string;
  method: "GET" | "POST";
  fallback_url: string;
  fallback_method: "GET" | "POST";
};

/** Requests the first document from the product, or else from the fallback address, and runs it. */
export async function runFrom(call: PhoneCall, origin: Origin): Promise<void> {
  const { url, method } = origin;
  let answer = await call.webhook({ act: "voice-webhook", url, method, params: call.params() });
  let from = url;
  if ((answer.status === null || answer.status >= 300) && origin.fallback_url) {
    from = origin.fallback_url;
    const params = call.params({ ErrorCode: "11200", ErrorUrl: url });
    answer = await call.webhook({
      act: "voice-webhook",
      url: from,
      method: origin.fallback_method,
      params,
    });
  }
  const first = await documentOf(call, from, answer);
  if (first.go === "to") await runDocuments(call, first.document);
}

/** Runs a document and all that follow from it. */
export async function runDocuments(call: PhoneCall, first: Document): Promise<void> {
  let document = first;
  for (let length = 0; length < longestPath; length += 1) {
    const step = await runDocument(call, document);
    if (step.go === "to") document = step.document;
    else {
      if (step.go === "on") await call.end("completed", call.likelyEnding);
      return;
    }
  }
  await call.fail(12200, `more than ${longestPath} documents on one call`);
}

async function runDocument(call: PhoneCall, document: Document): Promise<Step> {
  let verbs: Verb[];
  try {
    verbs = parseTwiml(document.twiml, call.dialect.vocabulary);
  } catch (error) {
    if (!(error instanceof TwimlError)) throw error;
    await call.fail(error.code, `${document.url}: ${error.message}`, "failed");
    return { go: "over" };
  }
  for (const verb of verbs) {
    const step = await runVerb(call, verb, document);
    if (step.go !== "on") return step;
  }
  return { go: "on" };
}

async function runVerb(call: PhoneCall, verb: Verb, document: Document): Promise<Step> {
  if (verb.verb === "Reject" && call.record.status === "ringing") {
    await call.end(verb.reason === "busy" ? "busy" : "no-answer", "agent");
    return { go: "over" };
  }
  if (call.record.status === "ringing" && verb.verb !== "Redirect") {
    await call.become("in-progress");
    await call.tell("answered");
  }
  switch (verb.verb) {
    case "Say":
    case "Play":
    case "Pause":
      return speak(call, verb);
    case "Hangup":
    case "Reject":
      await call.end("completed", call.likelyEnding);
      return { go: "over" };
    case "Redirect":
      return fetchDocument(call, { url: resolve(verb.url, document), method: verb.method });
    case "Gather":
      return runGather(call, verb, document, (prompt, hears) => speak(call, prompt, hears));
    case "Start":
      await startRecording(call, verb.recording, document);
      return { go: "on" };
    case "Dial":
      return runDial(call, verb, document, (prompt) => speak(call, prompt));
    case "Connect":
      return runRelay(call, verb, document);
  }
}

/** Says, plays or pauses; an intervention ends it, and so does input that `hears` takes. */
async function speak(
  call: PhoneCall,
  verb: Verb,
  hears: (input: LineInput) => boolean = () => false,
): Promise<Step> {
  const at_ms = call.pace.elapsed();
  if (verb.verb === "Say") call.log.said({ role: "agent", text: verb.text, at_ms });
  const input = await pass(call, lengthOf(verb), hears);
  return input ? stepIn(call, input) : { go: "on" };
}

function lengthOf(verb: Verb): number {
  const rounds = (loop: number) => (loop === 0 ? 1000 : loop);
  if (verb.verb === "Say") return Math.round(verb.text.length * msPerCharacter) * rounds(verb.loop);
  if (verb.verb === "Play") return media_ms * rounds(verb.loop);
  return verb.verb === "Pause" ? verb.length * 1000 : 0;
}
