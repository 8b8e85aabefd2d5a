/** A running call's transfers, as its object has them carried out: what phones and conferences report, and the timers of both. */
import type { NextStep, SpokenBy } from "./call-facts.ts";
import * as limit from "./call-limits.ts";
import type { CallMemory } from "./call-memory.ts";
import { type ConferencePost, isOfRoom, talkAlone, wordsInRoom } from "./conference.ts";
import type { GoingCall } from "./going-call.ts";
import { accountOf } from "./transfer-account.ts";
import { fetchBack } from "./transfer-fetch-back.ts";
import { atLeg, type LegAnswer, type LegNews } from "./transfer-legs.ts";
import { introduce, warmStep } from "./warm-transfer.ts";

type Setting = {
  env: Env;
  memory: CallMemory;
  now(): number;
  /** Schedules the earliest timer. */
  arm(): Promise<void>;
};

export class CallTransfers {
  readonly #setting: Setting;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** Something happened at the phone that rings for the caller. */
  async leg(going: GoingCall, news: LegNews): Promise<LegAnswer> {
    const answer = atLeg(going, news, this.#setting.now());
    going.keep();
    if (answer.wait_ms !== undefined) this.#due("rung", answer.wait_ms);
    if (answer.look_ms !== undefined) this.#due("warm", answer.look_ms);
    await this.#setting.arm();
    return answer;
  }

  /** Something happened in the conference in which the caller waits. @returns what both hear, where that is asked */
  async conference(going: GoingCall, news: ConferencePost): Promise<{ words: string; by: SpokenBy } | null> {
    const { env, now, arm } = this.#setting;
    if (!isOfRoom(going, news)) return null;
    if (news.what === "speaks") return wordsInRoom(going);
    if (news.what === "spoke") {
      talkAlone(going, now());
      going.keep();
      return null;
    }
    const { again_ms } = await introduce(going, env, news.id, now);
    if (again_ms !== null && !going.progress.end) this.#due("warm", again_ms);
    await arm();
    return null;
  }

  /** The next step has begun: the timers of a phone that rings, and what the agent does meanwhile. */
  begin(going: GoingCall, next: NextStep): void {
    const isWarm = next.do === "dial" && next.mode === "warm";
    if (isWarm || going.progress.loose_legs.length > 0) this.#due("warm", 0);
    if (next.do !== "dial") return;
    const { rung_ms, gone_ms } = limit.dialTimers_ms(next);
    this.#due("gone", gone_ms);
    this.#due("rung", rung_ms);
  }

  /** What the agent does about a phone that is called apart from the caller. */
  async warm(going: GoingCall): Promise<void> {
    const { env, now } = this.#setting;
    const { again_ms, fetches } = await warmStep(going, env, now);
    if (going.progress.end) return;
    if (again_ms !== null) this.#due("warm", again_ms);
    if (fetches) this.#due("rung", 0);
  }

  /** The carrier has not reported what came of a phone that must have stopped ringing: it is asked to fetch the next step for the caller. */
  async fetchBack(going: GoingCall): Promise<void> {
    if (await fetchBack(going, this.#setting.env)) return;
    this.#due("rung", limit.fetchBackAgain_ms);
  }

  /** The carrier hangs up on a caller for whom phones ring, or who talks to a person. @returns false: it did not say so */
  async stop(going: GoingCall): Promise<boolean> {
    const reached = await accountOf(going, this.#setting.env);
    return reached !== null && (await reached.account.client.calls.stop(going.call.provider_call_id)).ok;
  }

  #due(timer: "rung" | "warm" | "gone", in_ms: number | null): void {
    const { memory, now } = this.#setting;
    memory.setTimer(timer, in_ms === null ? null : now() + in_ms);
  }
}
