/** A choice in the address, such as a range or a view. Links, so that every state can be shared and reloaded. */
import { Link, useSearchParams } from "react-router";
import { segment, segmented } from "./choice-field.tsx";

export interface SegmentedLinksProps {
  readonly label: string;
  /** The query parameter. */
  readonly name: string;
  readonly choices: ReadonlyArray<{ readonly value: string; readonly label: string }>;
  /** The value when the parameter is absent; its link omits the parameter. */
  readonly absent: string;
}

export function SegmentedLinks({ label, name, choices, absent }: SegmentedLinksProps) {
  const [query] = useSearchParams();
  const chosen = query.get(name) ?? absent;
  const leadTo = (value: string) => {
    const next = new URLSearchParams(query);
    next.delete("cursor");
    if (value === absent) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
  return (
    <nav aria-label={label} className={segmented}>
      {choices.map(({ value, label: words }) => (
        <Link
          key={value}
          to={leadTo(value)}
          replace
          preventScrollReset
          aria-current={value === chosen ? "true" : undefined}
          className={segment}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
