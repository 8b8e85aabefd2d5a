/** What only the server knows of a document while it renders it; empty in the browser, which keeps what was rendered. */
import { createContext } from "react";

export type DocumentFacts = {
  /** For every inline script and style of the document; browsers hide it from the page afterwards. */
  nonce: string | undefined;
  /** Runs before the first paint of every page. */
  themeScript: string;
  /** Watches the start of pages with scripts. */
  startScript: string;
};

export const DocumentContext = createContext<DocumentFacts>({
  nonce: undefined,
  themeScript: "",
  startScript: "",
});
