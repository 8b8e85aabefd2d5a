/** /security/email: what its page shows of a link, and what its form answers. */

import { data } from "react-router";
import { visitor } from "#app/accounts/session.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import type { Context } from "#app/platform/context.ts";
import { confirmHalf, halfOf } from "./confirm-email-change.server.ts";

/** The address holds a secret that is good until its form is sent (R10). */
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
        // Whoever mistyped the new address has told a stranger enough.
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
  // Said outright: the link is over by now, which would be the status otherwise.
  for (const line of confirmed.cookies) headers.append("set-cookie", line);
  return data({ is: confirmed.is, email: confirmed.email }, { status: 200, headers });
}
