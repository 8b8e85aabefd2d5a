/** The port to phone carriers, as the edge sees it: how a carrier's posts are verified and read, and the markup that answers them. The other half is in `app/telephony/carriers`. */
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import type { CarrierAccount } from "#app/telephony/carriers/carrier.schema.ts";
import type { SpokenBy } from "#workers/call-facts.ts";
import type { Answerer } from "#workers/conversation/line/line-events.ts";
import type { DialEnd } from "#workers/transfer-ladder.ts";
import type { SessionFault } from "./session-fault.ts";
import type { HoldOrder, IntroductionOrder, LegPost, MeetingOrder, WhisperOrder } from "./transfer-markup.ts";

/** A post as it came. `url` is built from our settings: what a request says of its host is not believed. */
export type Post = { headers: Headers; url: string; body: string };

/** What a carrier posts: a form's fields. */
export type Fields = Record<string, string>;

/** `malformed`: signed, and yet ambiguous. */
export type Verdict = { ok: true; content: Fields } | { ok: false; reason: "not_signed" | "malformed" };

/** A call that comes in, or one that we placed and that is answered. */
export type AnnouncedCall = {
  provider_call_id: string;
  direction: "inbound" | "outbound";
  /** E.164; null: withheld. */
  from: string | null;
  to: string;
};
/** How far a call has come. */
export type CallReport = {
  provider_call_id: string;
  status: CallStatus;
  /** Which number may be ours, the likeliest first: the called one of an inbound call, the calling one of an outbound one. */
  our_numbers: readonly string[];
  seconds: number | null;
  /** Why it was not connected, where the status does not say it. */
  cause: ReportedCause | null;
};
/** Declined by the person; no such number; blocked by a carrier; taken for spam. */
export type ReportedCause = "declined" | "number" | "blocked" | "spam";
/** `fault`: what failed at the carrier, where it says so. */
export type SessionEnd = { provider_call_id: string; status: CallStatus; fault: SessionFault | null };
export type TransferEnd = Omit<SessionEnd, "fault"> & DialEnd;

/** A text message that comes in. */
export type AnnouncedText = {
  provider_message_id: string;
  /** E.164, or the short code or name of a sender that has no number. */
  from: string;
  to: string;
  text: string;
  /** How many pictures and other files came with it. */
  media: number;
  /** Whether the carrier itself has answered a STOP, START or HELP. */
  is_handled: boolean;
};
/** How far a text message that we sent has come. */
export type TextReport = {
  provider_message_id: string;
  status: "sent" | "delivered" | "undelivered" | "failed";
  our_number: string;
  /** The carrier's error, in words; null: there is none, or it is not known. */
  why: string | null;
  has_opted_out: boolean;
};

export type RelayOrder = {
  /** `wss://…`, with the one-time token in the path. */
  url: string;
  /** Where the carrier asks for the next step after the session. */
  action: string;
  agent: SpokenBy;
  /** Null, or absent: the call is not recorded, or is already. */
  recording?: RecordingOrder | null;
};
/** What the carrier reports of a recording. */
export type RecordingNews = {
  provider_call_id: string;
  sid: string;
  status: "going" | "ready" | "absent";
  seconds: number | null;
};
/** Records the call, once the caller has heard `consent`. */
export type RecordingOrder = {
  consent: string;
  /** Where the carrier reports to. */
  callback: string;
};
export type DialOrder = {
  /** E.164 */
  to: string;
  caller_id: string;
  action: string;
  /** How long the other phone rings. */
  ring_seconds: number;
  /** How long the conversation may last, in whole seconds, at least one. Without it the carrier ends it after four hours. */
  seconds: number;
  /** Where the called phone asks what it hears before the two are joined; null: it hears nothing. */
  whisper: string | null;
  /** Where the progress of the called phone is reported; null: nowhere. */
  status: string | null;
};

export type CarrierWire = {
  /** Whether a signature covers the address too. Where it does not, the addresses of a call carry a proof of our own. */
  readonly signsAddresses: boolean;
  /** Whether a post comes from this account's carrier, as it is and not long ago. `now`: ms UTC */
  verify(post: Post, account: CarrierAccount, now: number): Promise<Verdict>;
  /** The same of a relay socket's handshake, whose address the markup wrote. Its one-time token is looked at besides. */
  verifySocket(headers: Headers, url: string, account: CarrierAccount): Promise<boolean>;
  /** Each throws a ZodError for a post that is none of its kind. */
  readonly parse: {
    call(fields: Fields): AnnouncedCall;
    report(fields: Fields): CallReport;
    answerer(fields: Fields): { provider_call_id: string; who: Answerer };
    sessionEnd(fields: Fields): SessionEnd;
    transferEnd(fields: Fields): TransferEnd;
    leg(fields: Fields): LegPost;
    /** Which conference the post is about. */
    conference(fields: Fields): { id: string };
    recording(fields: Fields): RecordingNews;
    text(fields: Fields): AnnouncedText;
    /** Null: a step that changes nothing. */
    textReport(fields: Fields): TextReport | null;
  };
  readonly answer: {
    relay(order: RelayOrder): string;
    dial(order: DialOrder): string;
    whisper(order: WhisperOrder): string;
    /** Lets a whisper end, so that the two are joined; or an introduction. */
    join(): string;
    /** The caller waits in a conference, with the carrier's music. */
    hold(order: HoldOrder): string;
    /** The person who took the call begins the conference. */
    meet(order: MeetingOrder): string;
    /** What both hear there. */
    introduce(order: IntroductionOrder): string;
    say(words: string, language: string): string;
    hangUp(): string;
    reject(): string;
  };
};
