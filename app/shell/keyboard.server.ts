/** Which modifier key a visitor's keyboard has, so that the first byte names the right one. */

/** Whether the keyboard has ⌘: by the platform that the browser names, else by its user agent. */
export function hasCommandKey({ headers }: Request): boolean {
  const platform = headers.get("sec-ch-ua-platform") ?? headers.get("user-agent") ?? "";
  return /mac|iphone|ipad|ios/i.test(platform);
}
