/** Reports a call's status to the product, in numbered callbacks; late or twice where a fault orders it (docs/telephony.md, "Status callbacks"). */
import type { Carrier } from "./carrier.ts";
import type { Account } from "./carrier-records.ts";
import { dialectOf } from "./dialect.ts";
import { sendDisturbed, type Webhook } from "./webhooks.ts";

export type Progress = "initiated" | "ringing" | "answered" | "completed";

export type Subscription = {
  url: string;
  method: "GET" | "POST";
  /** Which steps are reported. */
  events: readonly string[];
};

export class StatusCallbacks {
  readonly #carrier: Carrier;
  readonly #subscription: Subscription | null;
  readonly #account: Account;
  #sequence = 0;
  #held: Webhook[] = [];

  constructor(carrier: Carrier, subscription: Subscription | null, account: Account) {
    this.#carrier = carrier;
    this.#subscription = subscription;
    this.#account = account;
  }

  /** Reports one step. `params` are the call's own fields; `at` is ms UTC on the line's clock. */
  async tell(progress: Progress, params: Record<string, string>, at: number): Promise<void> {
    const wanted = this.#subscription;
    if (!wanted?.url || !wanted.events.includes(progress)) return;
    const webhook: Webhook = {
      act: "status-callbacks",
      url: wanted.url,
      method: wanted.method,
      account: this.#account,
      params: {
        ...params,
        SequenceNumber: String(this.#sequence),
        Timestamp: new Date(at).toUTCString().replace("GMT", "+0000"),
        CallbackSource: "call-progress-events",
      },
    };
    this.#sequence += 1;
    const fault = await this.#carrier.takeFault(dialectOf(this.#account).host, "status-callbacks");
    if (fault?.effect === "out_of_order") {
      this.#held.push(webhook);
      return;
    }
    await sendDisturbed(this.#carrier, webhook, fault);
    await this.flush();
  }

  /** Sends what was held back; called when no further report follows. */
  async flush(): Promise<void> {
    for (const late of this.#held.splice(0)) await sendDisturbed(this.#carrier, late, null);
  }
}
