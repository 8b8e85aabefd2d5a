/** The theme of the first byte: the cookie that mirrors the browser's choice. */
import { readCookie } from "#app/platform/cookies.server.ts";

export type Theme = "light" | "dark" | "system";

/** Reads the `theme` cookie, by its https name or its plain one; any other value means the device's theme. */
export function themeOf(request: Request): Theme {
  const plain = /(?:^|;\s*)theme=(light|dark|system)(?:;|$)/.exec(request.headers.get("cookie") ?? "")?.[1];
  const value = readCookie(request, "theme") ?? plain;
  return value === "light" || value === "dark" ? value : "system";
}
