/** /sign-out: ends the session that asks for it. Only a form may, because a link could be followed by mistake. */
import { redirect, replace } from "react-router";
import type { Route } from "./+types/sign-out.route";
import { signOut } from "./sign-out.server.ts";

export const loader = () => replace("/auth");

export async function action({ request, context }: Route.ActionArgs) {
  const cookies = await signOut(request, context);
  const headers = new Headers(cookies.map((line): [string, string] => ["set-cookie", line]));
  // What was cached for the person is for nobody after them (R6).
  headers.set("clear-site-data", '"cache"');
  return redirect("/auth", { headers });
}
