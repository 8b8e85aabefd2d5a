/** The part of a person's name that a greeting uses. */

/** "Mara" for "Mara Lind"; null without a name. */
export const firstNameOf = (name: string | null | undefined): string | null =>
  name?.trim().split(/\s+/)[0] || null;
