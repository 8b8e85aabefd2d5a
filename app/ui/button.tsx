/** The look of actions: buttons, and links in place of buttons. */
import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import { cx } from "./cx.ts";

const variants = {
  go: "border-transparent bg-brand-fill text-brand-on-fill shadow-panel hover:brightness-95",
  plain: "border-line-strong bg-surface text-ink shadow-panel hover:bg-sunken",
  quiet: "border-transparent text-ink-2 hover:bg-ink/5 hover:text-ink",
  danger: "border-line-strong bg-surface text-bad shadow-panel hover:bg-bad-soft",
  destroy: "border-transparent bg-bad text-on-bad shadow-panel hover:brightness-95",
} as const;

const sizes = {
  sm: "h-7 max-md:h-10",
  md: "h-8.5 max-md:h-10",
  field: "h-9.5 pointer-coarse:h-11",
  lg: "h-10",
} as const;

const paddings = { sm: "px-2.5", md: "px-3", field: "px-3", lg: "px-4" } as const;
const squares = {
  sm: "w-7 max-md:w-10",
  md: "w-8.5 max-md:w-10",
  field: "w-9.5 pointer-coarse:w-11",
  lg: "w-10",
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

interface Look {
  /** `go` is the one main action of a page, `destroy` the confirmation of something that cannot be undone. Default `plain`. */
  readonly variant?: ButtonVariant | undefined;
  /** `field` is as high as the field beside it. Default `md`. */
  readonly size?: ButtonSize | undefined;
  /** As wide as its container. */
  readonly wide?: boolean | undefined;
  /** As wide as high, for an icon alone: use `IconButton`, which names it. */
  readonly shape?: "square" | "round" | undefined;
  /** A lucide icon before the words. */
  readonly icon?: ReactNode;
}

/** The classes of a button, for the rare element that is neither `button` nor `Link` (a `label`, a `summary`). */
export function buttonClass({ variant = "plain", size = "md", wide, shape }: Look, more?: string): string {
  return cx(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap border font-strong text-control/none no-underline transition-colors",
    "disabled:pointer-events-none disabled:opacity-55 aria-disabled:cursor-default aria-disabled:opacity-70",
    variants[variant],
    sizes[size],
    shape ? squares[size] : paddings[size],
    shape === "round" ? "rounded-full" : "rounded-md",
    wide && "w-full",
    more,
  );
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** The action is under way: shown as busy, further presses do nothing, focus stays. */
  readonly pending?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A real button. `type` is "button" by default, so that none submits by accident. */
export function Button(props: ButtonProps) {
  const {
    variant,
    size,
    wide,
    shape,
    icon,
    pending = false,
    className,
    children,
    type,
    onClick,
    ...rest
  } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type ?? "button"}
      className={buttonClass({ variant, size, wide, shape }, className)}
      onClick={press}
      {...(pending && { "aria-disabled": true, "aria-busy": true })}
    >
      {pending ? <LoaderCircle className="animate-spin" /> : icon}
      {children}
    </button>
  );
}

export interface ButtonLinkProps extends Look, LinkProps {}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  wide,
  shape,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide, shape }, className)}>
      {icon}
      {children}
    </Link>
  );
}
