/** The typed values that travel with a request through React Router's context. */
import type { RouterContextProvider } from "react-router";
import { createContext } from "./request-context.ts";
import { Timing } from "./server-timing.ts";

/** The context of a request as loaders, actions and the functions below them read it. */
export type Context = Readonly<RouterContextProvider>;

/** `cf`: what Cloudflare knows of the request's origin; absent on one machine. */
export const cloudflare = createContext<{ env: Env; ctx: ExecutionContext; cf?: unknown }>();

export type RequestFacts = {
  /** Shown on error screens and written in every log line. */
  id: string;
  /** For the Content-Security-Policy and every script and style of this document. */
  nonce: string;
  timing: Timing;
  /** The pattern of the page's address, such as `agents/:agentId`. Logs use it, because the address itself may contain personal data. */
  route: string;
  /** Other origins that the document's forms lead to: browsers apply `form-action` to redirects after a form too. */
  formActions: string[];
  /** Whether the document embeds Stripe's payment form. */
  hasPayments: boolean;
  /** Filled in by the guards, so that an error is stored with the user and organization that it happened to. */
  errorOwner: { user_id?: string; organization_id?: string };
};

export const requestFacts = createContext<RequestFacts>({
  id: "none",
  route: "unknown",
  nonce: "",
  timing: new Timing(),
  formActions: [],
  hasPayments: false,
  errorOwner: {},
});
