/** A drawn face: initials, or a phone for a caller without a name. */
import { Phone } from "lucide-react";

/** At most two initials: the first letters of the first and the last word. Empty for a name without letters. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word));
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

/** The square mark of an organization or a brand: its first letter, or its logo. */
export function Mark(props: {
  readonly name: string;
  readonly logo?: string | null | undefined;
  readonly large?: boolean;
}) {
  const size = props.large ? "size-7.5 rounded-[9px] text-script" : "size-6 rounded-[7px] text-xs";
  if (props.logo) return <img src={props.logo} alt="" className={`${size} shrink-0 object-contain`} />;
  return (
    <span
      aria-hidden="true"
      className={`${size} grid shrink-0 place-items-center bg-brand-fill font-semibold text-brand-on-fill`}
    >
      {props.name.match(/[\p{L}\p{N}]/u)?.[0]?.toLocaleUpperCase() ?? "·"}
    </span>
  );
}
