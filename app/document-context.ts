/** What only the server knows of a document while it renders it; empty in the browser. */
import { createContext } from "react";

export type DocumentFacts = {
  /** For every inline script and style of the document; browsers hide it from the page afterwards. */
  nonce: string | undefined;
  /** The screen for an app that cannot start, as HTML, because it must not need the code that could not be loaded. */
  failedScreen: string;
};

export const DocumentContext = createContext<DocumentFacts>({ nonce: undefined, failedScreen: "" });
