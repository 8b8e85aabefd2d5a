/** A link from a form to a document that is agreed to with it. */
import { useSearchParams } from "react-router";

/** Opens beside the form, so that nothing typed is lost, in the brand that `ref` names for the form's own page. */
export function DocumentLink({ to, children }: { readonly to: string; readonly children: string }) {
  const [searchParams] = useSearchParams();
  const ref = searchParams.get("ref");
  const query = ref === null ? "" : `?${new URLSearchParams({ ref })}`;
  return (
    <a
      href={`${to}${query}`}
      target="_blank"
      rel="noopener"
      className="underline underline-offset-2 hover:text-ink"
    >
      {children}
    </a>
  );
}
