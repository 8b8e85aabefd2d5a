/**
 * `<Dial><Conference>`: a call waits with music until the conference begins, and ends with it. A scripted call waits in real
 * time, because others decide; a person who was called leaves once everything was said, or at once where that is the script.
 */
import { second_ms } from "#app/platform/durations.ts";
import { documentOf, fetchDocument, isStepIn, pass, type Step, type StepIn, stepIn } from "./line-inputs.ts";
import type { LineInput, PhoneCall } from "./phone-call.ts";
import type { RoomNews } from "./rooms.ts";
import { type Conference, parseTwiml, type Verb } from "./twiml.ts";
import { type Document, resolve } from "./twiml-document.ts";

type Dial = Extract<Verb, { verb: "Dial" }>;

const longest_s = 14_400;
const msPerCharacter = 1000 / 15;
/** How long a scripted call waits in real time for what others do. */
const patience_ms = 60 * second_ms;
/** How long a scripted person stays without an introduction, in real time. */
const unannounced_ms = 12 * second_ms;

export async function runConference(
  call: PhoneCall,
  dial: Dial,
  conference: Conference,
  document: Document,
): Promise<Step> {
  const { carrier, account, record } = call;
  const { name, startConferenceOnEnter: begins, endConferenceOnExit: ends } = conference;
  const isCalled = call.scripted !== null && begins;
  const leaves = begins && (call.scripted?.leaves() ?? false);
  const member = { call_sid: record.sid, begins, ends, leaves };
  const room = await carrier.enterRoom({ account_sid: account.sid, carrier: account.carrier, name }, member);
  call.likelyEnding = "transfer";
  const text = room.has_begun ? "In a conference" : "Waiting in a conference, with music";
  call.log.tell({ type: "notice", text, at_ms: call.pace.elapsed() });
  if (room.changes)
    for (const other of room.others) await carrier.toLine(other, { type: "room", is: "begun" });
  const left = await stay(call, {
    conference,
    room: room.sid,
    document,
    limit_ms: (dial.timeLimit ?? longest_s) * 1000,
    isCalled,
    leaves,
  });
  const gone = await carrier.leaveRoom(room.sid, record.sid);
  if (gone.changes)
    for (const other of gone.others) await carrier.toLine(other, { type: "room", is: "over" });
  if (left) return stepIn(call, left);
  if (!dial.action) return { go: "on" };
  const url = resolve(dial.action, document);
  const params = call.params({ DialCallStatus: "completed" });
  return documentOf(
    call,
    url,
    await call.webhook({ act: "action-callbacks", url, method: dial.method, params }),
  );
}

type Stay = {
  conference: Conference;
  room: string;
  document: Document;
  limit_ms: number;
  /** A person by script, who came because they were called; and whether they leave at the first word. */
  isCalled: boolean;
  leaves: boolean;
};

/** Until the conference is over, or its time (null), or the call is stepped in. */
async function stay(call: PhoneCall, { conference, room, document, ...at }: Stay): Promise<StepIn | null> {
  const { isCalled } = at;
  const ends_at = Date.now() + (call.scripted ? (isCalled ? unannounced_ms : patience_ms) : at.limit_ms);
  for (;;) {
    const input = await arrival(call, ends_at);
    if (input === null) return isCalled ? { type: "hang_up" } : null;
    if (isStepIn(input)) return input;
    if (input.type === "room") {
      if (input.is === "over") return null;
      if (input.is === "begun") await tellBegun(call, conference, room, document);
      if (input.is === "said") {
        call.log.said({ role: "agent", text: input.text, at_ms: call.pace.elapsed() });
        if (at.leaves) return { type: "hang_up" };
      }
      if (input.is === "introduced" && isCalled) return { type: "hang_up" };
    } else if (input.type === "announce") {
      const left = await announce(call, input.url, room);
      if (left === "over") return null;
      if (left) return left;
    }
  }
}

/** The next input; null: the time is up. */
async function arrival(call: PhoneCall, ends_at: number): Promise<LineInput | null> {
  for (;;) {
    const input = call.mailbox.takeOne();
    if (input) return input;
    const rest_ms = ends_at - Date.now();
    if (rest_ms <= 0) return null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, rest_ms);
    });
    await Promise.race([call.mailbox.waiting(), late]);
    clearTimeout(timer);
  }
}

/** The callback of the member who came first tells that the conference has begun. */
async function tellBegun(
  call: PhoneCall,
  { name, statusCallback, statusCallbackEvent, statusCallbackMethod }: Conference,
  room: string,
  document: Document,
): Promise<void> {
  call.log.tell({ type: "notice", text: "The conference begins", at_ms: call.pace.elapsed() });
  if (!statusCallback || !statusCallbackEvent.includes("start")) return;
  await call.webhook({
    act: "conference-callbacks",
    url: resolve(statusCallback, document),
    method: statusCallbackMethod,
    params: {
      AccountSid: call.account.sid,
      CallSid: call.record.sid,
      ConferenceSid: room,
      FriendlyName: name,
      StatusCallbackEvent: "conference-start",
      SequenceNumber: "1",
      Timestamp: new Date(call.pace.now()).toUTCString(),
    },
  });
}

/** Waits until the conference is over, or the call is stepped in. */
async function left(call: PhoneCall): Promise<StepIn | null> {
  for (;;) {
    const input = await arrival(call, Date.now() + patience_ms);
    if (input === null || (input.type === "room" && input.is === "over")) return null;
    if (isStepIn(input)) return input;
  }
}

/** Plays an announcement to everyone in the room. */
async function announce(call: PhoneCall, url: string, room: string): Promise<StepIn | "over" | null> {
  const toOthers = async (news: RoomNews) => {
    const { others, leaves } = await call.carrier.roomOthers(room, call.record.sid);
    for (const other of others) await call.carrier.toLine(other, news);
    return leaves;
  };
  let step = await fetchDocument(call, { url, method: "POST" });
  while (step.go === "to") {
    const { document } = step;
    step = { go: "on" };
    for (const verb of parseTwiml(document.twiml, call.dialect.vocabulary)) {
      if (verb.verb === "Say") {
        call.log.said({ role: "agent", text: verb.text, at_ms: call.pace.elapsed() });
        let isOver = await toOthers({ type: "room", is: "said", text: verb.text });
        // Time by script would be over before they are gone.
        if (isOver) return (await left(call)) ?? "over";
        const input = await pass(call, Math.round(verb.text.length * msPerCharacter), (one) => {
          isOver ||= one.type === "room" && one.is === "over";
          return isOver;
        });
        if (isOver) return "over";
        if (input) return input;
      } else if (verb.verb === "Redirect")
        step = await fetchDocument(call, { url: resolve(verb.url, document), method: verb.method });
    }
  }
  await toOthers({ type: "room", is: "introduced" });
  return null;
}
