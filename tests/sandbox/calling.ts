/// <reference types="@cloudflare/vitest-plugin/types" />
/** Places calls to a stand-in product inside an object, so that its clock lies in real storage. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Answer } from "#workers/sandbox/answers.ts";
import { CallLog, type CallNews, type CallResult } from "#workers/sandbox/call-log.ts";
import type { Carrier } from "#workers/sandbox/carrier.ts";
import type { Account, CarrierCall, CarrierNumber } from "#workers/sandbox/carrier-records.ts";
import type { Fault } from "#workers/sandbox/faults.ts";
import { Mailbox, SimulatedPace } from "#workers/sandbox/pace.ts";
import type { LineInput } from "#workers/sandbox/phone-call.ts";
import { callIn, callOut, type Outbound } from "#workers/sandbox/place-calls.ts";
import { Rooms } from "#workers/sandbox/rooms.ts";
import type { Passage } from "#workers/sandbox/traffic.ts";
import type { Turn } from "#workers/sandbox/turns.ts";
import { type Behaviour, relayTwiml, StandInProduct } from "./stand-in-product.ts";

export const account: Account = {
  sid: `AC${"1".repeat(32)}`,
  carrier: "twilio",
  auth_token: "the-token-of-this-account",
  signing_key: "",
  friendly_name: "test",
  status: "active",
  owner_sid: `AC${"1".repeat(32)}`,
  created_at: 0,
};
export const caller = "+13035550123";
export const number: CarrierNumber = {
  sid: `PN${"2".repeat(32)}`,
  account_sid: account.sid,
  phone_number: "+12125550150",
  friendly_name: "desk",
  voice_url: "https://app.test/voice",
  voice_method: "POST",
  voice_fallback_url: "",
  voice_fallback_method: "POST",
  status_callback: "https://app.test/status",
  status_callback_method: "POST",
  connection_id: "",
  state: "",
  created_at: 0,
  updated_at: 0,
};

type Setting = {
  documents?: Record<string, (fields: URLSearchParams) => string | Response>;
  /** Attributes of the relay besides its address. */
  relay?: string;
  behave?: Behaviour;
  faults?: Partial<Fault>[];
  answers?: Record<string, Answer>;
  number?: Partial<CarrierNumber>;
};
export type Told = {
  result: CallResult;
  product: StandInProduct;
  news: CallNews[];
  traffic: Passage[];
  calls: Map<string, CarrierCall>;
};

/** Greets, and repeats what it hears. */
export const parrot: Behaviour = (frame, session) => {
  if (frame.type === "setup") session.say(frame.callStatus === "RINGING" ? "Good morning." : "Sorry, go on.");
  if (frame.type === "prompt") session.say(`You said: ${String(frame.voicePrompt)}`);
};

const events = 'events="speaker-events tokens-played"';

/** A scripted call to the stand-in; everything that could be seen of it. */
export const callWith = (turns: Turn[], setting: Setting = {}): Promise<Told> =>
  inObject(setting, ({ around }) =>
    callIn(
      { call_sid: `CA${"3".repeat(32)}`, from: caller, number: { ...number, ...setting.number }, turns },
      around,
    ),
  );

/** The product places a call that is answered as `answer` says. */
export const calledOut = (
  answer: Answer,
  outbound: Partial<Outbound> = {},
  setting: Setting = {},
): Promise<Told> =>
  inObject(setting, ({ around }) =>
    callOut(
      {
        machines: null,
        record: {
          sid: `CA${"4".repeat(32)}`,
          account_sid: account.sid,
          parent_call_sid: null,
          phone_number_sid: number.sid,
          from_number: number.phone_number,
          to_number: caller,
          direction: "outbound-api",
          status: "queued",
          answered_by: null,
          created_at: Date.now(),
          started_at: null,
          ended_at: null,
        },
        document: {
          url: "https://app.test/voice",
          method: "POST",
          fallback_url: "",
          fallback_method: "POST",
        },
        timeout: 30,
        subscription: {
          url: "https://app.test/status",
          method: "POST",
          events: ["initiated", "ringing", "answered", "completed"],
        },
        ...outbound,
        answer,
      },
      around,
    ),
  );

type Around = Parameters<typeof callIn>[1];

let objects = 0;
function inObject(setting: Setting, run: (given: { around: Around }) => Promise<CallResult>): Promise<Told> {
  objects += 1;
  const stub = env.ORGANIZATION.getByName(`line ${objects}`);
  return runInDurableObject(stub, async (_object, state) => {
    const documents = { "/voice": () => relayTwiml(setting.relay ?? events), ...setting.documents };
    const product = new StandInProduct(state.storage, documents, setting.behave ?? parrot);
    const [news, traffic, calls]: [CallNews[], Passage[], Told["calls"]] = [[], [], new Map()];
    const around = {
      carrier: carrier(product, setting, traffic, calls),
      account,
      pace: new SimulatedPace(),
      mailbox: new Mailbox<LineInput>(),
      log: new CallLog((one) => news.push(one)),
    };
    const result = await run({ around });
    return { result, product, news, traffic, calls };
  });
}

function carrier(
  product: StandInProduct,
  { faults = [], answers = {} }: Setting,
  traffic: Passage[],
  calls: Told["calls"],
): Carrier {
  const ordered = [...faults];
  const rooms = new Rooms();
  return {
    product,
    recording: async () => null,
    takeFault: async (host, path) => {
      const index = ordered.findIndex((fault) => fault.path === path);
      const [fault] = index === -1 ? [] : ordered.splice(index, 1);
      return fault
        ? {
            ...{ id: 1, host, path, status: null, delay_ms: null, drop: false, effect: null, times: 1 },
            ...{ location: null, ...fault },
          }
        : null;
    },
    record: (passage) => void traffic.push(passage),
    addCall: async (call) => void calls.set(call.sid, call),
    changeCall: async (sid, changes) => {
      const call = calls.get(sid);
      if (call) calls.set(sid, { ...call, ...changes });
    },
    keepRecording: async () => undefined,
    enterRoom: async (room, member) => rooms.enter(room, member),
    leaveRoom: async (sid, call_sid) => rooms.leave(sid, call_sid),
    roomOthers: async (sid, call_sid) => rooms.others(sid, call_sid),
    toLine: async () => undefined,
    answer: async (phone_number) => answers[phone_number] ?? null,
  };
}
