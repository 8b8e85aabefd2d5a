/** Text for the fields of other products that show HTML. */

/** What people said stays what it is: no link and no markup comes of it. */
export const htmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
