/** Who may change anything: only a page of this very origin (R7). */
import { isReading } from "./methods.ts";

/**
 * Whether a request may change state. GET and HEAD always may be asked, since none of ours changes anything.
 * `Sec-Fetch-Site` decides where the browser sends it; otherwise `Origin` must be this origin.
 */
export function isSameOrigin(request: Request): boolean {
  if (isReading(request)) return true;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("origin") === new URL(request.url).origin;
}
