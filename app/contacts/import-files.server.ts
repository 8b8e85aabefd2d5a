/** Files of contacts, in R2, in parts below a folder of their organization. They go as soon as their rows are taken in. */
import { type ImportFault, mostColumns } from "./contact-imports.schema.ts";
import { csvRows, decoded, type Encoding, markedEncoding, RowTooLong, shapeOf } from "./csv-rows.ts";

type Files = Pick<Env, "FILES">;

const folderOf = (organizationId: string): string => `contacts/${organizationId}/`;
const fileOf = (organizationId: string, id: string): string => `${folderOf(organizationId)}${id}/`;

/** Keeps a part of a file; the same part again replaces it. */
export async function putPart(
  { FILES }: Files,
  organizationId: string,
  id: string,
  part: number,
  bytes: ArrayBuffer,
): Promise<void> {
  await FILES.put(`${fileOf(organizationId, id)}${String(part).padStart(4, "0")}`, bytes, {
    httpMetadata: { contentType: "application/octet-stream" },
  });
}

/** The parts of a file in their order. */
const partsOf = async ({ FILES }: Files, organizationId: string, id: string) =>
  (await FILES.list({ prefix: fileOf(organizationId, id) })).objects.map(({ key, size }) => ({ key, size }));

/** A file was lost while it was read. */
export class FileLost extends Error {}

/**
 * The bytes of a file as they come, so that it never stands in memory as a whole.
 * @throws FileLost
 */
export async function* bytesOf(env: Files, organizationId: string, id: string): AsyncGenerator<Uint8Array> {
  const parts = await partsOf(env, organizationId, id);
  if (parts.length === 0) throw new FileLost();
  for (const { key } of parts) {
    const object = await env.FILES.get(key);
    if (!object) throw new FileLost();
    yield* object.body;
  }
}

/** The parts of a file, each as a whole. */
async function* partBytesOf(env: Files, organizationId: string, id: string) {
  for (const { key } of await partsOf(env, organizationId, id)) {
    const object = await env.FILES.get(key);
    if (!object) throw new FileLost();
    yield new Uint8Array(await object.arrayBuffer());
  }
}

async function forget({ FILES }: Files, prefix: string): Promise<void> {
  for (;;) {
    const { objects } = await FILES.list({ prefix });
    if (objects.length === 0) return;
    await FILES.delete(objects.map(({ key }) => key));
  }
}

export const forgetImportFile = (env: Files, organizationId: string, id: string): Promise<void> =>
  forget(env, fileOf(organizationId, id));

/** Deletes all of an organization's files of contacts. */
export const forgetImportFiles = (env: Files, organizationId: string): Promise<void> =>
  forget(env, folderOf(organizationId));

export const importFilesLeft = async ({ FILES }: Files, organizationId: string): Promise<number> =>
  (await FILES.list({ prefix: folderOf(organizationId) })).objects.length;

const sampleRows = 6;
/** Text in which the first rows are looked for. */
const sampleText = 256 * 1024;

type Inspected =
  | { ok: true; sha256: string; encoding: Encoding; sample: string[][]; bytes: number }
  | { ok: false; reason: ImportFault };

/** Zeros and other signs that no text has, up to which a text counts as one that an export damaged. */
const mostStray = 8;
const mostStrayShare = 0.05;

/** Bytes below the space that no one writes: all but tabs, line ends, the form feed, the end of the file and escapes. */
const isStray = (byte: number): boolean =>
  byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 26 && byte !== 27;

/** Zip files, which spreadsheets of today are, and other files that hold no text. */
function isNoText(bytes: Uint8Array, encoding: Encoding | null): boolean {
  if (bytes.subarray(0, 4).join() === "80,75,3,4") return true;
  if (encoding !== null || !bytes.includes(0)) return false;
  let stray = 0;
  for (const byte of bytes) if (isStray(byte)) stray++;
  return stray > mostStray && stray > bytes.length * mostStrayShare;
}

const isUtf8 = (bytes: Uint8Array, decoder: TextDecoder, isLast: boolean): boolean => {
  try {
    decoder.decode(bytes, { stream: !isLast });
    return true;
  } catch {
    return false;
  }
};

/** What an uploaded file is: its encoding, its first rows, and its fingerprint. It is read once from end to end. */
export async function inspect(
  env: Files,
  organizationId: string,
  id: string,
  declared: number,
): Promise<Inspected> {
  const parts = await partsOf(env, organizationId, id);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (declared === 0) return { ok: false, reason: "empty" };
  if (size !== declared) return { ok: false, reason: "incomplete" };
  const digests: Uint8Array[] = [];
  const strict = new TextDecoder("utf-8", { fatal: true });
  let first: Uint8Array | null = null;
  let readsAsUtf8 = true;
  for await (const bytes of partBytesOf(env, organizationId, id)) {
    first ??= bytes;
    readsAsUtf8 &&= isUtf8(bytes, strict, false);
    digests.push(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  }
  readsAsUtf8 &&= isUtf8(new Uint8Array(), strict, true);
  const marked = markedEncoding(first ?? new Uint8Array());
  if (isNoText(first ?? new Uint8Array(), marked)) return { ok: false, reason: "not_text" };
  const encoding = marked ?? (readsAsUtf8 ? "utf-8" : "windows-1252");
  const sample = await sampleOf(env, organizationId, id, encoding);
  if (typeof sample === "string") return { ok: false, reason: sample };
  const whole = await crypto.subtle.digest(
    "SHA-256",
    await new Blob(digests.map((one) => one.slice())).arrayBuffer(),
  );
  const sha256 = [...new Uint8Array(whole)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { ok: true, sha256, encoding, sample, bytes: size };
}

/** The first letters of a file: more than `sampleText` of them, if there are. */
async function beginningOf(
  env: Files,
  organizationId: string,
  id: string,
  encoding: Encoding,
): Promise<string> {
  let text = "";
  for await (const chunk of decoded(bytesOf(env, organizationId, id), encoding)) {
    text += chunk;
    if (text.length > sampleText) break;
  }
  return text;
}

/** The first rows that are not empty, or why there are none. */
async function sampleOf(
  env: Files,
  organizationId: string,
  id: string,
  encoding: Encoding,
): Promise<string[][] | ImportFault> {
  const text = await beginningOf(env, organizationId, id, encoding);
  const isWhole = text.length <= sampleText;
  const rows: string[][] = [];
  try {
    for await (const batch of csvRows(once(text), shapeOf(text)))
      rows.push(
        ...batch.map(({ cells }) => cells).filter((cells) => cells.some((cell) => cell.trim() !== "")),
      );
  } catch (error) {
    if (error instanceof RowTooLong) return "row_too_long";
    throw error;
  }
  // The last row of a beginning may be cut.
  const whole = isWhole ? rows : rows.slice(0, -1);
  if (whole.length === 0) return isWhole ? "empty" : "row_too_long";
  if (whole.some((cells) => cells.length > mostColumns)) return "too_many_columns";
  return whole.slice(0, sampleRows).map((cells) => cells.map((cell) => cell.slice(0, 100)));
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** How a file separates its cells and lines. */
export async function shapeOfFile(env: Files, organizationId: string, id: string, encoding: Encoding) {
  return shapeOf(await beginningOf(env, organizationId, id, encoding));
}
