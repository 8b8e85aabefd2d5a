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

/** Whether a browser says nothing of the page that a request comes from: too old a one, or one that was told to hide it. */
export const hidesSender = ({ headers }: Request): boolean =>
  headers.get("sec-fetch-site") === null && (headers.get("origin") ?? "null") === "null";

/**
 * Whether somebody went where a GET asks, or a page of this origin asked: what a page of another site embeds, and what a
 * browser fetches ahead, is nobody's doing, and may leave no trace. Browsers that say neither are believed.
 */
export function isMeant({ headers }: Request): boolean {
  if (headers.has("sec-purpose")) return false;
  const destination = headers.get("sec-fetch-dest");
  return (
    destination === null || destination === "document" || headers.get("sec-fetch-site") === "same-origin"
  );
}
