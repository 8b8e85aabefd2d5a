/** What each form of /security answers. */
import { type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { endOtherSessions, endSession } from "./own-sessions.server.ts";

type Context = Readonly<RouterContextProvider>;

const sessionForm = z.object({ session: z.string().min(1).max(64) });

const again = () => redirect("/security");

/** A form of /security, by its intent. */
export async function answerSecurity(request: Request, context: Context, form: FormData) {
  const who = person(context);
  switch (form.get("intent")) {
    case "session-end": {
      const parsed = sessionForm.safeParse(Object.fromEntries(form));
      if (!parsed.success) throw faultResponse("bad_request");
      await endSession(request, context, who, parsed.data.session);
      return again();
    }
    case "sessions-end":
      await endOtherSessions(request, context, who);
      return again();
    default:
      throw faultResponse("bad_request");
  }
}
