/** The text of a legal page that an organization wrote itself. */
import { type LegalBlock, legalBlocks } from "./legal-text.ts";

export const LegalBody = ({ text }: { readonly text: string }) =>
  legalBlocks(text).map((block, at) => <Block key={`${at}`} block={block} />);

function Block({ block }: { readonly block: LegalBlock }) {
  if (block.kind === "list")
    return (
      <ul>
        {block.items.map((text, place) => (
          <li key={`${place}`}>{text}</li>
        ))}
      </ul>
    );
  return block.kind === "heading" ? <h2>{block.text}</h2> : <p>{block.text}</p>;
}
