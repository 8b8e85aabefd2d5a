/** Cursors of the API's lists: opaque to programs, bound to their list, and read back only in the form that they were written in. */

const plain = /^([a-z_]{1,40})~([0-9A-Za-z._+-]{1,100})$/;

/** The cursor that follows a row of a list. `place`: as the list's store understands it */
export const cursorAfter = (list: string, place: string): string =>
  btoa(`${list}~${place}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The place of a cursor; null: it is none of this list. */
export function placeIn(list: string, cursor: string): string | null {
  if (!/^[\w-]{1,200}$/.test(cursor)) return null;
  try {
    const [, of, place] = plain.exec(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))) ?? [];
    return of === list && place !== undefined && cursorAfter(list, place) === cursor ? place : null;
  } catch {
    return null;
  }
}
