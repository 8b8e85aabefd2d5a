/** A legal document in the brand's frame, with links to the other documents. */
import type { ReactNode } from "react";
import type { Brand } from "#app/branding/brand.schema.ts";
import { footOf } from "#app/branding/brand-foot.ts";
import { WordsFrame } from "#app/shell/words-frame.tsx";

type Props = {
  readonly brand: Brand;
  readonly title: string;
  readonly sentence: string;
  readonly children: ReactNode;
};

const links = [
  { label: "Terms of Service", href: "/terms" },
  { label: "Privacy Policy", href: "/privacy" },
  { label: "Sign in", href: "/auth" },
];

export function DocumentPage({ brand, title, sentence, children }: Props) {
  return (
    <WordsFrame
      brand={{ name: brand.company_name, logo: brand.logo_url }}
      title={title}
      sentence={sentence}
      links={links}
      footer={footOf(brand)}
    >
      {children}
    </WordsFrame>
  );
}
