/** What became of a bulk change, in words. */
import { counted } from "#app/platform/format.ts";

const numberIn = (text: string | null): number =>
  text !== null && /^\d{1,3}$/.test(text) ? Number(text) : 0;

/** "12 customers changed. 1 was changed by another admin meanwhile and left as it is."; null: the address tells of none. */
export function bulkWords(url: string, locale: string): string | null {
  const asked = new URL(url).searchParams;
  if (!asked.has("done")) return null;
  const said = (n: number) => counted(n, "customer", "customers", locale);
  const [done, changed, refused] = ["done", "changed", "refused"].map((name) => numberIn(asked.get(name)));
  return [
    `${said(done ?? 0)} changed.`,
    changed ? `${said(changed)} left unchanged, because someone else changed them in the meantime.` : "",
    refused ? `${said(refused)} can't be changed this way.` : "",
  ]
    .filter((one) => one !== "")
    .join(" ");
}
