/** Which methods ask, which change, and what is answered to the others. */

import { faultResponse } from "./errors.ts";

/** HEAD is GET without the body: whatever holds for one holds for the other. */
export const isReading = ({ method }: Pick<Request, "method">): boolean =>
  method === "GET" || method === "HEAD";

/** A page is read, and posted to by its forms; nothing here answers anything else. */
const pageMethods = "GET, HEAD, POST";

/** The answer for a method that an address does not take; `allow` as in the header of that name. */
export const methodNotAllowed = (allow: string = pageMethods): Response =>
  faultResponse("method_not_allowed", { allow });
