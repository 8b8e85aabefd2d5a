/** The theme that the first byte is painted in: the cookie that mirrors the browser's choice. */

export type Theme = "light" | "dark" | "system";

/** Reads the `theme` cookie; anything else follows the device. */
export function themeOf(request: Request): Theme {
  const value = /(?:^|;\s*)theme=(light|dark|system)(?:;|$)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return value === "light" || value === "dark" ? value : "system";
}
