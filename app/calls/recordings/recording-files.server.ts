/** The audio of calls, in R2, below a folder of their organization. */

type Files = Pick<Env, "FILES">;

const folderOf = (organizationId: string): string => `recordings/${organizationId}/`;
export const recordingKey = (organizationId: string, call_id: string): string =>
  `${folderOf(organizationId)}${call_id}`;

export const recordingsLeft = async ({ FILES }: Files, organizationId: string): Promise<number> =>
  (await FILES.list({ prefix: folderOf(organizationId) })).objects.length;

/** Deletes all recordings of an organization. */
export async function forgetRecordings({ FILES }: Files, organizationId: string): Promise<void> {
  for (;;) {
    const { objects } = await FILES.list({ prefix: folderOf(organizationId) });
    if (objects.length === 0) return;
    await FILES.delete(objects.map(({ key }) => key));
  }
}
