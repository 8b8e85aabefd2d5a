/** Which methods read, which change something, and the answer to all others. */

import { faultResponse } from "./errors.ts";

/** HEAD is GET without the body, so the rules for one hold for the other. */
export const isReading = ({ method }: Pick<Request, "method">): boolean =>
  method === "GET" || method === "HEAD";

/** Pages are read, and their forms post to them; they take no other method. */
const pageMethods = "GET, HEAD, POST";

/** The answer for a method that an address does not take; `allow` is the value of that header. */
export const methodNotAllowed = (allow: string = pageMethods): Response =>
  faultResponse("method_not_allowed", { allow });
