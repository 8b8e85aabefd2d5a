/** Marks a promised call back as made or not needed, or opens it again. */
import { authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { type CallBackState, callBackChange } from "./call-backs.schema.ts";

type Settled = { ok: true } | { ok: false; reason: "not_found" };

const recorded: Readonly<Record<CallBackState, string>> = {
  open: "call_back.reopened",
  done: "call_back.done",
  not_needed: "call_back.not_needed",
};

export const settleCallBack = verb(
  {
    verb: "call_backs.settle",
    permission: "messages.write",
    section: "calls",
    worksUnpaid: true,
    input: callBackChange,
  },
  async (actor, { id, state }): Promise<Settled> => {
    const by = { id: authorOf(actor), name: actor.by.name };
    const settled = await actor.store.callBacks.settle({ id, state, by, now: Date.now() });
    if (!settled.found) return { ok: false, reason: "not_found" };
    if (settled.changed) await actor.record(recorded[state], id);
    return { ok: true };
  },
);
