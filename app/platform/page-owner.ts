/** Whose page a tab shows: the document says which user and organization it was drawn for. */

/** `<user id>:<organization id>`; null where no organization is shown. */
export const pageOwner = (): string | null => document.documentElement.dataset.owner ?? null;
