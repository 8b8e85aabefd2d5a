/** Lets Radix's scroll lock add its one <style> under our CSP: it asks this global for the page's nonce. */

declare global {
  var __webpack_nonce__: string | undefined;
}

if (typeof document !== "undefined") {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
}

export {};
