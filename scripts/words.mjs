/** The weight of the scripts of a page of words, as served: those that its document names, and inline ones. */
import { gzipSync } from "node:zlib";
import { budget } from "./bundle.mjs";

/** Gzip bytes of everything that a document runs or preloads. */
async function scriptBytesOf(url) {
  const html = await (await fetch(url, { headers: { accept: "text/html" } })).text();
  if (!/<h1\b/.test(html)) throw new Error(`${url} is no page`);
  const inline = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  const named = [
    ...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g),
    ...html.matchAll(/<link\b(?=[^>]*\brel="modulepreload")[^>]*\bhref="([^"]+)"/g),
  ].map(([, path]) => path);
  const files = [...new Set(named)].map(async (path) => (await fetch(new URL(path, url))).bytes());
  const weight = (text) => (text.length > 0 ? gzipSync(text).length : 0);
  return [...(await Promise.all(files)), inline.join("\n")].reduce((sum, text) => sum + weight(text), 0);
}

/** Every page of words that has a budget: `{ path, bytes, budget }`. `address`: where the product is served. */
export function weighWords(address) {
  const pages = Object.entries(budget().pages).filter(([, page]) => page.words);
  return Promise.all(
    pages.map(async ([path, page]) => ({
      path,
      bytes: await scriptBytesOf(`${address}${path.replace("*", "nowhere").replace(":slug", "roles")}`),
      budget: page.bytes,
    })),
  );
}
