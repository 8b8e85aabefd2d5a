/** POST /clients/leave: ends a visit of support. Outside of the guard that keeps tabs of different organizations apart. */
import { redirectDocument, replace } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { storingCookie } from "#app/membership/active-organization.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/leave.route";
import { leaveClient } from "./open-client.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Clients", matches);
export const loader = () => replace("/clients");

export async function action({ request, context }: Route.ActionArgs) {
  const visit = (await readForm(request, context)).get("visit");
  const left = typeof visit === "string" ? await leaveClient(request, context, visit) : null;
  if (!left) throw faultResponse("not_found");
  return redirectDocument(`${left.page}?done=left`, {
    headers: { "set-cookie": storingCookie(request, left.home) },
  });
}

/** Never shown. A route with a view answers a refusal with an error screen, where another would answer bare data. */
export default function Leaving() {
  return null;
}
