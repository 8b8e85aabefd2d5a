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
          {left === 0 ? "None of your recovery codes is left." : `${left} of 10 recovery codes are left.`}{" "}
          They let you in when your phone is lost. New ones make the old ones useless.
        </p>
        <div>
          <ConfirmDialog
            form={form}
            name="intent"
            value="codes"
            variant="plain"
            pending={isPending}
            label="Make new recovery codes"
            title="Make new recovery codes?"
            sentence="The codes that you have now stop working at once. You see the new ones this once."
            confirm="Make new codes"
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
          Keep these ten codes where your phone is not. Each lets you in once when your authenticator app is
          lost. <strong className="font-strong">They are shown only now.</strong>
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
            I have kept them
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
