/** Calls back that were promised for a time: how they are changed, and as pages show them. */
import { z } from "zod";

/** `done`: they were called. `not_needed`: no call is wanted any more. `open`: it is still to be made. */
const callBackStates = ["open", "done", "not_needed"] as const;
export type CallBackState = (typeof callBackStates)[number];

export const callBackChange = z.object({ id: z.uuid(), state: z.enum(callBackStates) });

/** As pages show it. */
export type CallBackRow = {
  id: string;
  call_id: string;
  /** A name, or else the formatted number. */
  who: string;
  /** Null: no name is known, or the reader may not see it. */
  face: string | null;
  /** `link` is E.164. Null: hidden from the reader. */
  phone: { shown: string; link: string } | null;
  /** What it is about. */
  text: string;
  /** "Today, 3:00 PM" */
  due: string;
  exactly: string;
  isOverdue: boolean;
  state: CallBackState;
  /** Which member settled it; null: it is open. */
  by: string | null;
};
