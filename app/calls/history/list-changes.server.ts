/** What the forms of /call-history say, turned into verbs, and their outcomes into words. */
import { data } from "react-router";
import type { z } from "zod";
import type { Actor } from "#app/membership/actor.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { counted } from "#app/platform/format.ts";
import {
  columnsInput,
  deleteCallsInput,
  tagCallsInput,
  viewChoice,
  viewInput,
} from "./list-choices.schema.ts";
import { mostViews } from "./list-terms.schema.ts";
import { chooseColumns, deleteCalls, deleteView, saveView, tagCalls } from "./list-verbs.server.ts";

/** `form`: which form it is about, where something that was typed is refused. */
export type ListSaid = { message: string; isGood: boolean; form: string | null; typed: string };

const good = (message: string) => data<ListSaid>({ message, isGood: true, form: null, typed: "" });

const gone = "The selected calls had been deleted before.";

/** Applies a posted form. @throws a 400 answer for a form of another shape */
export async function changeList(actor: Actor, form: FormData) {
  const wanted = String(form.get("do") ?? "");
  const posted = {
    ...Object.fromEntries(form),
    ids: form.getAll("call").map(String),
    columns: form.getAll("column").map(String),
  };
  const typed = String(form.get(wanted === "save_view" ? "name" : "tag") ?? "");
  const refused = (message: string, status: number) =>
    data<ListSaid>({ message, isGood: false, form: wanted, typed }, status);
  const { locale } = actor.organization;
  const parsed = <T extends z.ZodType>(shape: T) => shape.safeParse(posted);
  const issueOf = ({ error }: { error: z.ZodError }) => {
    const issue = error.issues.find(({ path }) => ["ids", "tag", "name"].includes(String(path[0])));
    if (!issue) throw faultResponse("bad_request");
    return refused(issue.message, 422);
  };
  switch (wanted) {
    case "save_view": {
      const input = parsed(viewInput);
      if (!input.success) return issueOf(input);
      if ((await saveView(actor, input.data)).ok) return good("View saved.");
      return refused(`You have ${mostViews} views already. Delete one first.`, 409);
    }
    case "delete_view": {
      const input = parsed(viewChoice);
      if (!input.success) throw faultResponse("bad_request");
      if (!(await deleteView(actor, input.data)).ok) throw faultResponse("not_found");
      return good("View deleted.");
    }
    case "choose_columns": {
      const input = parsed(columnsInput);
      if (!input.success) throw faultResponse("bad_request");
      await chooseColumns(actor, input.data);
      return good("Columns saved.");
    }
    case "tag_calls": {
      const input = parsed(tagCallsInput);
      if (!input.success) return issueOf(input);
      const { tagged, full } = await tagCalls(actor, input.data);
      if (tagged + full === 0) return good(gone);
      const words = [
        ...(tagged === 0 ? [] : [`${counted(tagged, "call", "calls", locale)} tagged.`]),
        ...(full === 0 ? [] : [`${counted(full, "call has", "calls have", locale)} too many tags.`]),
      ];
      return good(words.join(" "));
    }
    case "delete_calls": {
      const input = parsed(deleteCallsInput);
      if (!input.success) return issueOf(input);
      const { deleted } = await deleteCalls(actor, input.data);
      if (deleted === 0) return good(gone);
      return good(`${counted(deleted, "call", "calls", locale)} deleted.`);
    }
    default:
      throw faultResponse("bad_request");
  }
}
