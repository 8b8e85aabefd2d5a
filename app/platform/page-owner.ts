/** The user and organization that the document in this tab was drawn for. */

/** `<user id>:<organization id>`; null where no organization is shown. */
export const pageOwner = (): string | null => document.documentElement.dataset.owner ?? null;
