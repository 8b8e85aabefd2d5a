/** What happens at the phone that a transfer rings: it answers, hears who calls, presses a key. */
import { isOver } from "#app/calls/call-status.ts";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import { whisperWords } from "#app/telephony/transfers/whisper-words.ts";
import type { DialReport, Known, SpokenBy } from "./call-facts.ts";
import { enter_ms, introduction_ms, leave_ms, lookForStart_ms, report_ms } from "./call-limits.ts";
import { spokenBy } from "./call-voice.ts";
import { callerName } from "./finished-call.ts";
import { introduced } from "./introduction.ts";
import { reasonSaid } from "./reason-said.ts";
import { isWarm, type Ladder, rungOf } from "./transfer-ladder.ts";
import { secondsLeft } from "./transfer-life.ts";

/** `n`: of the attempt that the address names; `leg_id`: the carrier's id of the called phone's call. */
export type LegNews = { n: number; leg_id: string; capacity_account: string } & (
  | { what: "answered" }
  | { what: "key"; digits: string }
  | { what: "status"; status: CallStatus }
);

/**
 * `wait_ms`: when the carrier must have reported the end of the dial; null: not before it reports; absent: as it was.
 * `look_ms`: when the two are looked for in their conference, if the carrier has not said that it began.
 */
export type LegAnswer = { wait_ms?: number | null; look_ms?: number } & (
  | { do: "whisper"; words: string; by: SpokenBy }
  | { do: "join" }
  /** They meet the caller in a conference, for so many seconds at most. */
  | { do: "meet"; seconds: number }
  | { do: "hang_up" }
  | { do: "nothing" }
);

const accepts = "1";
const declines = "2";

/** Whether a report of a dial is of an earlier attempt than the one that rings, or of one that is over. */
export const isOfEarlier = ({ progress }: Known, { n }: Pick<DialReport, "n">): boolean =>
  n !== null && n !== progress.ladder?.n;

/** The caller and why they called, in words for the person who picks up. */
function whispered({ call, state }: Known, { reason }: Ladder) {
  const { agent, organization } = call;
  const name = callerName(call, state);
  return {
    agent: agent.spec.name,
    organization: organization.name,
    caller: name,
    reason: reasonSaid(reason, state, "they said: "),
  };
}

/** Takes in what happened, and says what that phone hears next. A phone of an earlier attempt hears nothing more. */
export function atLeg(known: Known, news: LegNews, now: number): LegAnswer {
  const { call, progress } = known;
  const { ladder } = progress;
  if (call.capacity_account !== news.capacity_account) return { do: "hang_up" };
  const isCurrent = ladder !== null && ladder.n === news.n && progress.transfer === "dialing";
  if (!ladder || !isCurrent) return { do: news.what === "status" ? "nothing" : "hang_up" };
  ladder.leg_id = news.leg_id;
  if (news.what === "status") return atStatus(ladder, news.status, now);
  if (news.what === "answered") {
    if (ladder.leg === "ringing" || ladder.leg === "answered") ladder.leg = "whisper";
    // What keys do is said in English to people of the house.
    const by = { ...spokenBy(known), language: "en-US" };
    return { do: "whisper", words: whisperWords(whispered(known, ladder)), by };
  }
  // A second key changes nothing: the first one decided.
  if (ladder.leg !== "declined" && ladder.leg !== "no_key" && ladder.leg !== "accepted")
    ladder.leg = news.digits === accepts ? "accepted" : news.digits === declines ? "declined" : "no_key";
  if (ladder.leg !== "accepted") return { do: "hang_up", wait_ms: isWarm(ladder) ? 0 : report_ms };
  if (isWarm(ladder)) return meeting(known, ladder, now);
  ladder.talk_from ??= now;
  return { do: "join", wait_ms: null };
}

/** They took the call: the caller waits in the conference, and the agent introduces the two as soon as both are there. */
function meeting(known: Known, ladder: Ladder, now: number): LegAnswer {
  ladder.talk_from ??= now + enter_ms + introduction_ms(introduced(known, ladder).words);
  const seconds = Math.max(1, secondsLeft(known, now));
  return { do: "meet", seconds, wait_ms: null, look_ms: lookForStart_ms };
}

/** A report of the called phone's call. Those of one that must accept tell nothing new until it ends. */
function atStatus(ladder: Ladder, status: CallStatus, now: number): LegAnswer {
  if (status === "in_progress" && ladder.leg === "ringing") {
    ladder.leg = "answered";
    if (rungOf(ladder)?.mode === "cold") ladder.talk_from ??= now;
  }
  if (!isOver(status)) return { do: "nothing" };
  if (!isWarm(ladder)) return { do: "nothing", wait_ms: report_ms };
  ladder.leg_end ??= status;
  ladder.leg_ended_at ??= now;
  // A conference that ends tells the caller's call itself; one that never began does not.
  return { do: "nothing", wait_ms: ladder.leg === "accepted" ? leave_ms : 0 };
}
