/** Whether a number is what was searched for, where a carrier cannot search for it. */

const keys = "22233344455566677778889999";

const keysOf = (typed: string): string[] =>
  [...typed.toUpperCase()].map((one) => keys[one.charCodeAt(0) - 65] ?? one);

/** Typed digits, with letters as the keys they stand on. */
export const digitsOf = (typed: string): string => keysOf(typed).join("");

/** Whether a number contains typed digits: letters are the keys they stand on, `*` is any digit. */
export function hasDigits(phone_number: string, typed: string): boolean {
  const wanted = keysOf(typed);
  const all = phone_number.slice(1);
  for (let start = 0; start + wanted.length <= all.length; start += 1)
    if (wanted.every((one, i) => one === "*" || one === all[start + i])) return true;
  return false;
}

/** How many numbers a search shows, and how many it asks for where we compare them ourselves. */
export const searchLimit = 20;
export const widerSearch = 200;
