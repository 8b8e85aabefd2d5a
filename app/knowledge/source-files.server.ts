/** The originals of uploaded files, in R2, below a folder of their organization. */

type Files = Pick<Env, "FILES">;

const folderOf = (organizationId: string): string => `knowledge/${organizationId}/`;
export const sourceKey = (organizationId: string, id: string): string => `${folderOf(organizationId)}${id}`;

export const sourceFilesLeft = async ({ FILES }: Files, organizationId: string): Promise<number> =>
  (await FILES.list({ prefix: folderOf(organizationId) })).objects.length;

/** Deletes all of an organization's files. */
export async function forgetSourceFiles({ FILES }: Files, organizationId: string): Promise<void> {
  for (;;) {
    const { objects } = await FILES.list({ prefix: folderOf(organizationId) });
    if (objects.length === 0) return;
    await FILES.delete(objects.map(({ key }) => key));
  }
}
