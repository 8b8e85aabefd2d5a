/** Copies a value; the button confirms it, visibly and for screen readers. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";

export interface CopyButtonProps {
  readonly value: string;
  /** Its action: "Copy", "Copy code". */
  readonly label: string;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
}

/** Shows "Copied" for two seconds, or that it failed. */
export function CopyButton({ value, label, variant = "quiet", size = "sm" }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | undefined>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome("copied");
    } catch {
      setOutcome(copyBySelection(value) ? "copied" : "refused");
    }
  };
  const words = outcome === "copied" ? "Copied" : outcome === "refused" ? "Couldn't copy" : label;
  return (
    <Button
      variant={variant}
      size={size}
      icon={outcome === "copied" ? <Check className="text-good" /> : <Copy />}
      onClick={copy}
      className="scriptless:hidden"
    >
      <span aria-live="polite">{words}</span>
    </Button>
  );
}

/** The old way, for pages without https, which have no clipboard API. */
function copyBySelection(value: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = value;
  area.readOnly = true;
  area.className = "fixed top-0 opacity-0";
  document.body.appendChild(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
