/** A color as a hex code beside the browser's own picker, with the contrast of white text on it. */
import { useRef } from "react";
import { contrastUnderWhite, nearestReadable, readableRatio } from "#app/branding/readable-color.ts";
import { hexColor } from "#app/platform/hex-color.ts";
import { Field, type FieldProps } from "#app/ui/field.tsx";
import { Tag } from "#app/ui/tag.tsx";

export interface ColorFieldProps extends FieldProps {
  /** What stands in the field now. */
  readonly typed: string;
  /** The color that shows while the field is empty. */
  readonly fallback: string;
}

export function ColorField({ typed, fallback, label, ...field }: ColorFieldProps) {
  const text = useRef<HTMLInputElement>(null);
  const color = typed.trim() === "" ? fallback : (hexColor(typed) ?? fallback);
  /** As if it had been typed, so that the form and the preview hear of it. */
  const choose = (hex: string) => {
    if (!text.current) return;
    text.current.value = hex;
    text.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="grid gap-2">
      <Field {...field} label={label}>
        {({ defaultValue, ...control }) => (
          <div className="flex max-w-70 gap-2">
            <input
              type="color"
              aria-label={`Pick the ${String(label).toLowerCase()}`}
              value={color}
              onChange={(event) => choose(event.currentTarget.value)}
              className="h-9.5 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1 scriptless:hidden pointer-coarse:h-11"
            />
            <input
              key={field.of.key}
              {...control}
              ref={text}
              defaultValue={defaultValue}
              type="text"
              placeholder={fallback}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              className="control font-mono"
            />
          </div>
        )}
      </Field>
      <Contrast color={color} onChoose={choose} />
    </div>
  );
}

function Contrast({ color, onChoose }: { readonly color: string; readonly onChoose: (hex: string) => void }) {
  const ratio = contrastUnderWhite(color);
  const nearest = nearestReadable(color);
  return (
    <div className="flex flex-wrap items-center gap-2 text-ink-2 text-meta tabular-nums scriptless:hidden">
      <span>White text on it: {ratio.toFixed(2)}:1</span>
      {ratio >= readableRatio ? (
        <Tag tone="good">Passes AA</Tag>
      ) : (
        <>
          <Tag tone="warn">Below AA</Tag>
          <button
            type="button"
            onClick={() => onChoose(nearest)}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm font-medium text-brand-text hover:underline max-md:min-h-11"
          >
            <span
              aria-hidden="true"
              className="size-3.5 rounded-sm ring-1 ring-line"
              style={{ background: nearest }}
            />
            Use {nearest}
          </button>
        </>
      )}
    </div>
  );
}
