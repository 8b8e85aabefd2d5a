/** A drawn face: initials, or a phone for a caller without a name. */
import { Phone } from "lucide-react";
import { cx } from "./cx.ts";

/** At most two initials: the first letters of the first and the last word, without an article before them. Empty for a name without letters. */
export function initials(name: string): string {
  const words = name
    .replace(/^the\s+(?=\S)/i, "")
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => word?.match(/\p{L}/u)?.[0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

/** A round mark beside a name. It repeats the text next to it, so screen readers skip it. */
export function Avatar({ name }: { readonly name: string | null | undefined }) {
  const letters = name ? initials(name) : "";
  return (
    <span
      aria-hidden="true"
      className="inset-ring inset-ring-line grid size-7 shrink-0 place-items-center rounded-full bg-sunken font-semibold text-ink-2 text-tiny"
    >
      {letters || <Phone className="size-3.5" />}
    </span>
  );
}

export interface MarkProps {
  readonly name: string;
  readonly logo?: string | null | undefined;
  /** For dark grounds. Default: `logo`. */
  readonly logoLight?: string | null | undefined;
  readonly large?: boolean;
}

/** The mark of an organization or a brand: its logo, or a square with its first letter. */
export function Mark({ name, logo, logoLight, large = false }: MarkProps) {
  const size = large ? "h-7.5 max-w-36" : "h-6 max-w-12";
  const look = cx(size, "w-auto shrink-0 object-contain");
  if (logo && logoLight && logo !== logoLight)
    return (
      <>
        <img src={logo} alt="" className={cx(look, "night:hidden")} />
        <img src={logoLight} alt="" loading="lazy" className={cx(look, "hidden night:block")} />
      </>
    );
  const only = logo ?? logoLight;
  if (only) return <img src={only} alt="" className={look} />;
  return (
    <span
      aria-hidden="true"
      className={cx(
        large ? "size-7.5 rounded-[9px] text-script" : "size-6 rounded-[7px] text-xs",
        "grid shrink-0 place-items-center bg-brand-fill font-semibold text-brand-on-fill",
      )}
    >
      {name.match(/[\p{L}\p{N}]/u)?.[0]?.toLocaleUpperCase() ?? "·"}
    </span>
  );
}
