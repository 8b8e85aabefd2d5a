/** The demo's way to the sandbox's Stripe: the official client, and orders that only the sandbox takes. */
import type Stripe from "stripe";
import { localSettings } from "./local-bindings.ts";
import type { WorldDoor } from "./world-door.ts";

export type DemoStripe = {
  client: Stripe;
  /** What the sandbox's own pages and tests order too, below /sandbox/stripe. */
  order(path: string, body: object): Promise<unknown>;
};

/** Requests reach the sandbox's Stripe without leaving this Worker. `origin`: where the sandbox's pages are */
export async function stripeIn(world: WorldDoor, origin: string): Promise<DemoStripe> {
  const { default: Client } = await import("stripe");
  // A signal to give up can't travel to an object.
  const reach = (input: RequestInfo | URL, init?: RequestInit) =>
    world.stripe(new Request(input, { ...init, signal: null }));
  return {
    client: new Client(localSettings("").STRIPE_SECRET_KEY, {
      httpClient: Client.createFetchHttpClient(reach),
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    async order(path, body) {
      const answer = await reach(`${origin}/sandbox/stripe/${path}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`Stripe's ${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
  };
}
