/** The relay sessions of one call: one opens, one ends, and what the carrier does between two of them. */
import type { CallEnd, DialReport, NextStep, RelayReport, RelayToken } from "./call-facts.ts";
import { afterDial, afterRelay, type Decision, stepAgain } from "./call-life.ts";
import * as limit from "./call-limits.ts";
import { type CallMemory, callTimers } from "./call-memory.ts";
import type { CallSockets } from "./call-sockets.ts";
import type { CallTransfers } from "./call-transfers.ts";
import type { GoingCall } from "./going-call.ts";
import { bind, isBound } from "./quiet-socket.ts";
import type { RelayTokens } from "./relay-tokens.ts";
import { isOfEarlier } from "./transfer-legs.ts";

type Setting = {
  memory: CallMemory;
  tokens: RelayTokens;
  sockets: CallSockets;
  transfers: CallTransfers;
  now(): number;
  /** Schedules the earliest timer. */
  arm(): Promise<void>;
  finish(going: GoingCall, end: CallEnd): Promise<void>;
};

export class RelaySessions {
  readonly #setting: Setting;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** The carrier names the call on its socket: from here on the agent has it. */
  async open(going: GoingCall, socket: WebSocket, provider_call_id: string): Promise<void> {
    const { call, progress } = going;
    const { memory, now } = this.#setting;
    if (isBound(socket)) return;
    if (provider_call_id !== call.provider_call_id) {
      socket.close(1008, "another call");
      return;
    }
    bind(socket);
    if (progress.answered_at === null) going.keepConsent();
    progress.answered_at ??= now();
    const transfer_failed = progress.transfer === "failed";
    Object.assign(progress, { transfer: "none", ladder: null, fault: null });
    going.keep();
    going.tellTransfer();
    memory.setTimer("connect", null);
    memory.setTimer("gone", null);
    await going.loop.hear({ type: "opened", transfer_failed });
    if (progress.answerer !== null) await going.loop.hear({ type: "answerer", who: progress.answerer });
  }

  /** A session ended. `token` opens the next one, if there is one. */
  ended(going: GoingCall, report: RelayReport, token: RelayToken): Promise<NextStep> {
    return this.#next(going, report, token, () => afterRelay(going, report.status, this.#setting.now()));
  }

  /** The transfer between two sessions ended. */
  async dialled(going: GoingCall, report: DialReport, token: RelayToken): Promise<NextStep> {
    const { sockets, tokens, now } = this.#setting;
    if (!going.progress.end && isOfEarlier(going, report)) {
      if (!sockets.isOpen) tokens.add(token);
      return stepAgain(going, now());
    }
    return this.#next(going, report, token, () => afterDial(going, report, now()));
  }

  async #next(
    going: GoingCall,
    { provider_call_id, capacity_account, account_id, fault }: RelayReport,
    token: RelayToken,
    decide: () => Decision,
  ): Promise<NextStep> {
    const { call } = going;
    const { memory, tokens, sockets, transfers, now, arm, finish } = this.#setting;
    if (call.provider_call_id !== provider_call_id || call.capacity_account !== capacity_account)
      return { do: "hang_up" };
    going.loop.lost();
    await going.loop.quiet();
    if (going.progress.end) return { do: "hang_up" };
    sockets.close();
    for (const timer of callTimers) memory.setTimer(timer, null);
    if (fault) going.progress.fault = fault;
    const { next, end } = decide();
    if (account_id !== undefined) going.progress.account_id = account_id;
    going.keep();
    if (next.do === "relay") {
      tokens.renew(token);
      memory.setTimer("connect", now() + limit.connect_ms);
    }
    transfers.begin(going, next);
    going.tellTransfer();
    if (end) await finish(going, end);
    else await arm();
    return next;
  }
}
