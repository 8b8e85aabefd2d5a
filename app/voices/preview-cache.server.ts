/** Previews that were heard: kept in R2 until the week is over, so that hearing one again asks no provider. */
import { sha256 } from "#app/platform/crypto.server.ts";
import { day_ms } from "#app/platform/durations.ts";

const folder = "voice-previews/";
const week_ms = 7 * day_ms;

/** Everything of one week is in one folder, which is deleted as a whole. */
const folderAt = (now: number): string => `${folder}${Math.floor(now / week_ms)}/`;

/** Where a preview is kept: no organization finds what another one heard, and the name does not tell the sentence. */
export const previewKey = async (
  { organizationId, voice, text }: { organizationId: string; voice: string; text: string },
  now: number,
): Promise<string> => `${folderAt(now)}${await sha256(JSON.stringify([organizationId, voice, text]))}`;

/** Deletes the previews of earlier weeks, at most a thousand of each in one run of cron. */
export async function forgetPreviews({ FILES }: Pick<Env, "FILES">, now: number): Promise<void> {
  const { delimitedPrefixes } = await FILES.list({ prefix: folder, delimiter: "/" });
  for (const prefix of delimitedPrefixes) {
    if (prefix === folderAt(now)) continue;
    const { objects } = await FILES.list({ prefix });
    if (objects.length > 0) await FILES.delete(objects.map(({ key }) => key));
  }
}
