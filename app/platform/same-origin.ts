/** Only a page of the same origin may change anything (R7). */
import { isReading } from "./methods.ts";

/**
 * Whether a request may change state. GET and HEAD are always allowed, because none of ours changes anything.
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
 * Whether a visitor went to the address of a GET, or a page of this origin requested it. Embeds of other sites and
 * prefetches are not the visitor's choice and must leave no trace. Browsers that send neither header are trusted.
 */
export function isMeant({ headers }: Request): boolean {
  if (headers.has("sec-purpose")) return false;
  const destination = headers.get("sec-fetch-dest");
  return (
    destination === null || destination === "document" || headers.get("sec-fetch-site") === "same-origin"
  );
}
