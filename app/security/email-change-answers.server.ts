/** /security/email: the data of its page for a link, and the answer of its form. */

import { data } from "react-router";
import { visitor } from "#app/accounts/session.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import type { Context } from "#app/platform/context.ts";
import { confirmHalf, halfOf } from "./confirm-email-change.server.ts";

/** The address contains a secret that is valid until its form is sent (R10). */
const quiet = { "referrer-policy": "no-referrer" };
const longestToken = 128;

export async function emailChangePage(request: Request, context: Context) {
  await passEdgeLimit(request, context);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const half = token.length > longestToken ? null : await halfOf(context, token, Date.now());
  const who = await visitor(request, context);
  return data(
    {
      brand: brandOf(context),
      isSignedIn: who.kind === "full",
      half: half && {
        token,
        next: half.next,
        // If the new address was mistyped, a stranger has the link: the page does not show them the present address.
        present: half.purpose === "change_email_old" ? half.present : null,
      },
    },
    { status: half === null ? 410 : 200, headers: quiet },
  );
}

export async function answerEmailChange(request: Request, context: Context, form: FormData) {
  await passEdgeLimit(request, context);
  const token = form.get("token");
  const isToken = typeof token === "string" && token.length <= longestToken;
  const confirmed = isToken
    ? await confirmHalf(request, context, token, Date.now())
    : ({ is: "over" } as const);
  const headers = new Headers(quiet);
  if (confirmed.is !== "changed")
    return data({ is: confirmed.is, email: null }, { status: confirmed.is === "half" ? 200 : 422, headers });
  // Explicit: the link is over now, which would otherwise be the status.
  for (const line of confirmed.cookies) headers.append("set-cookie", line);
  return data({ is: confirmed.is, email: confirmed.email }, { status: 200, headers });
}
