/** The sheet of keyboard shortcuts. It is loaded with the first question mark. */
import { useId, useState } from "react";
import { commandKeys } from "#app/shell/command-context.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { hasSingleKeys, setSingleKeys } from "./frame-keys.tsx";

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

const single: readonly Shortcut[] = [
  { keys: ["J", "↓"], does: "Next row in a list" },
  { keys: ["K", "↑"], does: "Previous row in a list" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["?"], does: "Show these shortcuts" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
];

export interface ShortcutSheetProps {
  readonly hasCommandKey: boolean;
  readonly onClose: () => void;
}

export default function ShortcutSheet({ hasCommandKey, onClose }: ShortcutSheetProps) {
  const id = useId();
  const [isOn, turn] = useState(hasSingleKeys);
  const menu = { keys: [commandKeys({ hasCommandKey })], does: "Open search" };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts">
      <dl className="divide-y text-control">
        {[menu, ...single].map((one) => (
          <Line key={one.does} {...one} />
        ))}
      </dl>
      <div className="flex items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          className="tick"
          checked={isOn}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            turn(target.checked);
          }}
        />
        <div className="grid">
          <label htmlFor={id} className="font-medium text-control">
            Single-key shortcuts
          </label>
          <p id={`${id}-hint`} className="text-ink-2 text-meta">
            Turn off J, K and ? if they get in your way. Saved in this browser.
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function Line({ keys, does }: Shortcut) {
  return (
    <div className="flex items-center justify-between gap-4 py-2">
      <dt className="text-ink-2">{does}</dt>
      <dd className="flex gap-1.5">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-medium font-sans text-meta"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
