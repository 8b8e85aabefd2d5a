/** `<Gather>`: prompts, then keys or words of the caller, sent to an address that answers with TwiML. Minimal. */
import { documentOf, pass, type Step, stepIn } from "./line-inputs.ts";
import type { LineInput, PhoneCall } from "./phone-call.ts";
import type { Verb } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";

type Gather = Extract<Verb, { verb: "Gather" }>;
type Given = { digits: string; words: string; ended: boolean };

export async function runGather(
  call: PhoneCall,
  gather: Gather,
  document: Document,
  speak: (prompt: Verb, hears: (input: LineInput) => boolean) => Promise<Step>,
): Promise<Step> {
  const given: Given = { digits: "", words: "", ended: false };
  // A key cuts the prompts off.
  const hears = (input: LineInput): boolean => {
    if (input.type === "press") for (const key of input.digits) takeKey(gather, given, key);
    return given.digits !== "" || given.ended;
  };
  for (const prompt of gather.prompts) {
    if (given.digits !== "") break;
    const step = await speak(prompt, hears);
    if (step.go !== "on") return step;
  }
  if (call.scripted?.leaves()) return stepIn(call, { type: "hang_up" });
  const scripted = call.scripted?.answer();
  if (scripted) {
    if ("press" in scripted) for (const key of scripted.press) takeKey(gather, given, key);
    else if (gather.input.includes("speech")) given.words = scripted.say;
    if (given.words) call.log.said({ role: "caller", text: given.words, at_ms: call.pace.elapsed() });
  }
  while (!given.ended && !given.words) {
    let heard = false;
    const input = await pass(call, gather.timeout * 1000, (one) => {
      if (one.type === "press") for (const key of one.digits) takeKey(gather, given, key);
      if ((one.type === "say" || one.type === "said") && gather.input.includes("speech"))
        given.words = one.text;
      heard = one.type === "press";
      return heard || given.words !== "";
    });
    if (input) return stepIn(call, input);
    if (!heard) break;
  }
  if (!given.digits && !given.words && !gather.actionOnEmptyResult) return { go: "on" };
  const url = gather.action ? resolve(gather.action, document) : document.url;
  const params = call.params({
    ...(given.words ? { SpeechResult: given.words, Confidence: "0.9" } : { Digits: given.digits }),
  });
  const answer = await call.webhook({ act: "action-callbacks", url, method: gather.method, params });
  return documentOf(call, url, answer);
}

function takeKey(gather: Gather, given: Given, key: string): void {
  if (given.ended) return;
  if (key === gather.finishOnKey) given.ended = true;
  else given.digits += key;
  if (gather.numDigits !== undefined && given.digits.length >= gather.numDigits) given.ended = true;
}
