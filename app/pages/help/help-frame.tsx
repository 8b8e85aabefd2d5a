/** The frame of the help pages: the brand, a search, and whom to write to. */
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { Brand } from "#app/branding/brand.schema.ts";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { WordsFrame } from "#app/shell/words-frame.tsx";
import { buttonClass } from "#app/ui/button.tsx";

type Props = {
  readonly brand: Brand;
  readonly title: string;
  readonly sentence?: string;
  /** What was searched for. */
  readonly typed?: string;
  readonly children: ReactNode;
};

const links = [
  { label: "Help", href: "/help" },
  { label: "Status", href: "/status" },
  { label: "Open the dashboard", href: "/dashboard" },
];

export const HelpFrame = ({ brand, title, sentence, typed = "", children }: Props) => (
  <WordsFrame
    brand={markOf(brand)}
    title={title}
    sentence={sentence}
    above={<SearchForm typed={typed} />}
    links={links}
    footer={footOf(brand)}
  >
    {children}
    <Contact email={brand.support_email} />
  </WordsFrame>
);

/** A plain form, so that it works without scripts. */
const SearchForm = ({ typed }: { readonly typed: string }) => (
  <search>
    <form action="/help" method="get" className="flex gap-2">
      <input
        type="search"
        name="q"
        defaultValue={typed}
        maxLength={100}
        aria-label="Search help"
        placeholder="Search help"
        className="control min-w-0 flex-1"
      />
      <button type="submit" className={buttonClass({})}>
        <Search aria-hidden="true" />
        Search
      </button>
    </form>
  </search>
);

/** The brand's own address; without one, the person who can help is known inside the organization. */
function Contact({ email }: { readonly email: string | undefined }) {
  return (
    <section aria-labelledby="contact" className="mt-4 border-t pt-5">
      <h2 id="contact" className="mt-0!">
        Still stuck?
      </h2>
      {email === undefined ? (
        <p className="mt-1">
          Ask an owner of your organization, or reply to any email we've sent you. If a page failed, include
          the request ID it shows.
        </p>
      ) : (
        <p className="mt-1">
          Write to <a href={`mailto:${email}`}>{email}</a>. If a page failed, include the request ID it shows.
        </p>
      )}
    </section>
  );
}
