/** Draws an article. */

import { numbered } from "#app/pages/legal-text.ts";
import type { Block, Inline } from "./help-text.ts";

/** How large every picture is drawn, in CSS pixels: the test run takes them so. */
const width = 700;
const height = 520;

export const ArticleBody = ({ blocks }: { readonly blocks: readonly Block[] }) =>
  numbered(blocks).map(({ place, one }) => <Part key={place} block={one} />);

function Part({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "heading":
      return (
        <h2>
          <Words words={block.words} />
        </h2>
      );
    case "paragraph":
      return (
        <p>
          <Words words={block.words} />
        </p>
      );
    case "note":
      return (
        <p role="note" className="rounded-md bg-brand-soft px-3.5 py-2.5 text-ink">
          <Words words={block.words} />
        </p>
      );
    case "list":
    case "steps": {
      const List = block.kind === "list" ? "ul" : "ol";
      return (
        <List>
          {numbered(block.items).map(({ place, one }) => (
            <li key={place}>
              <Words words={one} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table rows={block.rows} />;
    case "picture":
      return <Picture {...block} />;
  }
}

/** The first row names the columns, the first cell of every other one its row. */
function Table({
  rows: [head = [], ...rows],
}: {
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}) {
  return (
    <table>
      <thead>
        <tr>
          {numbered(head).map(({ place, one }) => (
            <th key={place} scope="col">
              <Words words={one} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered(rows).map(({ place, one: [first = [], ...others] }) => (
          <tr key={place}>
            <th scope="row">
              <Words words={first} />
            </th>
            {numbered(others).map((cell) => (
              <td key={cell.place}>
                <Words words={cell.one} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** By day and by night; the browser loads only the one that it shows. */
function Picture({ name, alt }: { readonly name: string; readonly alt: string }) {
  const look = "h-auto w-full rounded-md border";
  const size = { width, height, loading: "lazy", decoding: "async" } as const;
  return (
    <>
      <img src={`/help-pictures/${name}-light.webp`} {...size} alt={alt} className={`${look} night:hidden`} />
      <img
        src={`/help-pictures/${name}-dark.webp`}
        {...size}
        alt={alt}
        className={`hidden ${look} night:block`}
      />
    </>
  );
}

const Words = ({ words }: { readonly words: readonly Inline[] }) =>
  numbered(words).map(({ place, one }) => <Word key={place} word={one} />);

function Word({ word }: { readonly word: Inline }) {
  if (word.kind === "link") return <a href={word.to}>{word.text}</a>;
  if (word.kind === "strong") return <strong>{word.text}</strong>;
  if (word.kind === "key")
    return (
      <kbd className="rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 font-sans text-meta">
        {word.text}
      </kbd>
    );
  return word.text;
}
