/** Waits on a call while the person at the phone, or the carrier's API, may intervene. */
import type { LineInput, PhoneCall } from "./phone-call.ts";
import type { Document } from "./twiml-document.ts";

export type StepIn = Extract<LineInput, { type: "hang_up" | "finish" | "redirect" }>;

/** What follows a verb: the next one, another document, or nothing because the call is over. */
export type Step = { go: "on" } | { go: "to"; document: Document } | { go: "over" };

export const isStepIn = (input: LineInput): input is StepIn =>
  input.type === "hang_up" || input.type === "finish" || input.type === "redirect";

/**
 * Waits for `ms`. An intervention ends it early; `onInput` sees all other input and may end it too by returning true.
 * @returns the intervention, or null when the time has passed (or `onInput` ended it)
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

/** Carries out an intervention. `obey(redirect)` fetches the new document. */
export async function stepIn(call: PhoneCall, input: StepIn): Promise<Step> {
  if (input.type === "redirect") {
    if ("twiml" in input.document) return { go: "to", document: input.document };
    return fetchDocument(call, input.document);
  }
  if (input.type === "hang_up") await call.end("completed", "caller");
  else await call.end(input.status, "agent");
  return { go: "over" };
}

/** Asks the product for the next step; when the product does not answer, the call ends with 11200. */
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
