/** A legal document in the brand's frame, with links to the other documents. */
import type { ReactNode } from "react";
import type { Brand } from "#app/branding/brand.schema.ts";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { WordsFrame } from "#app/shell/words-frame.tsx";

type Props = {
  readonly brand: Brand;
  /** Names the custom domain whose brand the page wears on the main host: its links keep it. */
  readonly query: string;
  readonly title: string;
  readonly sentence?: ReactNode;
  readonly children: ReactNode;
};

const links = [
  { label: "Terms of Service", to: "/terms" },
  { label: "Privacy Policy", to: "/privacy" },
  { label: "Status", to: "/status" },
  { label: "Cookies", to: "/cookies" },
  { label: "Help", to: "/help" },
  { label: "API", to: "/api" },
  { label: "Sign in", to: "/auth" },
];

export function DocumentPage({ brand, query, title, sentence, children }: Props) {
  return (
    <WordsFrame
      brand={markOf(brand)}
      title={title}
      sentence={sentence}
      links={links.map(({ label, to }) => ({ label, href: `${to}${query}` }))}
      footer={footOf(brand)}
    >
      {children}
    </WordsFrame>
  );
}
