/** A new signing secret: shown once, with a button that copies it. */
import type { ReactNode } from "react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Panel } from "#app/ui/panel.tsx";

interface SecretShownProps {
  readonly secret: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function SecretShown({ secret, title, children }: SecretShownProps) {
  return (
    <Panel title={title} aside={<CopyButton value={secret} label="Copy secret" />}>
      <div className="grid gap-3">
        <p className="text-ink-2">{children}</p>
        <code className="wrap-anywhere block rounded-md bg-sunken p-3 font-mono text-meta">{secret}</code>
      </div>
    </Panel>
  );
}
