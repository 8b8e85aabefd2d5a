/** Durable Object: one live call. */
import { DurableObject } from "cloudflare:workers";

export class CallSession extends DurableObject<Env> {}
