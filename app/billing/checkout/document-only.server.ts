/** Middleware of pages that embed Stripe's form: their policy is the document's, so they are never opened inside another. */
import { type MiddlewareFunction, redirectDocument } from "react-router";

export const documentOnly: MiddlewareFunction<Response> = async ({ request, url }, next) => {
  const { pathname } = new URL(request.url);
  if (!pathname.endsWith(".data")) return next();
  throw redirectDocument(`${url.pathname}${url.search}`);
};
