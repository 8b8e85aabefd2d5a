/** The classes of a call's length, in words. */
import type { LengthClass } from "./call-classes.schema.ts";

export const lengthWords: Record<LengthClass, string> = {
  none: "No conversation",
  short: "Under 30 seconds",
  medium: "30 seconds to 2 minutes",
  long: "2 to 5 minutes",
  longest: "5 minutes or more",
};
