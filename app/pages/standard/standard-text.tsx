/** What a standard text is drawn from. */
import type { ReactNode } from "react";

export type StandardText = (of: {
  /** The company's name. */
  readonly name: string;
  /** Keeps the brand that a page wears on the main host in the links between the documents. */
  readonly query: string;
}) => ReactNode;
