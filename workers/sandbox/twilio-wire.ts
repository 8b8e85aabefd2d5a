/** The formats of Twilio's REST API: resources, pages, errors, times. */
import type { Account, CarrierCall, CarrierNumber, Recording } from "./carrier-records.ts";
import { friendlyName, rangeOf } from "./number-catalogue.ts";
import type { NumberKind } from "./number-ranges.ts";

export const version = "2010-04-01";

/** An error as Twilio's own, `{code, message, more_info, status}`. */
export const twilioError = (status: number, code: number, message: string): Response =>
  Response.json(
    { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    { status },
  );

export const notFound = (pathname: string): Response =>
  twilioError(404, 20404, `The requested resource ${pathname} was not found`);

/** RFC 2822, in UTC. */
const rfc2822 = (ms: number): string => new Date(ms).toUTCString().replace("GMT", "+0000");

const accountUri = (sid: string): string => `/${version}/Accounts/${sid}`;

export const accountJson = (account: Account) => ({
  sid: account.sid,
  auth_token: account.auth_token,
  friendly_name: account.friendly_name,
  owner_account_sid: account.owner_sid,
  status: account.status,
  type: "Full",
  date_created: rfc2822(account.created_at),
  date_updated: rfc2822(account.created_at),
  subresource_uris: {},
  uri: `${accountUri(account.sid)}.json`,
});

export const capabilities = { voice: true, sms: true, mms: true, fax: false };

const typeWords: Record<NumberKind, string> = {
  Local: "local",
  TollFree: "toll-free",
  Mobile: "mobile",
  National: "national",
};

export const numberJson = (number: CarrierNumber, sms_url: string) => ({
  sid: number.sid,
  account_sid: number.account_sid,
  phone_number: number.phone_number,
  friendly_name: number.friendly_name,
  voice_url: number.voice_url,
  voice_method: number.voice_method,
  voice_fallback_url: number.voice_fallback_url,
  voice_fallback_method: number.voice_fallback_method,
  status_callback: number.status_callback,
  status_callback_method: number.status_callback_method,
  voice_caller_id_lookup: false,
  voice_application_sid: "",
  voice_receive_mode: "voice",
  trunk_sid: null,
  sms_url,
  sms_method: "POST",
  sms_fallback_url: "",
  sms_fallback_method: "POST",
  sms_application_sid: "",
  address_requirements: "none",
  address_sid: null,
  bundle_sid: null,
  identity_sid: null,
  emergency_address_sid: null,
  emergency_address_status: "unregistered",
  emergency_status: "Inactive",
  api_version: version,
  beta: false,
  capabilities,
  origin: "twilio",
  status: number.state || "in-use",
  type: typeWords[rangeOf(number.phone_number)?.kind ?? "Local"],
  date_created: rfc2822(number.created_at),
  date_updated: rfc2822(number.updated_at),
  subresource_uris: {},
  uri: `${accountUri(number.account_sid)}/IncomingPhoneNumbers/${number.sid}.json`,
});

const ended = ["completed", "busy", "failed", "no-answer", "canceled"];

export function callJson(call: CarrierCall) {
  const { started_at, ended_at } = call;
  const duration = ended_at === null ? null : Math.round((ended_at - (started_at ?? ended_at)) / 1000);
  const uri = `${accountUri(call.account_sid)}/Calls/${call.sid}`;
  return {
    sid: call.sid,
    account_sid: call.account_sid,
    parent_call_sid: call.parent_call_sid,
    phone_number_sid: call.phone_number_sid ?? "",
    to: call.to_number,
    to_formatted: friendlyName(call.to_number),
    from: call.from_number,
    from_formatted: friendlyName(call.from_number),
    // "initiated" is an event, not a status that the API knows.
    status: call.status === "initiated" ? "queued" : call.status,
    direction: call.direction,
    answered_by: call.answered_by,
    start_time: started_at === null ? ended_at && rfc2822(ended_at) : rfc2822(started_at),
    end_time: ended_at && rfc2822(ended_at),
    duration: duration === null ? null : String(duration),
    // Filled in later by Twilio, too.
    price: ended.includes(call.status) ? priceOf(call, duration ?? 0) : null,
    price_unit: "USD",
    queue_time: "0",
    caller_name: null,
    forwarded_from: null,
    group_sid: null,
    trunk_sid: "",
    annotation: null,
    api_version: version,
    date_created: rfc2822(call.created_at),
    date_updated: rfc2822(ended_at ?? started_at ?? call.created_at),
    subresource_uris: { recordings: `${uri}/Recordings.json` },
    uri: `${uri}.json`,
  };
}

/** Started minutes are charged: $0.0085 inbound, $0.014 outbound (docs/telephony.md, "Prices"). */
function priceOf(call: CarrierCall, seconds: number): string {
  const perMinute = call.direction === "inbound" ? 0.0085 : 0.014;
  return (-Math.ceil(seconds / 60) * perMinute).toFixed(5);
}

export function recordingJson(recording: Recording) {
  const uri = `${accountUri(recording.account_sid)}/Recordings/${recording.sid}`;
  return {
    sid: recording.sid,
    account_sid: recording.account_sid,
    call_sid: recording.call_sid,
    channels: recording.channels,
    duration: recording.duration === null ? "-1" : String(recording.duration),
    status: recording.duration === null ? "processing" : "completed",
    source: "StartCallRecordingTwiML",
    price: null,
    price_unit: "USD",
    error_code: null,
    api_version: version,
    start_time: rfc2822(recording.started_at),
    date_created: rfc2822(recording.started_at),
    date_updated: rfc2822(recording.started_at),
    encryption_details: null,
    conference_sid: null,
    media_url: `https://api.twilio.com${uri}`,
    subresource_uris: {},
    uri: `${uri}.json`,
  };
}

/** One page of a list; `page` counts from 0, `hasMore` says whether another follows. */
export const pageJson = (
  key: string,
  rows: object[],
  {
    pathname,
    page,
    pageSize,
    hasMore,
  }: { pathname: string; page: number; pageSize: number; hasMore: boolean },
) => {
  const uri = (number: number) => `${pathname}?PageSize=${pageSize}&Page=${number}`;
  return {
    [key]: rows,
    page,
    page_size: pageSize,
    start: page * pageSize,
    end: page * pageSize + Math.max(0, rows.length - 1),
    first_page_uri: uri(0),
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    next_page_uri: hasMore ? uri(page + 1) : null,
    uri: uri(page),
  };
};
