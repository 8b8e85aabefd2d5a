/** "Invite people" on /users: a dialog, or a panel of the page where scripts are off. */
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Scriptless } from "#app/ui/scriptless.tsx";
import { InviteForm, type InviteFormProps, inviteSentence } from "./invite-form.tsx";
import type { InviteReply } from "./invited-addresses.ts";

const dialog = () => import("./invite-dialog.tsx");
const InviteDialog = lazy(dialog);

/** The panel's id, and the part of the address that opens the dialog. */
const place = "invite";

type Props = Omit<InviteFormProps, "id">;

const isUnfinished = ({ left, errors }: InviteReply): boolean =>
  left !== "" || errors.role !== undefined || errors.emails !== undefined;

/** The button; its dialog closes when everyone was invited, and stays open for what is left. */
export function InvitePeople(props: Props) {
  const { reply } = props;
  const location = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [isWanted, want] = useState(false);
  useEffect(() => {
    if (location.hash !== `#${place}`) return;
    want(true);
    setOpen(true);
  }, [location]);
  useEffect(() => {
    if (reply === null) return;
    want(isUnfinished(reply));
    setOpen(isUnfinished(reply));
  }, [reply]);
  return (
    <>
      <a
        href={`#${place}`}
        aria-haspopup="dialog"
        className={buttonClass({ variant: "go" })}
        onPointerEnter={dialog}
        onClick={(event) => {
          event.preventDefault();
          want(true);
          setOpen(true);
        }}
      >
        Invite people
      </a>
      {isWanted && (
        <Suspense>
          <InviteDialog {...props} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

export const InvitePanel = (props: Props) => (
  <Scriptless>
    <Panel title="Invite people" id={place}>
      <div className="grid max-w-120 gap-4">
        <p className="text-ink-2">{inviteSentence}</p>
        <InviteForm id="invite" {...props} />
      </div>
    </Panel>
  </Scriptless>
);
