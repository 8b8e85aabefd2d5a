/** The panels of recovery codes: how many are left, and ten new ones, shown once. */
import { Download, Printer } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Panel } from "#app/ui/panel.tsx";

export function CodesLeftPanel({ left }: { readonly left: number }) {
  const form = useId();
  const isPending = useNavigation().formData?.get("intent") === "codes";
  return (
    <Panel title="Recovery codes">
      <Form id={form} method="post" className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          {left === 0 ? "You have no recovery codes left." : `You have ${left} of 10 recovery codes left.`}{" "}
          They let you in if you lose your phone. Creating new codes cancels the old ones.
        </p>
        <div>
          <ConfirmDialog
            form={form}
            name="intent"
            value="codes"
            variant="plain"
            pending={isPending}
            label="Create new recovery codes"
            title="Create new recovery codes?"
            sentence="Your current codes will stop working immediately. The new ones are shown only once."
            confirm="Create new codes"
          />
        </div>
      </Form>
    </Panel>
  );
}

/** Ten codes that are shown only now: they must be stored before anything else. */
export function NewCodesPanel({ codes }: { readonly codes: readonly string[] }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  return (
    <Panel title="Your recovery codes">
      <div className="grid gap-4">
        <p className="max-w-[62ch]">
          Store these ten codes somewhere other than your phone. Each works once if you lose your
          authenticator app. <strong className="font-strong">You won't see them again.</strong>
        </p>
        <ol
          ref={list}
          tabIndex={-1}
          aria-label="Recovery codes"
          className="grid w-fit gap-x-8 gap-y-1.5 rounded-md bg-sunken px-4 py-3 font-mono text-control sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
            className={buttonClass({})}
          >
            <Download /> Download
          </a>
          <CopyButton value={text} label="Copy all" variant="plain" size="md" />
          <Button icon={<Printer />} onClick={() => window.print()} className="scriptless:hidden">
            Print
          </Button>
          <ButtonLink to="/mfa-setup" variant="go">
            I've saved them
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
