/** The telephone as a page: call a number, type, speak or press keys, and answer when the app calls. */
import { internationally } from "#app/platform/phone-number.ts";
import { type Html, html } from "./html.ts";
import { page } from "./page.ts";

export type Callable = { phone_number: string; carrier: string; organization: string; agent: string };

const carrierNames: Readonly<Record<string, string>> = { twilio: "Twilio", telnyx: "Telnyx" };

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
const keyNames: Record<string, string> = { "*": "Star", "#": "Pound" };

export function phonePage(numbers: Callable[], to: string | null): Response {
  const pick: Html =
    numbers.length === 0
      ? html`<label>Number <input id="to" type="tel" inputmode="tel" required placeholder="+1 212 555 0123" value="${to ?? ""}"></label>`
      : html`<label>Number <select id="to">${numbers.map(
          ({ phone_number, carrier, organization, agent }) =>
            html`<option value="${phone_number}"${phone_number === to ? html` selected` : ""}>${internationally(phone_number)} · ${organization}, ${agent} (${carrierNames[carrier] ?? carrier})</option>`,
        )}</select></label>`;
  return page({
    title: "Phone",
    path: "/sandbox/phone",
    lead:
      numbers.length === 0
        ? "No agent answers a number yet. Buy a number in the app and assign an agent."
        : "Choose a number and call it, or text it. Calls from the app ring here, and its texts appear below.",
    scripts: ["phone-script.js"],
    body: html`<div class="phone">
<div id="ringing" class="panel ringing" role="alert" hidden></div>
<form id="dial" class="panel form">${pick}
<label>Calling from <input id="from" type="tel" inputmode="tel" required pattern="\\+[1-9][0-9 ]{6,20}" value="+1 212 555 0188"></label>
<button type="submit" class="go">Call</button><p class="problem" role="alert"></p></form>
<section class="panel call" aria-label="Call" id="call" hidden>
<header><b id="who"></b><span id="status" class="tag" role="status"></span><span id="clock" class="num"></span>
<button type="button" id="hang-up" class="bad">Hang up</button></header>
<div id="talk" class="talk" role="log" aria-label="Conversation" tabindex="0"></div>
<form id="say"><input id="words" aria-label="Say something" placeholder="Say something" autocomplete="off">
<button type="submit">Say</button><button type="button" id="microphone" aria-pressed="false" hidden>Speak</button></form>
<div id="colleague" class="panel ringing" role="group" aria-label="The other phone" hidden></div>
<div class="keys" role="group" aria-label="Keys">${keys.map(
      (key) =>
        html`<button type="button" data-key="${key}" aria-label="${keyNames[key] ?? key}">${key}</button>`,
    )}</div>
<label class="check"><input type="checkbox" id="aloud"> Read the answers aloud</label>
</section>
<section class="panel call texts" aria-label="Texts">
<div id="texts" class="talk" role="group" aria-label="Text messages" tabindex="0"></div>
<form id="text"><input id="text-words" aria-label="Write a text" placeholder="Write a text" autocomplete="off">
<button type="submit">Text</button><button type="button" id="picture">Picture</button></form>
<p class="problem" id="text-problem" role="alert"></p></section></div>`,
  });
}
