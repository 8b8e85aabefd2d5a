/** Joins class names: all that the design system needs of a class library. */

/** The truthy names, separated by spaces. Later names do not override earlier ones: give each concern one name. */
export function cx(...names: ReadonlyArray<string | false | null | undefined>): string {
  let joined = "";
  for (const name of names) if (name) joined = joined ? `${joined} ${name}` : name;
  return joined;
}
