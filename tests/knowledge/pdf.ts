/** Small PDFs, as programs write them. */

const objects = (list: readonly string[], trailer = ""): string =>
  `%PDF-1.7\n${list.map((one, place) => `${place + 1} 0 obj\n${one}\nendobj\n`).join("")}trailer\n<< /Root 1 0 R /Size ${list.length + 1}${trailer} >>\n%%EOF`;

const stream = (content: string): string => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

const pages = (content: string): string[] => [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
  stream(content),
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
];

/** One page: the first line large, the others below it. */
export function pdf([title = "", ...lines]: readonly string[]): string {
  const told = lines.map((line) => `0 -18 Td (${line}) Tj`).join(" ");
  return objects(pages(`BT /F1 24 Tf 72 720 Td (${title}) Tj /F1 11 Tf 0 -30 Td ${told} ET`));
}

export const encryptedPdf = (): string =>
  objects(pages("BT (nothing) Tj ET"), " /Encrypt << /Filter /Standard /V 2 >>");

/** A page that is a picture. */
export const scannedPdf = (): string => objects(pages("q 612 0 0 792 0 0 cm /Im1 Do Q"));

/** Pages of so many forms, each of which draws the next one many times: text-free work that grows with every level. */
export function nestedForms(draws: number): string {
  const levels = 6;
  const [catalog = "", tree = "", page = ""] = pages("");
  const form = (level: number) =>
    stream("/F Do ".repeat(level === levels ? 0 : draws)).replace(
      "<< ",
      `<< /Type /XObject /Subtype /Form /Resources << /XObject << /F ${5 + level} 0 R >> >> `,
    );
  return objects([
    catalog,
    tree,
    page.replace("/Font << /F1 5 0 R >>", "/XObject << /F 5 0 R >>"),
    stream("/F Do ".repeat(draws)),
    ...Array.from({ length: levels }, (_, place) => form(place + 1)),
  ]);
}

/** A font whose table names all codes, so many times over. */
export function wideFont(ranges: number): string {
  const table = `1 beginbfrange\n${"<0000><FFFF><0041>\n".repeat(ranges)}endbfrange`;
  return objects([
    ...pages("BT /F1 12 Tf (Open at nine) Tj ET").slice(0, 4),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
    stream(table),
  ]);
}

/** A page of pictures without an end. */
export const endlessPictures = (count: number): string => objects(pages("BI ".repeat(count)));

/** Packed objects that all begin at the same place. */
export function sharedOffsets(count: number): string {
  const head = Array.from({ length: count }, (_, place) => `${place + 100} 0 `).join("");
  const packed = stream(`${head}[${"0 ".repeat(1000)}]`).replace(
    "<< ",
    `<< /Type /ObjStm /N ${count} /First ${head.length} `,
  );
  return objects([...pages("BT /F1 12 Tf (Open at nine) Tj ET"), packed]);
}
