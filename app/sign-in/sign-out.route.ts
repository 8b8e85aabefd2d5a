/** /sign-out: ends the session of the request. Only a form may do it, because a link could be followed by mistake. */
import { redirect, replace } from "react-router";
import type { Route } from "./+types/sign-out.route";
import { signOut } from "./sign-out.server.ts";

export const loader = () => replace("/auth");

export async function action({ request, context }: Route.ActionArgs) {
  const cookies = await signOut(request, context);
  const headers = new Headers(cookies.map((line): [string, string] => ["set-cookie", line]));
  // Pages cached for this person must not be shown to the next one (R6).
  headers.set("clear-site-data", '"cache"');
  return redirect("/auth", { headers });
}
