/** Owns menus that open from a button: links, actions, one of a few. */
import "./style-nonce.ts";
import { Check } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const line =
  "flex min-h-8 max-md:min-h-11 w-full cursor-default select-none items-center gap-2.5 rounded-sm px-2 text-control no-underline outline-none data-[highlighted]:bg-ink/6";

export interface MenuProps {
  /** The button that opens it; takes a ref and other props. */
  readonly trigger: ReactNode;
  readonly align?: "start" | "end" | undefined;
  readonly side?: "top" | "bottom" | undefined;
  /** For a menu that was loaded because its button was pressed. */
  readonly isOpenAtFirst?: boolean | undefined;
  readonly children: ReactNode;
}

export function Menu({
  trigger,
  align = "start",
  side = "bottom",
  isOpenAtFirst = false,
  children,
}: MenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen={isOpenAtFirst}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-54 max-w-80 animate-enter rounded-lg border bg-surface p-1 text-ink shadow-lift"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface LineProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export interface MenuActionProps extends LineProps {
  readonly onChoose: () => void;
  readonly tone?: "bad" | undefined;
  readonly disabled?: boolean | undefined;
}

export function MenuAction({ onChoose, icon, tone, disabled, children }: MenuActionProps) {
  return (
    <Primitive.Item
      onSelect={onChoose}
      disabled={disabled ?? false}
      className={cx(line, tone === "bad" ? "text-bad" : "text-ink", "data-[disabled]:opacity-55")}
    >
      {icon}
      {children}
    </Primitive.Item>
  );
}

export interface MenuChoicesProps {
  readonly label: string;
  readonly value: string;
  readonly choices: ReadonlyArray<{
    readonly value: string;
    readonly label: string;
    readonly icon?: ReactNode;
  }>;
  readonly onChoose: (value: string) => void;
}

/** A few choices, one checked. The menu stays open, so that the difference can be seen. */
export function MenuChoices({ label, value, choices, onChoose }: MenuChoicesProps) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={onChoose} aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {choices.map((choice) => (
        <Primitive.RadioItem
          key={choice.value}
          value={choice.value}
          onSelect={(event) => event.preventDefault()}
          className={line}
        >
          {choice.icon}
          {choice.label}
          <Primitive.ItemIndicator className="ml-auto text-brand-text">
            <Check />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <Primitive.Label className="px-2 pt-1.5 pb-1 text-ink-3 text-xs">{children}</Primitive.Label>;
}

export function MenuDivider() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}
