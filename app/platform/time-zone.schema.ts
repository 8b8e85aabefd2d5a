/** A time zone that someone chose or typed. */
import { z } from "zod";
import { isTimeZone } from "./zoned-time.ts";

export const timeZone = z.string().max(64).refine(isTimeZone, "Choose a time zone");
