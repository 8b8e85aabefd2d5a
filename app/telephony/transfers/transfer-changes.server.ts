/** What the forms of /call-transfer become: calls of verbs, and their outcomes in words. */
import { data, redirect } from "react-router";
import { z } from "zod";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { dialRefusalWords } from "./dial-words.schema.ts";
import { targetForm } from "./target-form.server.ts";
import type { TargetValues } from "./target-values.ts";
import { mostTargets } from "./transfer-terms.schema.ts";
import {
  addTarget,
  changeTarget,
  moveTarget,
  pauseTarget,
  removeTarget,
  transferDialling,
} from "./transfer-verbs.server.ts";

const id = z.string().min(1).max(100);
const deed = z.discriminatedUnion("do", [
  z.looseObject({ do: z.literal("add") }),
  z.looseObject({ do: z.literal("change"), id }),
  z.object({ do: z.literal("pause"), id }),
  z.object({ do: z.literal("resume"), id }),
  z.object({ do: z.literal("up"), id }),
  z.object({ do: z.literal("down"), id }),
  z.object({ do: z.literal("remove"), id }),
]);

/** The answer to a form that stays: what is wrong at which field, and what was typed. */
export type TransferAnswer = {
  isGood: boolean;
  message: string;
  errors: Readonly<Record<string, string[]>>;
  values: TargetValues | null;
};

const good = (message: string) => data<TransferAnswer>({ isGood: true, message, errors: {}, values: null });

/** No field of the form is longer; what is longer was not typed here. */
const longestValue = 300;

function wrong(posted: Record<string, unknown>, errors: TransferAnswer["errors"]) {
  const values = Object.fromEntries(
    Object.entries(posted).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value.slice(0, longestValue)]] : [],
    ),
  );
  return data<TransferAnswer>({ isGood: false, message: "Check the marked fields.", errors, values }, 422);
}

const words = {
  pause: "Paused. Calls aren't put through there until you let them through again.",
  resume: "Calls are put through there again.",
  up: "Moved up.",
  down: "Moved down.",
  remove: "Removed. Agents that used it go on with the others.",
} as const;

/** Applies the posted change. @throws a redirect after a saved form; a 404 answer for a person who is not there */
export async function answerTransfers(request: Request, context: Context) {
  const member = permitted(context, "agents.write");
  const posted: Record<string, unknown> = Object.fromEntries(await readForm(request, context));
  const wanted = deed.safeParse(posted);
  if (!wanted.success) throw faultResponse("bad_request");
  const order = wanted.data;
  switch (order.do) {
    case "add":
    case "change": {
      const form = targetForm(transferDialling(member)).safeParse(posted);
      if (!form.success) return wrong(posted, z.flattenError(form.error).fieldErrors);
      const written =
        order.do === "add"
          ? await addTarget(member, form.data)
          : await changeTarget(member, { ...form.data, id: id.parse(order.id) });
      if (written.ok) throw redirect(`/call-transfer?done=${order.do}`);
      if (written.reason === "not_found") throw lost();
      const message =
        "why" in written
          ? dialRefusalWords(written.why, member.organization.country)
          : written.reason === "full"
            ? `There can be ${mostTargets} people at most. Remove one first.`
            : "This is one of your own numbers: the call would come back to an agent";
      return wrong(posted, { [written.reason === "full" ? "name" : "phone_number"]: [message] });
    }
    default: {
      const written =
        order.do === "remove"
          ? await removeTarget(member, { id: order.id })
          : order.do === "pause" || order.do === "resume"
            ? await pauseTarget(member, { id: order.id, paused: order.do === "pause" })
            : await moveTarget(member, { id: order.id, towards: order.do });
      if (!written.ok) throw lost();
      return good(words[order.do]);
    }
  }
}

const lost = () => missing("person", { to: "/call-transfer", label: "Call transfer" });
