/** How long a person who has reached a limit has to wait, in words. */

/** "40 seconds", "5 minutes", "24 hours" */
export function spanWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] =
    seconds < 90
      ? [seconds, "second"]
      : minutes < 90
        ? [minutes, "minute"]
        : [Math.ceil(minutes / 60), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** "Too many attempts. Please wait 5 minutes and try again." */
export const waitWords = (seconds: number): string =>
  `Too many attempts. Please wait ${spanWords(seconds)} and try again.`;
