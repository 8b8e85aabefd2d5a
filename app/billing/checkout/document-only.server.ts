/** Middleware of pages that embed Stripe's form: their policy is the document's, so they are never opened inside another. */
import { type MiddlewareFunction, redirectDocument } from "react-router";
import { requestFacts } from "#app/platform/context.ts";

export const documentOnly: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const response = await next();
  const isData = new URL(request.url).pathname.endsWith(".data");
  if (!isData || !context.get(requestFacts).hasPayments) return response;
  throw redirectDocument(`${url.pathname}${url.search}`);
};
