/** The footer of public pages: the brand's words and links. */

export interface BrandFooterProps {
  readonly description?: string | null | undefined;
  readonly copyright?: string | null | undefined;
  readonly links?: ReadonlyArray<{ readonly label: string; readonly href: string }> | undefined;
}

export function BrandFooter({ description, copyright, links = [] }: BrandFooterProps) {
  return (
    <footer className="grid gap-2 pt-10 text-ink-3 text-meta">
      {description && <p className="max-w-[64ch]">{description}</p>}
      {copyright && <p>{copyright}</p>}
      {links.length > 0 && (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {links.map(({ label, href }) => (
            <a
              key={label}
              href={href}
              rel="noopener noreferrer"
              className="text-ink-3 underline underline-offset-2 hover:text-ink"
            >
              {label}
            </a>
          ))}
        </div>
      )}
    </footer>
  );
}
