/** A call session whose clock a script of the sandbox may run fast; every other call is as in production. */
import { CallSession } from "./call-session.ts";
import { SimulatedClock, toldTime } from "./simulated-clock.ts";

export class LocalCallSession extends CallSession {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    // An object that was restarted has lost its script's socket without being told.
    ctx.blockConcurrencyWhile(() => this.#releaseIfAlone());
  }

  protected override now(): number {
    return new SimulatedClock(this.ctx.storage).now() ?? super.now();
  }

  protected override wakeAt(at: number | null): Promise<void> {
    const clock = new SimulatedClock(this.ctx.storage);
    return clock.now() === null ? super.wakeAt(at) : clock.wakeAt(at);
  }

  override async alarm(): Promise<void> {
    if (new SimulatedClock(this.ctx.storage).ring()) await super.alarm();
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const clock = new SimulatedClock(this.ctx.storage);
    const told = toldTime(message);
    const isScripted = told !== null || clock.isDriven;
    if (told === null) await super.webSocketMessage(socket, message);
    else await clock.advance(told, () => super.alarm());
    if (isScripted && socket.readyState === WebSocket.OPEN) socket.send(clock.answer(told));
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    await super.webSocketClose(socket, code);
    await this.#releaseIfAlone();
  }

  async #releaseIfAlone(): Promise<void> {
    const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN;
    if (!this.ctx.getWebSockets().some(isOpen)) await new SimulatedClock(this.ctx.storage).release();
  }
}
