/** The sheet that every mail is written on: the brand's name and colour above, who sent it below. No images, nothing fetched. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

export type MailBrand = { company_name: string; primary_color: string };

/** Mail programs know neither variables nor light-dark(): these few are written out. */
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

/** A whole mail as HTML. */
export const mailHtml = (props: SheetProps): string =>
  `<!doctype html>${renderToStaticMarkup(<Sheet {...props} />)}`;

export function MailTitle({ children }: { children: ReactNode }) {
  return <h1 style={{ margin: "0 0 12px", fontSize: "20px", lineHeight: "28px" }}>{children}</h1>;
}

export function MailText({ children, isQuiet = false }: { children: ReactNode; isQuiet?: boolean }) {
  return (
    <p
      style={{
        margin: "0 0 16px",
        ...(isQuiet && { color: colours.quiet, fontSize: "13px", lineHeight: "20px" }),
      }}
    >
      {children}
    </p>
  );
}

/** A code, large enough to be read across a desk and selected with one click. */
export function MailCode({ children }: { children: string }) {
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

export function MailLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p style={{ margin: "0 0 16px" }}>
      <a href={to} style={{ color: colours.ink, fontWeight: 600 }}>
        {children}
      </a>
    </p>
  );
}
