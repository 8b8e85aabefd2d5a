/** Letting time pass on a call while the person at the phone, or the carrier's API, may step in. */
import type { LineInput, PhoneCall } from "./phone-call.ts";
import type { Document } from "./twiml-document.ts";

export type StepIn = Extract<LineInput, { type: "hang_up" | "finish" | "redirect" }>;

/** What happens after a verb: the next one, another document, or nothing because the call is over. */
export type Step = { go: "on" } | { go: "to"; document: Document } | { go: "over" };

export const isStepIn = (input: LineInput): input is StepIn =>
  input.type === "hang_up" || input.type === "finish" || input.type === "redirect";

/**
 * Lets `ms` pass. Whoever steps in ends it early; `onInput` sees everything else and may end it too by answering true.
 * @returns the step-in, or null when the time has passed (or `onInput` had enough).
 */
export async function pass(
  call: PhoneCall,
  ms: number,
  onInput: (input: LineInput) => boolean = () => false,
): Promise<StepIn | null> {
  const end = call.pace.now() + ms;
  for (;;) {
    for (const input of call.mailbox.take()) {
      if (isStepIn(input)) return input;
      if (onInput(input)) return null;
    }
    if (call.pace.now() >= end) return null;
    await call.pace.until(end, call.mailbox);
  }
}

/** Does what somebody stepped in for. `obey(redirect)` fetches the new document. */
export async function stepIn(call: PhoneCall, input: StepIn): Promise<Step> {
  if (input.type === "redirect") {
    if ("twiml" in input.document) return { go: "to", document: input.document };
    return fetchDocument(call, input.document);
  }
  if (input.type === "hang_up") await call.end("completed", "caller");
  else await call.end(input.status, "agent");
  return { go: "over" };
}

/** Asks the product what to do next; a call whose product does not answer ends with 11200. */
export async function fetchDocument(
  call: PhoneCall,
  { url, method, params = {} }: { url: string; method: "GET" | "POST"; params?: Record<string, string> },
): Promise<Step> {
  const answer = await call.webhook({ act: "voice-webhook", url, method, params: call.params(params) });
  return documentOf(call, url, answer);
}

/** The document in an answer of the product, or the end of the call when there is none. */
export async function documentOf(
  call: PhoneCall,
  url: string,
  answer: { status: number | null; body: string },
): Promise<Step> {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300)
    return { go: "to", document: { twiml: answer.body, url } };
  await call.fail(11200, `${url} answered ${answer.status ?? "nothing"}`, "failed");
  return { go: "over" };
}
