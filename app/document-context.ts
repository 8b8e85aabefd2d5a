/** What only the server knows of a document while it renders it; in the browser, what the document says of that. */
import { createContext } from "react";
import type { documentOf } from "#app/shell/document.server.ts";

/** The data of the root's loader. */
export type RootData = ReturnType<typeof documentOf>;

export type DocumentFacts = {
  /** For every inline script and style of the document; browsers hide it from the page afterwards. */
  nonce: string | undefined;
  /** Runs before the first paint of every page. */
  themeScript: string;
  /** Watches the start of pages with scripts. */
  startScript: string;
  /** The root's data where its loader did not run, because a guard refused first: the refusal wears the brand too. */
  handed: RootData | null;
};

/** The element that hands the root's data over to the browser. */
export const handedId = "handed-root";

const isRootData = (value: unknown): value is RootData =>
  typeof value === "object" && value !== null && "brand" in value && "style" in value;

function handedOver(): RootData | null {
  if (typeof document === "undefined") return null;
  const value: unknown = JSON.parse(document.getElementById(handedId)?.textContent || "null");
  return isRootData(value) ? value : null;
}

export const DocumentContext = createContext<DocumentFacts>({
  nonce: undefined,
  themeScript: "",
  startScript: "",
  handed: handedOver(),
});
