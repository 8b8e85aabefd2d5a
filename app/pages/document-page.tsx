/** A document of words in the brand's frame, with the way to the other documents. */
import type { ReactNode } from "react";
import { WordsFrame } from "#app/shell/words-frame.tsx";

export type DocumentBrand = {
  readonly company_name: string;
  readonly logo_url?: string;
  readonly footer_description?: string;
  readonly copyright_text?: string;
};

type Props = {
  readonly brand: DocumentBrand;
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
      footer={
        brand.footer_description || brand.copyright_text
          ? { description: brand.footer_description, copyright: brand.copyright_text }
          : undefined
      }
    >
      {children}
    </WordsFrame>
  );
}
