/** A PDF of one page with lines of text, for invoices. */

/** Text of a PDF: the standard fonts know Latin letters only. */
const escaped = (text: string): string =>
  text
    .replaceAll("×", "x")
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .replaceAll(/[\\()]/g, (character) => `\\${character}`);

/** The letters are ASCII, so that a letter is a byte. @param lines from top to bottom; the first one is the title */
export function pdfOf(lines: readonly string[]): string {
  const [title = "", ...rest] = lines;
  const content = [
    `BT /F1 20 Tf 56 780 Td (${escaped(title)}) Tj ET`,
    ...rest.map((line, index) => `BT /F1 11 Tf 56 ${744 - index * 18} Td (${escaped(line)}) Tj ET`),
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = text.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}
