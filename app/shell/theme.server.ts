/** The theme that the first byte is painted in: the cookie that mirrors the browser's choice. */
import { readCookie } from "#app/platform/cookies.server.ts";

export type Theme = "light" | "dark" | "system";

/** Reads the `theme` cookie, by the name it has over https or by its plain one; anything else follows the device. */
export function themeOf(request: Request): Theme {
  const plain = /(?:^|;\s*)theme=(light|dark|system)(?:;|$)/.exec(request.headers.get("cookie") ?? "")?.[1];
  const value = readCookie(request, "theme") ?? plain;
  return value === "light" || value === "dark" ? value : "system";
}
