/** Owns pages that are only words: no scripts, no state; a heading, a column that reads well, a foot. */
import type { ReactNode } from "react";
import { Mark, type MarkProps } from "#app/ui/avatar.tsx";
import { ArrivalNotice } from "./arrival-notice.tsx";
import { BrandFooter, type BrandFooterProps } from "./brand-footer.tsx";

export interface WordsFrameProps {
  readonly brand: MarkProps;
  readonly title: string;
  /** Under the title: since when it holds, in one sentence. */
  readonly sentence?: ReactNode;
  /** Above the title, such as a search. */
  readonly above?: ReactNode;
  /** At the top right. */
  readonly links?: ReadonlyArray<{ readonly label: string; readonly href: string }> | undefined;
  readonly footer?: BrandFooterProps | undefined;
  /** Plain h2, h3, p, ul, ol, dl, table: they are dressed here. */
  readonly children: ReactNode;
}

export function WordsFrame({ brand, title, sentence, above, links = [], footer, children }: WordsFrameProps) {
  return (
    <div className="min-h-dvh bg-surface">
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 md:px-7">
        <a href="/" className="mr-auto flex items-center gap-2.5 font-semibold no-underline">
          <Mark {...brand} />
          {brand.name}
        </a>
        {links.length > 0 && (
          <nav aria-label="Documents" className="flex flex-wrap gap-x-4 gap-y-1">
            {links.map(({ label, href }) => (
              <a key={href} href={href} className="text-ink-2 no-underline hover:text-ink">
                {label}
              </a>
            ))}
          </nav>
        )}
      </header>
      <div className="mx-auto w-full max-w-176 px-4 py-10 md:px-7 md:py-14">
        <main className="grid gap-6">
          {above}
          <div className="grid gap-1">
            <h1 className="text-display">{title}</h1>
            {sentence !== undefined && <p className="text-ink-2">{sentence}</p>}
          </div>
          <div className="prose">{children}</div>
        </main>
        <ArrivalNotice />
        {footer && <BrandFooter {...footer} />}
      </div>
    </div>
  );
}
