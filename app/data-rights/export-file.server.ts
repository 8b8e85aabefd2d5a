/** The file of an export in R2: written in parts of one size, with the rest that fills no part kept beside it until the next step. */
import { z } from "zod";
import { joined } from "./zip.server.ts";

/** R2 takes parts of one size, of at least 5 MiB, only the last of them smaller, and at most 10,000 of them. */
const partBytes = 8 * 2 ** 20;

export const fileShape = z.object({
  upload_id: z.string(),
  parts: z.array(z.object({ partNumber: z.int(), etag: z.string() })),
  /** The key of the rest; null: there is none. */
  rest: z.string().nullable(),
});
export type FileState = z.infer<typeof fileShape>;

const folderOf = (organizationId: string): string => `exports/${organizationId}/`;
export const exportKey = (organizationId: string, id: string): string =>
  `${folderOf(organizationId)}${id}.zip`;

type Files = Pick<Env, "FILES">;

export async function beginFile({ FILES }: Files, key: string): Promise<FileState> {
  const upload = await FILES.createMultipartUpload(key, {
    httpMetadata: { contentType: "application/zip" },
  });
  return { upload_id: upload.uploadId, parts: [], rest: null };
}

/**
 * Adds bytes: full parts are uploaded, the rest is kept under a key of this step. A step that is repeated after a failure
 * uploads the same parts again.
 */
export async function growFile(
  { FILES }: Files,
  key: string,
  state: FileState,
  bytes: Uint8Array,
  step: number,
): Promise<FileState> {
  const upload = FILES.resumeMultipartUpload(key, state.upload_id);
  const parts = [...state.parts];
  let left = joined([await restOf({ FILES }, state), bytes]);
  while (left.length >= partBytes) {
    parts.push(await upload.uploadPart(parts.length + 1, left.subarray(0, partBytes)));
    left = left.slice(partBytes);
  }
  if (left.length === 0) return { ...state, parts, rest: null };
  const rest = `${key}.rest-${step}`;
  await FILES.put(rest, left);
  return { ...state, parts, rest };
}

async function restOf({ FILES }: Files, { rest }: FileState): Promise<Uint8Array> {
  if (rest === null) return new Uint8Array();
  const kept = await FILES.get(rest);
  if (!kept) throw new Error("the rest of an export is missing");
  return new Uint8Array(await kept.arrayBuffer());
}

/** Uploads the last part; the file exists from then on. */
export async function endFile(files: Files, key: string, state: FileState, bytes: Uint8Array): Promise<void> {
  const upload = files.FILES.resumeMultipartUpload(key, state.upload_id);
  const last = joined([await restOf(files, state), bytes]);
  const parts = [...state.parts, await upload.uploadPart(state.parts.length + 1, last)];
  await upload.complete(parts);
  await dropRest(files, state);
}

/** Deletes the rest that a saved step has replaced. */
export async function dropRest({ FILES }: Files, { rest }: FileState): Promise<void> {
  if (rest !== null) await FILES.delete(rest);
}

/** Deletes what is left of an upload that does not go on. */
export async function abandonFile(files: Files, key: string, state: FileState): Promise<void> {
  await dropRest(files, state);
  try {
    await files.FILES.resumeMultipartUpload(key, state.upload_id).abort();
  } catch {
    // It is complete, or was abandoned before: R2 drops unfinished uploads after seven days by itself.
  }
}

/** How many files an organization's exports have, at most a thousand. */
export const filesLeft = async ({ FILES }: Files, organizationId: string): Promise<number> =>
  (await FILES.list({ prefix: folderOf(organizationId) })).objects.length;

/** Deletes every file of an organization's exports. */
export async function forgetFiles({ FILES }: Files, organizationId: string): Promise<void> {
  for (;;) {
    const { objects } = await FILES.list({ prefix: folderOf(organizationId) });
    if (objects.length === 0) return;
    await FILES.delete(objects.map(({ key }) => key));
  }
}
