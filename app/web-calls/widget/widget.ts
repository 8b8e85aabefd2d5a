/**
 * The script of /widget.js: a button on a customer's website, and the conversation that it opens. It needs no library,
 * keeps nothing in the browser, sets no cookie, and asks for the microphone only when a visitor chooses to speak.
 */
import { BrowserCall, type CallState, freshCall, type Opening } from "#app/web-calls/browser-call.ts";
import { canListen } from "#app/web-calls/browser-voice.ts";
import { longestWords } from "#app/web-calls/call-line.ts";
import { widgetStyle } from "./widget-style.ts";

type Look = { name: string; color: string; greeting: string; position: string; consent: string };

const isLook = (value: unknown): value is Look =>
  typeof value === "object" && value !== null && "name" in value && "color" in value && "consent" in value;
const isOpening = (value: unknown): value is Opening =>
  typeof value === "object" && value !== null && "ticket" in value && "call" in value;
const errorOf = (value: unknown): string | null =>
  typeof value === "object" && value !== null && "error" in value ? String(value.error) : null;

const unreachable = "The connection failed. Please try again in a moment.";

/** An element with its attributes and what is in it. */
function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const one of inside) made.appendChild(typeof one === "string" ? document.createTextNode(one) : one);
  return made;
}

const show = (element: HTMLElement, isShown: boolean): void => {
  element.hidden = !isShown;
};

class Widget {
  readonly #api: string;
  readonly #origin: string;
  readonly #host = el("div");
  readonly #root = this.#host.attachShadow({ mode: "open" });
  readonly #log = el("div", {
    class: "log",
    role: "log",
    "aria-live": "polite",
    tabindex: "0",
    "aria-label": "Conversation",
  });
  readonly #said = new Map<number, HTMLElement>();
  readonly #input = el("input", {
    type: "text",
    maxlength: String(longestWords),
    autocomplete: "off",
    "aria-label": "Your message",
    placeholder: "Write a message",
  });
  readonly #form = el("form", {}, this.#input, el("button", { type: "submit", class: "go" }, "Send"));
  readonly #end = el("button", { type: "button", class: "plain" }, "End");
  readonly #again = el("button", { type: "button", class: "go" }, "Start again");
  readonly #note = el("p", { class: "note", role: "status" });
  readonly #foot = el("div", { class: "foot" }, this.#note, this.#end, this.#again);
  readonly #problem = el("p", { class: "bad", role: "alert" });
  readonly #write = el("button", { type: "button", class: "go" }, "Start in writing");
  readonly #speak = el("button", { type: "button", class: "plain" }, "Start by voice");
  readonly #start: HTMLElement;
  readonly #box: HTMLElement;
  readonly #opener: HTMLButtonElement;
  #call: BrowserCall | null = null;
  #isStarting = false;

  constructor(origin: string, api: string, look: Look) {
    this.#origin = origin;
    this.#api = api;
    this.#host.dataset.side = look.position === "left" ? "left" : "right";
    this.#host.style.setProperty("--brand", look.color);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(widgetStyle);
    this.#root.adoptedStyleSheets = [sheet];
    const close = el("button", { type: "button", "aria-label": "Close" }, "×");
    this.#opener = el(
      "button",
      { type: "button", class: "go open", "aria-haspopup": "dialog", "aria-expanded": "false" },
      `Talk to ${look.name}`,
    );
    this.#start = el(
      "div",
      { class: "start" },
      el("p", { class: "says" }, look.greeting),
      el("p", { class: "consent" }, look.consent),
      this.#write,
      ...(canListen()
        ? [this.#speak]
        : [el("p", { class: "note" }, "This browser can't understand speech. You can write instead.")]),
      this.#problem,
    );
    this.#box = el(
      "section",
      { class: "box", role: "dialog", "aria-label": look.name },
      el("header", {}, el("h2", {}, look.name), close),
      this.#start,
      this.#log,
      this.#form,
      this.#foot,
    );
    this.#root.replaceChildren(this.#opener, this.#box);
    show(this.#box, false);
    show(this.#problem, false);
    this.#draw(freshCall, false);
    this.#opener.onclick = () => this.#open(true);
    close.onclick = () => this.#open(false);
    this.#write.onclick = () => void this.#begin(false);
    this.#speak.onclick = () => void this.#begin(true);
    this.#end.onclick = () => this.#call?.end();
    this.#again.onclick = () => this.#reset();
    this.#input.oninput = () => this.#call?.writing();
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      this.#call?.say(this.#input.value);
      this.#input.value = "";
      this.#input.focus();
    };
    this.#box.onkeydown = (event) => {
      // The website's own shortcuts are not for what is written here.
      event.stopPropagation();
      if (event.key === "Escape") this.#open(false);
    };
    document.body.appendChild(this.#host);
  }

  /** Opens or closes the box. Closing it hangs up. */
  #open(isOpen: boolean): void {
    show(this.#box, isOpen);
    show(this.#opener, !isOpen);
    this.#opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      (this.#start.hidden ? this.#input : this.#write).focus();
      return;
    }
    this.#call?.end();
    this.#reset();
    this.#opener.focus();
  }

  #reset(): void {
    this.#call = null;
    this.#said.clear();
    this.#log.replaceChildren();
    show(this.#problem, false);
    this.#draw(freshCall, false);
    if (!this.#box.hidden) this.#write.focus();
  }

  async #begin(spoken: boolean): Promise<void> {
    if (this.#isStarting) return;
    this.#isStarting = true;
    show(this.#problem, false);
    const opening = await this.#session();
    this.#isStarting = false;
    if (typeof opening === "string") {
      this.#problem.textContent = opening;
      show(this.#problem, true);
      return;
    }
    if (this.#box.hidden) return;
    const call = new BrowserCall(opening, {
      origin: this.#origin,
      spoken,
      changed: (state) => {
        if (this.#call === null || this.#call === call) this.#draw(state, true);
      },
    });
    this.#call = call;
    this.#draw(freshCall, true);
    this.#input.focus();
  }

  /** A call's opening, or why there is none, in words. */
  async #session(): Promise<Opening | string> {
    try {
      const answer = await fetch(`${this.#api}/session`, { method: "POST", credentials: "omit" });
      const content: unknown = await answer.json();
      return answer.ok && isOpening(content) ? content : (errorOf(content) ?? unreachable);
    } catch {
      return unreachable;
    }
  }

  #draw({ status, lines, isLost, mode }: CallState, isCalling: boolean): void {
    const isOver = status === "ended";
    const isEnding = isOver && this.#again.hidden;
    show(this.#start, !isCalling);
    show(this.#log, isCalling);
    show(this.#form, isCalling && !isOver);
    show(this.#foot, isCalling);
    show(this.#end, !isOver);
    show(this.#again, isOver);
    this.#note.textContent = isOver
      ? isLost
        ? "The connection was lost."
        : "The conversation has ended."
      : status === "connecting"
        ? "Connecting…"
        : mode === "spoken"
          ? "Listening. You can also write."
          : mode === "refused"
            ? "The microphone is off. You can write."
            : "";
    for (const { id, who, text } of lines) {
      let line = this.#said.get(id);
      if (!line) {
        line = el(
          "p",
          { class: who },
          el("span", { class: "sr" }, who === "agent" ? "Assistant: " : "You: "),
          "",
        );
        this.#said.set(id, line);
        this.#log.appendChild(line);
      }
      const words = line.lastChild;
      if (words && words.textContent !== text) words.textContent = text;
    }
    this.#log.scrollTop = this.#log.scrollHeight;
    if (isEnding && !this.#box.hidden) this.#again.focus();
  }
}

async function begin(script: HTMLOrSVGScriptElement | null): Promise<void> {
  if (!(script instanceof HTMLScriptElement)) return;
  const { agent } = script.dataset;
  if (!agent) return;
  const { origin } = new URL(script.src);
  const api = `${origin}/api/widget/${encodeURIComponent(agent)}`;
  try {
    const answer = await fetch(api, { credentials: "omit" });
    const look: unknown = await answer.json();
    if (answer.ok && isLook(look)) new Widget(origin, api, look);
  } catch {
    // A website works without its widget.
  }
}

// Only while the script itself runs, the document names it.
void begin(document.currentScript);
