/** What the upload of a file is answered. */

export type UploadAnswer = {
  isGood: boolean;
  message: string | null;
  to: string | null;
  id: string | null;
};

const textOr = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An answer that was read; null: it is none. The browser loads no validator for it. */
export const uploadAnswer = (read: unknown): UploadAnswer | null =>
  typeof read === "object" && read !== null && "message" in read && "to" in read && "id" in read
    ? { isGood: true, message: textOr(read.message), to: textOr(read.to), id: textOr(read.id) }
    : null;
