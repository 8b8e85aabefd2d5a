/** The port to phone carriers, as pages and queues see it: accounts, numbers, calls and messages (docs/decisions/004-carriers.md). */
import type { NumberKind } from "#app/telephony/number-terms.schema.ts";
import type { NumberSearch, OfferedNumber } from "#app/telephony/numbers.schema.ts";
import type { SoldCountry } from "#app/telephony/sale/sold-countries.schema.ts";

/**
 * Why the carrier did not do it. `silent`: it failed or did not answer, and may have done it. `taken`: the number was
 * sold. `busy`: too many requests at once. `refused`: anything else, which asking again does not change.
 */
export type CarrierRefusal = "taken" | "busy" | "refused" | "silent";
export type CarrierAnswer<T> =
  | ({ ok: true } & T)
  | {
      ok: false;
      reason: CarrierRefusal;
      /** The carrier's own error, in plain words; null: it named none. */
      why: string | null;
      /** What of a call the error is about; absent: something else, or it is not known. */
      about?: CallObjection;
      /** The same as the carrier writes it, with its code. */
      exact?: string | null;
    };

/** The called number is none, its country is closed to the account, or the account has no line left. */
export type CallObjection = "number" | "country" | "lines";

/** Our id of a number, stored at the carrier with it: the proof that a purchase was ours. */
export type Marked = { phone_number: string; number_id: string };
/** What sort of number it is: documents are asked for by sort. */
export type NumberSort = { country: SoldCountry; kind: NumberKind };

/** A call to place. Its addresses hold our own id of it, so that the first report binds the two. */
export type DialRequest = {
  to: string;
  from: string;
  /** Where the carrier asks what to do once it is answered, and where it reports to. */
  answer_url: string;
  status_url: string;
  /** How long it rings, and how long it may last. */
  ring_seconds: number;
  longest_seconds: number;
  /** Where the carrier tells whether a machine answered, and whether it waits for the beep; absent: it is not asked. */
  machines?: { report_url: string; waitsForBeep: boolean };
};
/** A call that the account placed, as the carrier tells when it is asked. */
export type CarrierCall = {
  provider_call_id: string;
  status: "queued" | "ringing" | "in_progress" | "completed" | "busy" | "no_answer" | "failed" | "canceled";
  /** How long it was connected; null: not yet, or it is not told. */
  seconds: number | null;
};
export type MessageRequest = { to: string; from: string; text: string; status_url: string };

/** A recording as the carrier has it. `sid`: its id there. */
export type CarrierRecording = { sid: string; status: "going" | "ready" | "absent"; seconds: number | null };

/** The recordings of calls at a carrier. */
export type CarrierRecordings = {
  /** Those of one call. */
  ofCall(provider_call_id: string): Promise<CarrierAnswer<{ recordings: CarrierRecording[] }>>;
  /** Stops one that runs; one that does not counts as stopped. */
  stop(provider_call_id: string, sid: string): Promise<CarrierAnswer<object>>;
  /** Its audio as it comes, WAV with a channel for each side; the caller reads it, or cancels it. */
  audio(sid: string): Promise<CarrierAnswer<{ file: Response }>>;
  /** Deletes it there; one that is already gone counts as deleted. */
  delete(sid: string): Promise<CarrierAnswer<object>>;
};

/** Where a number's calls went before they came to us, in the carrier's own terms: what puts it back there. */
export type Aim = Readonly<Record<string, string>>;

/** A number of the account, as its carrier describes it. */
export type CarrierNumber = {
  sid: string;
  /** E.164 */
  phone_number: string;
  /** What it is called there; null: only by its digits. */
  label: string | null;
  /** Whether its calls and the reports of them come to us. */
  isAimedHere: boolean;
  aim: Aim;
  /** Where its calls go, for people; null: nowhere. */
  target: string | null;
  /** Where texts to it go; `unset`: the account carries no texts for us. */
  texts: { at: "here" | "elsewhere" | "nowhere" | "unset"; target: string | null };
  /** The carrier's word for why it takes no calls; null: it takes them. */
  trouble: string | null;
  /** Whether it can send and get messages, and whether a name is registered with it; null: the carrier doesn't say. */
  messages: boolean | null;
  caller_name: boolean | null;
};
/**
 * How far the registration is that texts from a number to people in the United States need: the campaign of an ordinary
 * number, the verification of a toll-free one.
 */
export type TextRegistration = "registered" | "pending" | "refused" | "none";

/** `has_opted_out`: the carrier knows that this person wants no messages from this number. */
export type MessageAnswer =
  | { ok: true; provider_message_id: string }
  | { ok: false; reason: CarrierRefusal; why: string | null; has_opted_out: boolean };

/** Accounts within the platform's, one for each organization. Credentials are those of one of them, as `own` of the adapter opens them. */
export type Subaccounts = {
  /** Whether this deployment wants new ones. */
  areWanted: boolean;
  /** The one of a name that was not closed; null: there is none. */
  find(name: string): Promise<CarrierAnswer<{ credentials: unknown }>>;
  /** After `silent` it may have been made: `find` tells. `refused`: the carrier makes none, or no more. */
  make(name: string): Promise<CarrierAnswer<{ credentials: unknown }>>;
  /** Its credentials as they are now: its token may have been replaced at the carrier. */
  read(credentials: unknown): Promise<CarrierAnswer<{ credentials: unknown }>>;
  /**
   * Brings a number of this account into one of them, and with it the addresses that it calls; `is_gone`: this account
   * holds no such number.
   */
  take(
    number_sid: string,
    into: { id: string | null; credentials: unknown },
  ): Promise<CarrierAnswer<{ is_gone: boolean }>>;
  /** Closing it releases its numbers, and is final. */
  become(credentials: unknown, status: "active" | "suspended" | "closed"): Promise<CarrierAnswer<object>>;
};

/** An account at a carrier, ready to be asked. Nothing here throws: people are expected to meet a carrier that is down. */
export type CarrierClient = {
  numbers: {
    /** Numbers of one country and kind that are for sale and take calls, at most 20. */
    search(search: NumberSearch): Promise<CarrierAnswer<{ numbers: OfferedNumber[] }>>;
    /** Whether such a number can only be bought with documents that this account does not have. */
    lacksDocuments(sort: NumberSort & { readonly needsAddress: boolean }): boolean;
    /** Buys a number and points it at us. After `silent`, `find` tells what came of it. */
    buy(wanted: Marked & NumberSort): Promise<CarrierAnswer<{ sid: string }>>;
    /** The carrier's id of the number that a purchase brought, or null. */
    find(bought: Marked): Promise<CarrierAnswer<{ sid: string | null }>>;
    /** The carrier's id of a number that the account holds, bought here or not; null: it holds none such. */
    held(phone_number: string): Promise<CarrierAnswer<{ sid: string | null }>>;
    /** Every number of the account, as many as one answer holds. */
    list(): Promise<CarrierAnswer<{ numbers: CarrierNumber[] }>>;
    /** One number of the account; null: it is no longer there. */
    look(sid: string): Promise<CarrierAnswer<{ number: CarrierNumber | null }>>;
    /** Puts a number of the account back where it was; null: its calls go nowhere. One that is gone counts as put back. */
    aim(sid: string, aim: Aim | null): Promise<CarrierAnswer<object>>;
    /** Whether a number is registered for texts, in the carrier's own register. */
    registration(
      number: Pick<CarrierNumber, "sid" | "phone_number">,
    ): Promise<CarrierAnswer<{ texts: TextRegistration }>>;
    /** Points a number of the account at us. */
    configure(sid: string): Promise<CarrierAnswer<object>>;
    /** Releases a number; one that is already gone counts as released. */
    release(sid: string): Promise<CarrierAnswer<object>>;
  };
  /** `provider_call_id` null: the carrier names the call in its first report. After `silent` it may ring all the same. */
  dial(call: DialRequest): Promise<CarrierAnswer<{ provider_call_id: string | null }>>;
  calls: {
    /** The newest call from one number to another since an instant (ms UTC): what became of a dial that was `silent`. */
    find(placed: {
      to: string;
      from: string;
      since: number;
    }): Promise<CarrierAnswer<{ call: CarrierCall | null }>>;
    /** One call; null: the account has none such. */
    read(provider_call_id: string): Promise<CarrierAnswer<{ call: CarrierCall | null }>>;
    /** Ends a call, ringing or not; one that is over counts as ended. */
    stop(provider_call_id: string): Promise<CarrierAnswer<object>>;
  };
  conferences: {
    /** The carrier's id of the conference of a name in which people talk now; null: there is none, or no one has begun it. */
    find(name: string): Promise<CarrierAnswer<{ id: string | null }>>;
    /** Everyone in it hears what the carrier finds at an address. */
    announce(id: string, url: string): Promise<CarrierAnswer<object>>;
  };
  recordings: CarrierRecordings;
  /** Null: the carrier has none, or this account is not the platform's. */
  subaccounts: Subaccounts | null;
  /** Has a running call fetch its next step at an address. */
  redirect(provider_call_id: string, url: string): Promise<CarrierAnswer<object>>;
  /** After `silent` it may have been sent all the same. */
  message(message: MessageRequest): Promise<MessageAnswer>;
  /** Whether the carrier answers, and this account may use it. */
  check(): Promise<CarrierAnswer<object>>;
};

/** An account at a carrier: the platform's own, the one within it that it made for an organization, or an organization's own. */
export type CarrierAccount = {
  /** The carrier's name in rows and addresses. */
  carrier: string;
  /** Our id of an organization's account; null: the platform's. */
  id: string | null;
  /** The only organization that it speaks for; null: any. */
  organization_id: string | null;
  /** The organization brought it, holds it and pays for it. */
  isOwn: boolean;
  /** The name of its `Capacity`. */
  lines_of: string;
  /** Calls that it may carry at once. */
  lines: number;
  /** New calls that it may place in a second. */
  calls_per_second: number;
  /** What its requests are signed with, and what verifies the carrier's; only the carrier's adapter reads it. */
  credentials: unknown;
  client: CarrierClient;
};

/** Where a carrier reaches us: /webhooks/<carrier>/<name>, with the account where it is not the platform's. */
export const webhookUrl = (
  origin: string,
  { carrier, id }: Pick<CarrierAccount, "carrier" | "id">,
  name: string,
): string => `${origin}/webhooks/${carrier}/${name}${id === null ? "" : `?account=${id}`}`;
