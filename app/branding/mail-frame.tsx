/** The layout of every mail: the brand's logo, or its mark and name, a sheet with the lines and one button, and a footer with who sends it and why; the same as plain text. The logo is its only external resource. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { firstNameOf } from "#app/platform/first-name.ts";
import { unlinked } from "#app/platform/unlinked.ts";
import { brandTokens, type Hsl } from "./brand-tokens.ts";

/** `logo`: the whole address of an image. */
export type MailBrand = { company_name: string; primary_color: string; logo?: string };

const logoHeight_px = 32;

/** Mail programs support neither CSS variables nor light-dark(), so these colors are literal. */
const colours = { page: "#f4f5f9", sheet: "#ffffff", ink: "#181c2b", quiet: "#5a6075", line: "#e4e6ee" };
const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;

/** "rgb(10, 125, 51)": older mail programs know no hsl(). */
function written([hue, saturation, lightness]: Hsl): string {
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (at: number) => {
    const place = (at + hue / 30) % 12;
    return Math.round(255 * (lightness / 100 - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return `rgb(${[0, 8, 4].map(channel).join(", ")})`;
}

/** The brand's fill and the text on it, readable in every brand. */
function fillOf({ primary_color }: MailBrand) {
  const { fill, onFill } = brandTokens(primary_color).light;
  return { background: written(fill), color: written(onFill) };
}

/** The logo, whose alternative text is the name; without one the first letter on the brand's color, and the name. */
function Head({ brand }: { brand: MailBrand }) {
  const [initial = ""] = brand.company_name.trim().toUpperCase();
  return (
    <p style={{ margin: "0 0 24px", fontWeight: 600, lineHeight: `${logoHeight_px}px` }}>
      {brand.logo === undefined ? (
        <>
          <span
            aria-hidden="true"
            style={{
              ...fillOf(brand),
              display: "inline-block",
              width: "32px",
              marginRight: "10px",
              borderRadius: "8px",
              textAlign: "center",
            }}
          >
            {initial}
          </span>
          {brand.company_name}
        </>
      ) : (
        <img
          src={brand.logo}
          alt={brand.company_name}
          height={logoHeight_px}
          // Otherwise React adds a link that preloads it, which mail programs drop or show as an attachment.
          fetchPriority="low"
          style={{
            display: "inline-block",
            height: `${logoHeight_px}px`,
            width: "auto",
            maxWidth: "200px",
            objectFit: "contain",
            objectPosition: "left center",
            verticalAlign: "middle",
            border: 0,
          }}
        />
      )}
    </p>
  );
}

type SheetProps = { brand: MailBrand; title: string; footer: ReactNode; children: ReactNode };

function Sheet({ brand, title, footer, children }: SheetProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        {/* The colors and the logo are made for a white sheet: mail programs must not darken it. */}
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
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
            overflowWrap: "anywhere",
          }}
        >
          <Head brand={brand} />
          {children}
        </div>
        <div
          style={{
            maxWidth: "480px",
            margin: "16px auto 0",
            padding: "0 32px",
            color: colours.quiet,
            fontSize: "12px",
            lineHeight: "18px",
            overflowWrap: "anywhere",
          }}
        >
          {footer}
        </div>
      </body>
    </html>
  );
}

/** A line of a mail: a sentence, a muted one, a code, or the button with its words. */
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

function Line({ line, brand }: { line: MailLine; brand: MailBrand }) {
  const margin = "0 0 16px";
  if (typeof line === "string") return <p style={{ margin }}>{line}</p>;
  if ("code" in line) return <Code>{line.code}</Code>;
  if ("quiet" in line)
    return <p style={{ margin, color: colours.quiet, fontSize: "13px", lineHeight: "20px" }}>{line.quiet}</p>;
  return (
    <p style={{ margin: "24px 0" }}>
      <a
        href={line.to}
        style={{
          ...fillOf(brand),
          display: "inline-block",
          padding: "10px 20px",
          borderRadius: "8px",
          fontWeight: 600,
          textDecoration: "none",
        }}
      >
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
  /** The recipient's name, if they have given one: "Hi Mara,". */
  readonly name?: string | null | undefined;
  readonly lines: readonly MailLine[];
  /** Completes "You're getting this email because …". */
  readonly why: string;
  /** Where such mails are turned off. */
  readonly off?: { readonly words: string; readonly to: string };
}

/** A mail as it is sent: its subject, and the same words as HTML and as plain text. */
export function mailOf({
  brand,
  title,
  subject = `${title}: ${brand.company_name}`,
  name,
  lines,
  why,
  off,
}: MailWords) {
  const first = unlinked(firstNameOf(name) ?? "");
  const all = first === "" ? lines : [`Hi ${first},`, ...lines];
  const reason = `You're getting this email because ${why}.`;
  const footer = (
    <>
      <p style={{ margin: "0 0 4px" }}>Sent by {brand.company_name}</p>
      <p style={{ margin: 0 }}>
        {reason}
        {off && (
          <>
            {" "}
            <a href={off.to} style={{ color: colours.quiet }}>
              {off.words}
            </a>
          </>
        )}
      </p>
    </>
  );
  const sheet = (
    <Sheet brand={brand} title={title} footer={footer}>
      <h1 style={{ margin: "0 0 12px", fontSize: "20px", lineHeight: "28px" }}>{title}</h1>
      {all.map((line) => (
        <Line key={plain(line)} line={line} brand={brand} />
      ))}
    </Sheet>
  );
  const foot = [
    "--",
    `Sent by ${brand.company_name}`,
    off ? `${reason} ${off.words}: ${off.to}` : reason,
  ].join("\n");
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(sheet)}`,
    text: `${[title, ...all.map(plain), foot].join("\n\n")}\n`,
  };
}
