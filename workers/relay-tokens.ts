/** The one-time admissions to a call's relay socket: any one of them opens the next session, and then all are spent. */
import { type RelayToken, relayToken } from "./call-facts.ts";
import * as limit from "./call-limits.ts";
import type { CallMemory } from "./call-memory.ts";

export class RelayTokens {
  readonly #memory: CallMemory;

  constructor(memory: CallMemory) {
    this.#memory = memory;
  }

  /** Whether a token opens a session. Uses the real clock: it is valid for a real minute, however fast a script's call runs. */
  opens(hash: string | null): boolean {
    return this.#all().some((token) => token.hash === hash && token.expires_at >= Date.now());
  }

  spend(): void {
    this.#memory.forget("tokens");
  }

  /** When the carrier asks twice, either answer may be used. */
  add(token: RelayToken): void {
    this.#memory.put("tokens", [...this.#all(), token].slice(-limit.mostTokens));
  }

  /** A new session is expected, opened by this token alone. */
  renew(token: RelayToken): void {
    this.#memory.put("tokens", [token]);
  }

  #all = (): RelayToken[] => this.#memory.fact("tokens", relayToken.array()) ?? [];
}
