/** All callers of the evaluation. */
import { asking } from "./asking.ts";
import { booking } from "./booking.ts";
import type { Caller } from "./caller.ts";
import { changing } from "./changing.ts";
import { others } from "./others.ts";

export const callers: readonly Caller[] = [...booking, ...changing, ...asking, ...others];
