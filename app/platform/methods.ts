/** Which methods ask, which change, and what is answered to the others. */

/** HEAD is GET without the body: whatever holds for one holds for the other. */
export const isReading = ({ method }: Pick<Request, "method">): boolean =>
  method === "GET" || method === "HEAD";

/** A page is read, and posted to by its forms; nothing here answers anything else. */
const pageMethods = "GET, HEAD, POST";

/** The answer for a method that an address does not take; `allow` as in the header of that name. */
export const methodNotAllowed = (allow: string = pageMethods): Response =>
  Response.json(
    { code: "method_not_allowed", message: "That cannot be done at this address." },
    { status: 405, headers: { allow } },
  );
