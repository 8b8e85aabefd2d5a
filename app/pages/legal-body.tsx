/** The text of a legal page that an organization wrote itself. */
import { type LegalBlock, legalBlocks, numbered } from "./legal-text.ts";

export const LegalBody = ({ text }: { readonly text: string }) =>
  numbered(legalBlocks(text)).map(({ place, one }) => <Block key={place} block={one} />);

function Block({ block }: { readonly block: LegalBlock }) {
  if (block.kind === "list")
    return (
      <ul>
        {numbered(block.items).map(({ place, one }) => (
          <li key={place}>{one}</li>
        ))}
      </ul>
    );
  return block.kind === "heading" ? <h2>{block.text}</h2> : <p>{block.text}</p>;
}
