/** Brings audio into the bucket as it comes, in parts of a bounded size: no file is held in memory as a whole. */
import { WavPeaks } from "./wav-peaks.ts";

/** Four hours, the longest call, in two channels of eight thousand samples of two bytes. */
export const mostBytes = 480 * 1024 * 1024;
/** R2 takes parts of at least 5 MiB, all of one size but the last. */
const partBytes = 6 * 1024 * 1024;

export type KeptAudio = { bytes: number; content_type: string; wav: WavPeaks };
/** `too_large`: nothing of it is kept. */
export type Kept = ({ ok: true } & KeptAudio) | { ok: false; reason: "too_large" | "empty" };

const types = new Map([
  ["audio/x-wav", "audio/wav"],
  ["audio/wav", "audio/wav"],
  ["audio/wave", "audio/wav"],
  ["audio/mpeg", "audio/mpeg"],
]);

/**
 * @param most bytes that are taken
 * @throws what the bucket or the file's connection throws, and for a file that breaks off; nothing is kept then
 */
export async function keepAudio(
  { FILES }: Pick<Env, "FILES">,
  key: string,
  file: Response,
  most = mostBytes,
): Promise<Kept> {
  const told = Number(file.headers.get("content-length") ?? Number.NaN);
  const [given = ""] = (file.headers.get("content-type") ?? "").toLowerCase().split(";");
  if (told > most || file.body === null) {
    await file.body?.cancel();
    return { ok: false, reason: file.body === null ? "empty" : "too_large" };
  }
  const wav = new WavPeaks();
  const content_type = types.get(given.trim()) ?? "audio/wav";
  const options = { httpMetadata: { contentType: content_type } };
  const reader = file.body.getReader();
  let upload: R2MultipartUpload | null = null;
  const parts: R2UploadedPart[] = [];
  let part = new Uint8Array(partBytes);
  let [filled, bytes] = [0, 0];
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const chunk: Uint8Array = piece.value;
      bytes += chunk.length;
      if (bytes > most) {
        await reader.cancel();
        await upload?.abort();
        return { ok: false, reason: "too_large" };
      }
      wav.take(chunk);
      for (let taken = 0; taken < chunk.length; ) {
        const room = Math.min(partBytes - filled, chunk.length - taken);
        part.set(chunk.subarray(taken, taken + room), filled);
        filled += room;
        taken += room;
        if (filled < partBytes) continue;
        upload ??= await FILES.createMultipartUpload(key, options);
        parts.push(await upload.uploadPart(parts.length + 1, part));
        part = new Uint8Array(partBytes);
        filled = 0;
      }
    }
    if (bytes === 0) return { ok: false, reason: "empty" };
    if (Number.isFinite(told) && told !== bytes) throw new Error("the file broke off");
    const last = part.subarray(0, filled);
    if (upload === null) await FILES.put(key, last, options);
    else {
      if (filled > 0) parts.push(await upload.uploadPart(parts.length + 1, last));
      await upload.complete(parts);
    }
    return { ok: true, bytes, content_type, wav };
  } catch (error) {
    // The failure of the file is what is told, whatever comes of this.
    await upload?.abort().catch(() => undefined);
    throw error;
  }
}
