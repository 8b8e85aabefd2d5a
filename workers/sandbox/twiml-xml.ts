/** Reads a TwiML document into plain elements, and refuses what is not one well-formed document. */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";

export type Element = {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  /** The element's own words, white space folded. */
  text: string;
};

/** Why a document cannot be run: the carrier's own code (12100 not parsed, 12200 not understood). */
export class TwimlError extends Error {
  override readonly name = "TwimlError";
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  ignoreDeclaration: true,
});

const attributesKey = ":@";
/** The parser's output: one key besides the attributes names the element and contains its content in order. */
const node: z.ZodType<Record<string, unknown>> = z.record(z.string(), z.unknown());
const nodes = z.array(node);
const attributes = z.record(z.string(), z.string());

/** @throws TwimlError 12100 when the text is not one well-formed element. */
export function parseXml(text: string): Element {
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new TwimlError(12100, `line ${valid.err.line}: ${valid.err.msg}`);
  const roots = elements(parser.parse(text));
  const [root, second] = roots;
  if (!root || second) throw new TwimlError(12100, "a document has exactly one root element");
  return root;
}

function elements(parsed: unknown): Element[] {
  return nodes.parse(parsed).flatMap((found) => {
    const name = Object.keys(found).find((key) => key !== attributesKey);
    if (!name || name === "#text") return [];
    const content = nodes.parse(found[name]);
    const words = content.flatMap((child) => (typeof child["#text"] === "string" ? [child["#text"]] : []));
    return [
      {
        name,
        attributes: attributes.parse(found[attributesKey] ?? {}),
        children: elements(content),
        text: words.join("").replaceAll(/\s+/g, " ").trim(),
      },
    ];
  });
}
