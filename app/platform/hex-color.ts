/** Colors as people type them. */

/** "#6366F1", "6366f1" or "#63f", as #rrggbb in lower case; null for any other text. */
export function hexColor(typed: string): string | null {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(typed.trim()) ?? [];
  if (digits === undefined) return null;
  const six = digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("");
  return `#${six.toLowerCase()}`;
}
