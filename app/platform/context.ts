/** The typed values that travel with a request through React Router's context. */
import { createContext, type RouterContextProvider } from "react-router";
import { Timing } from "./server-timing.ts";

/** The context of a request as loaders, actions and the functions below them read it. */
export type Context = Readonly<RouterContextProvider>;

/** `cf`: what Cloudflare knows of the request's origin; absent on one machine. */
export const cloudflare = createContext<{ env: Env; ctx: ExecutionContext; cf?: unknown }>();

export type RequestFacts = {
  /** Shown on error screens and written in every log line. */
  id: string;
  /** For the policy and every script and style of this one document. */
  nonce: string;
  timing: Timing;
  /** The pattern of the page's address, such as `agents/:agentId`: what logs name, because an address may hold anything. */
  route: string;
  /** Origins that the document's forms lead to besides its own, for the policy: browsers hold redirects after a form to it. */
  formActions: string[];
  /** Filled in by the guards, so that an error is kept with whom it happened to. */
  errorOwner: { user_id?: string; organization_id?: string };
};

export const requestFacts = createContext<RequestFacts>({
  id: "none",
  route: "unknown",
  nonce: "",
  timing: new Timing(),
  formActions: [],
  errorOwner: {},
});
