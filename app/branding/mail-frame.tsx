/** The layout of every mail: its lines on a sheet under the brand's name and color, and the same lines as plain text. No images, no external resources. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

export type MailBrand = { company_name: string; primary_color: string };

/** Mail programs support neither CSS variables nor light-dark(), so these colors are literal. */
const colours = { page: "#f4f5f9", sheet: "#ffffff", ink: "#181c2b", quiet: "#5a6075", line: "#e4e6ee" };
const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

type SheetProps = { brand: MailBrand; title: string; children: ReactNode };

function Sheet({ brand, title, children }: SheetProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
      </head>
      <body style={{ margin: 0, padding: "24px 12px", background: colours.page, fontFamily: font }}>
        <div
          style={{
            maxWidth: "480px",
            margin: "0 auto",
            padding: "32px",
            background: colours.sheet,
            color: colours.ink,
            border: `1px solid ${colours.line}`,
            borderTop: `4px solid ${rgb(brand.primary_color)}`,
            borderRadius: "12px",
            fontSize: "15px",
            lineHeight: "23px",
          }}
        >
          <p style={{ margin: "0 0 24px", fontWeight: 600 }}>{brand.company_name}</p>
          {children}
        </div>
      </body>
    </html>
  );
}

/** A line of a mail: a sentence, a muted one, a code, or a link under its words. */
export type MailLine =
  | string
  | { readonly quiet: string }
  | { readonly code: string }
  | { readonly link: string; readonly to: string };

const plain = (line: MailLine): string => {
  if (typeof line === "string") return line;
  if ("quiet" in line) return line.quiet;
  return "code" in line ? line.code : `${line.link}: ${line.to}`;
};

function Line({ line }: { line: MailLine }) {
  const margin = "0 0 16px";
  if (typeof line === "string") return <p style={{ margin }}>{line}</p>;
  if ("code" in line) return <Code>{line.code}</Code>;
  if ("quiet" in line)
    return <p style={{ margin, color: colours.quiet, fontSize: "13px", lineHeight: "20px" }}>{line.quiet}</p>;
  return (
    <p style={{ margin }}>
      <a href={line.to} style={{ color: colours.ink, fontWeight: 600 }}>
        {line.link}
      </a>
    </p>
  );
}

/** A code, large and selectable with one click. */
function Code({ children }: { children: string }) {
  return (
    <p
      style={{
        margin: "0 0 16px",
        padding: "16px",
        background: colours.page,
        borderRadius: "8px",
        fontFamily: "ui-monospace, Menlo, Consolas, monospace",
        fontSize: "32px",
        lineHeight: "40px",
        fontWeight: 600,
        letterSpacing: "8px",
        textAlign: "center",
        userSelect: "all",
      }}
    >
      {children}
    </p>
  );
}

export interface MailWords {
  readonly brand: MailBrand;
  readonly title: string;
  /** Default: the title and the sender. */
  readonly subject?: string;
  readonly lines: readonly MailLine[];
}

/** A mail as it is sent: its subject, and the same words as HTML and as plain text. */
export function mailOf({ brand, title, subject = `${title}: ${brand.company_name}`, lines }: MailWords) {
  const sheet = (
    <Sheet brand={brand} title={title}>
      <h1 style={{ margin: "0 0 12px", fontSize: "20px", lineHeight: "28px" }}>{title}</h1>
      {lines.map((line) => (
        <Line key={plain(line)} line={line} />
      ))}
    </Sheet>
  );
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(sheet)}`,
    text: `${[title, ...lines.map(plain)].join("\n\n")}\n`,
  };
}
