/** What the server alone knows of a document while it draws it: empty in the browser, where it has been drawn. */
import { createContext } from "react";

export type DocumentFacts = {
  /** For every script and style that stands in the document itself; browsers hide it from the page afterwards. */
  nonce: string | undefined;
  /** The screen to show when the app cannot start, as HTML: it must not need the code that could not be loaded. */
  failedScreen: string;
};

export const DocumentContext = createContext<DocumentFacts>({ nonce: undefined, failedScreen: "" });
