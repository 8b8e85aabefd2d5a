/** Finds the page behind an address: the front door knows every route and passes the function in. */
import { createContext } from "#app/platform/request-context.ts";

/** The pattern of the page that an address leads to, such as `/agents/:agentId`; null: to none. */
export type PagePattern = (path: string) => string | null;

export const pagePattern = createContext<PagePattern>();
