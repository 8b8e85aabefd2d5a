/** What members choose of the list of calls, and what they do with several calls at once. */
import type { z } from "zod";
import { type Actor, personOf } from "#app/membership/actor.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { callHistoryQueryOf } from "./call-history.schema.ts";
import { listAddress } from "./history-query.ts";
import {
  columnsInput,
  deleteCallsInput,
  tagCallsInput,
  viewChoice,
  viewInput,
} from "./list-choices.schema.ts";

const own = { permission: "calls.read", section: "calls", isPersonal: true, worksUnpaid: true } as const;

/** What a typed address asks, without what is no filter. */
const filtersIn = (query: string): string =>
  listAddress(callHistoryQueryOf(`https://list.invalid/?${query.replace(/^\?/, "")}`));

/** Sharing a view is for those who may write to calls; others keep it for themselves. */
export const saveView: Verb<typeof viewInput, [], { ok: boolean }> = verb(
  { verb: "call_views.save", ...own, input: viewInput },
  async (actor, { id, name, query, shared }) => {
    const is_shared = shared && actor.may("calls.write");
    const view = { id, name, query: filtersIn(query), is_shared, user_id: personOf(actor).id };
    return { ok: await actor.store.callLists.saveView(view, Date.now()) };
  },
);

export const deleteView: Verb<typeof viewChoice, [], { ok: boolean }> = verb(
  { verb: "call_views.delete", ...own, input: viewChoice },
  async (actor, { id }) => {
    const mayDeleteShared = actor.may("organization.write");
    return { ok: await actor.store.callLists.deleteView(id, personOf(actor).id, mayDeleteShared) };
  },
);

export const chooseColumns: Verb<typeof columnsInput, [], null> = verb(
  { verb: "call_columns.choose", ...own, input: columnsInput },
  (actor, { columns }) => actor.store.callLists.saveColumns(personOf(actor).id, columns),
);

/** Tags several calls. @returns how many have the tag now, and how many have too many */
export const tagCalls: Verb<typeof tagCallsInput, [], { tagged: number; full: number }> = verb(
  { verb: "calls.tag", permission: "calls.write", section: "calls", input: tagCallsInput },
  async (actor, { ids, tag }) => {
    const { changed, ...counts } = await actor.store.remarks.addTagTo(ids, tag, Date.now());
    for (const id of changed) await actor.record("call.tagged", id);
    return counts;
  },
);

const recorded = async (actor: Actor, ids: readonly string[]) => {
  for (const id of ids) await actor.record("call.deleted", id);
};

/** Deletes finished calls with everything that was said in them. What they used of the plan stays. */
export const deleteCalls: Verb<typeof deleteCallsInput, [], { deleted: number }> = verb(
  {
    verb: "calls.delete",
    permission: "organization.write",
    section: "calls",
    worksUnpaid: true,
    input: deleteCallsInput,
  },
  async (actor, { ids }: z.output<typeof deleteCallsInput>) => {
    const { gone } = await actor.store.remarks.deleteCalls(ids);
    await recorded(actor, gone);
    return { deleted: gone.length };
  },
);
