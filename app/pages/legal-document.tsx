/** A legal page: an organization's own text or the standard one, with its version and the earlier ones. */
import type { Brand } from "#app/branding/brand.schema.ts";
import { DocumentPage } from "./document-page.tsx";
import { LegalBody } from "./legal-body.tsx";
import { type LegalPage, legalTitles } from "./legal-choices.ts";
import { cookies20261128 } from "./standard/cookies-2026-11-28.tsx";
import { privacy20261101 } from "./standard/privacy-2026-11-01.tsx";
import { privacy20261128 } from "./standard/privacy-2026-11-28.tsx";
import type { StandardText } from "./standard/standard-text.tsx";
import { terms20261101 } from "./standard/terms-2026-11-01.tsx";

/** Every standard text by its day. */
const standardTexts: Record<LegalPage, Readonly<Record<string, StandardText>>> = {
  terms: { "2026-11-01": terms20261101 },
  privacy: { "2026-11-28": privacy20261128, "2026-11-01": privacy20261101 },
  cookies: { "2026-11-28": cookies20261128 },
};

const sentences: Record<LegalPage, string> = {
  terms: "They're short on purpose, so please read them.",
  privacy: "What we know about you, why, and for how long.",
  cookies: "What your browser keeps for us, and why.",
};

export type LegalDocumentProps = {
  readonly brand: Brand;
  readonly query: string;
  /** What a form of the page has just done. */
  readonly note?: string | null;
  readonly document: {
    readonly page: LegalPage;
    readonly text: string | null;
    readonly version: string;
    readonly since: string;
    readonly isCurrent: boolean;
    readonly earlier: readonly { readonly version: string; readonly label: string }[];
  };
};

export function LegalDocument({ brand, query, note = null, document }: LegalDocumentProps) {
  const { page, text, version, since, isCurrent, earlier } = document;
  const Standard = standardTexts[page][version];
  const effective = text === null ? `Effective ${since}.` : `Version ${version}, effective ${since}.`;
  return (
    <DocumentPage
      brand={brand}
      query={query}
      title={legalTitles[page]}
      sentence={text === null ? `${effective} ${sentences[page]}` : effective}
    >
      {note !== null && (
        <p role="status" className="rounded-md bg-good-soft px-3.5 py-2.5 text-good">
          {note}
        </p>
      )}
      {!isCurrent && (
        <p role="note" className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
          This version has been replaced. <a href={`/${page}${query}`}>Read the current one</a>.
        </p>
      )}
      {text !== null ? (
        <LegalBody text={text} />
      ) : (
        Standard && <Standard name={brand.company_name} query={query} />
      )}
      {isCurrent && earlier.length > 0 && (
        <p className="text-meta">
          Earlier versions:{" "}
          {earlier.map((one, place) => (
            <span key={one.version}>
              {place > 0 && ", "}
              <a href={addressOf(page, one.version, query)}>{one.label}</a>
            </span>
          ))}
        </p>
      )}
    </DocumentPage>
  );
}

const addressOf = (page: LegalPage, version: string, query: string) =>
  `/${page}${query === "" ? "?" : `${query}&`}version=${version}`;
