// The telephone in a browser: a socket to the line, words typed or spoken, answers shown and read aloud.

const find = (id) => document.getElementById(id);
const [dial, callBox, talk, words, microphone] = ["dial", "call", "talk", "words", "microphone"].map(find);
const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;

let line = null;
let began = 0;
/** The bubble that the agent is filling while it speaks. */
let speaking = null;

/** Numbers look here as they look in the app. */
const shown = (text) => text.replace(/\+1(\d{3})(\d{3})(\d{4})\b/g, "+1 $1 $2 $3");
const dialled = (typed) => typed.replace(/[^\d+]/g, "");

const tell = (input) => line?.readyState === WebSocket.OPEN && line.send(JSON.stringify(input));
const problem = (text) => {
  dial.querySelector(".problem").textContent = text;
};

function bubble(kind, text) {
  const made = document.createElement("p");
  made.className = kind;
  made.textContent = text;
  talk.append(made);
  talk.scrollTop = talk.scrollHeight;
  return made;
}

function readAloud(text) {
  if (find("aloud").checked && text.trim()) speechSynthesis.speak(new SpeechSynthesisUtterance(text));
}

/** Words that nobody heard were not said. */
function dropUnsaid() {
  speaking?.remove();
  speaking = null;
}

let sentence = "";
function onFrame({ direction, frame }) {
  if (direction === "out" && frame.type === "text") {
    speaking ??= bubble("agent", "");
    speaking.textContent += frame.token;
    sentence += frame.token;
    if (!frame.last) return;
    speaking.textContent += " ";
    readAloud(sentence);
    sentence = "";
  }
  if (frame.type === "interrupt") {
    speechSynthesis.cancel();
    sentence = "";
    // Cut off before its first word, nothing will be reported as said: the next answer begins a line of its own.
    if (!frame.utteranceUntilInterrupt) dropUnsaid();
  }
}

function onSaid({ role, text }) {
  if (role === "agent") {
    if (speaking) speaking.textContent = text;
    else {
      bubble("agent", text);
      readAloud(text);
    }
    speaking = null;
  } else if (text) bubble("caller", text);
}

const names = {
  caller: "You hung up",
  agent: "The agent hung up",
  transfer: "Transferred",
  timeout: "Timed out",
  error: "Disconnected",
};

function onNews(news) {
  if (news.type === "event") onFrame(news);
  if (news.type === "said") onSaid(news);
  if (news.type === "pressed") bubble("caller", news.digits);
  if (news.type === "notice") bubble("notice", shown(news.text));
  if (news.type === "colleague") otherPhone(news.rings);
  if (news.type === "status") find("status").textContent = news.status.replace("-", " ");
  if (news.type === "ended") {
    const why = news.error ? `: ${news.error.message}` : "";
    bubble("notice", `${names[news.ended_by] ?? news.ended_by}${why} · ${news.call_sid}`);
    leave();
  }
}

/** A transfer rings another phone, which is played by hand too. */
function otherPhone(number) {
  const box = find("colleague");
  box.hidden = number === null;
  if (number === null) return;
  const title = document.createElement("p");
  title.textContent = `${shown(number)} rings. What do they do?`;
  box.replaceChildren(title);
  for (const [name, kind, does] of [
    ["Answer, press 1", "go", "accept"],
    ["Answer, press 2", "", "decline"],
    ["Busy", "bad", "busy"],
    ["Voicemail answers", "", "no_key"],
    ["Answer, hang up", "bad", "hang_up"],
  ]) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    button.textContent = name;
    button.addEventListener("click", () => tell({ type: "colleague", does }));
    box.append(button);
  }
}

function leave() {
  otherPhone(null);
  line?.close();
  line = null;
  dropUnsaid();
  find("hang-up").disabled = true;
  find("status").textContent = "ended";
  dial.hidden = false;
  recognition?.stop();
}

function open(path, who) {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}`);
  talk.replaceChildren();
  callBox.hidden = false;
  dial.hidden = true;
  problem("");
  find("who").textContent = shown(who);
  find("status").textContent = "calling";
  find("hang-up").disabled = false;
  began = Date.now();
  line = socket;
  socket.addEventListener("message", ({ data }) => onNews(JSON.parse(data)));
  socket.addEventListener("close", () => {
    if (line === socket) leave();
  });
  socket.addEventListener("error", () => problem("Can't connect. Is the server still running?"));
  words.focus();
}

dial.addEventListener("submit", (event) => {
  event.preventDefault();
  const to = dialled(find("to").value);
  const from = dialled(find("from").value);
  open(`/sandbox/phone/line?${new URLSearchParams({ to, from })}`, to);
});

find("say").addEventListener("submit", (event) => {
  event.preventDefault();
  if (words.value.trim()) tell({ type: "say", text: words.value.trim() });
  words.value = "";
});

find("hang-up").addEventListener("click", () => tell({ type: "hang_up" }));
for (const key of document.querySelectorAll("[data-key]"))
  key.addEventListener("click", () => tell({ type: "press", digits: key.dataset.key }));

setInterval(() => {
  if (!line) return;
  const seconds = Math.floor((Date.now() - began) / 1000);
  find("clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}, 500);

let recognition = null;
if (Recognition) {
  recognition = new Recognition();
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.lang = "en-US";
  microphone.hidden = false;
  /** Words that are being spoken; null between utterances. */
  let hearing = null;
  const finish = (text) => {
    hearing = null;
    tell({ type: "said", text });
  };
  // A keyboard or a door is sound too: only words cut the agent off.
  recognition.addEventListener("result", ({ results }) => {
    const latest = results[results.length - 1];
    const text = latest[0].transcript.trim();
    if (!text) return;
    if (hearing === null) {
      speechSynthesis.cancel();
      tell({ type: "speaking" });
    }
    hearing = text;
    if (latest.isFinal) finish(text);
  });
  recognition.addEventListener("end", () => {
    if (hearing !== null) finish(hearing);
    microphone.setAttribute("aria-pressed", "false");
  });
  microphone.addEventListener("click", () => {
    const on = microphone.getAttribute("aria-pressed") === "true";
    if (on) recognition.stop();
    else recognition.start();
    microphone.setAttribute("aria-pressed", String(!on));
    if (!on) find("aloud").checked = true;
  });
}

async function listenForCalls() {
  if (line || document.hidden) return;
  const response = await fetch("/sandbox/phone/ringing", { headers: { accept: "application/json" } }).catch(
    () => null,
  );
  if (!response?.ok) return;
  const [call] = (await response.json()).calls;
  const box = find("ringing");
  box.hidden = !call;
  if (!call || box.dataset.call === call.call_sid) return;
  box.dataset.call = call.call_sid;
  box.replaceChildren(shown(`${call.from} is calling ${call.to}`));
  for (const [name, kind, act] of [
    ["Answer", "go", () => open(`/sandbox/phone/lines/${encodeURIComponent(call.call_sid)}`, call.from)],
    [
      "Decline",
      "bad",
      () => fetch(`/sandbox/phone/lines/${encodeURIComponent(call.call_sid)}`, { method: "DELETE" }),
    ],
    [
      "Voicemail",
      "",
      () => fetch(`/sandbox/phone/lines/${encodeURIComponent(call.call_sid)}`, { method: "PUT" }),
    ],
  ]) {
    const button = document.createElement("button");
    button.className = kind;
    button.textContent = name;
    button.addEventListener("click", () => {
      box.hidden = true;
      act();
    });
    box.append(button);
  }
}
setInterval(listenForCalls, 1500);

// Texts between the chosen number and this phone.
const textsBox = find("texts");
let textsShown = "";
async function showTexts() {
  if (document.hidden) return;
  const query = new URLSearchParams({ our: dialled(find("to").value), other: dialled(find("from").value) });
  const response = await fetch(`/sandbox/phone/texts?${query}`, {
    headers: { accept: "application/json" },
  }).catch(() => null);
  if (!response?.ok) return;
  const { texts } = await response.json();
  const now = JSON.stringify(texts);
  if (now === textsShown) return;
  textsShown = now;
  textsBox.replaceChildren(
    ...texts.map(({ by, words: said, media }) => {
      const made = document.createElement("p");
      made.className = by === "phone" ? "caller" : by === "product" ? "agent" : "notice";
      made.textContent = [media > 0 ? "[picture]" : "", shown(said)].filter(Boolean).join(" ");
      return made;
    }),
  );
  textsBox.scrollTop = textsBox.scrollHeight;
}
async function text(order) {
  const response = await fetch("/sandbox/phone/texts", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ to: dialled(find("to").value), from: dialled(find("from").value), ...order }),
  });
  find("text-problem").textContent = response.ok
    ? ""
    : ((await response.json()).error?.message ?? "Not sent.");
  await showTexts();
}
find("text").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = find("text-words");
  const said = field.value;
  field.value = "";
  if (said.trim()) void text({ text: said });
});
find("picture").addEventListener("click", () => void text({ text: "", media: 1 }));
setInterval(showTexts, 1500);
void showTexts();
