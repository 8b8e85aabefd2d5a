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
