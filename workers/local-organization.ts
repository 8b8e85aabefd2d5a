/** An organization's object whose timers the demo holds back while it writes a past: the dialer would go on with it as of today. */
import { Organization } from "./organization.ts";

export class LocalOrganization extends Organization {
  #isHeld = false;

  async holdTimers(): Promise<void> {
    this.#isHeld = true;
  }

  async releaseTimers(): Promise<void> {
    this.#isHeld = false;
    await this.arm();
  }

  protected override async arm(): Promise<void> {
    if (!this.#isHeld) await super.arm();
  }
}
