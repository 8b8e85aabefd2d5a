/** The buttons that use passkeys, and the passkeys that the browser offers in the address field. */
import { KeyRound } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigation, useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** Loaded only when a passkey is used. */
const library = () => import("@simplewebauthn/browser");

type Challenge = { challenge: string };

/** The answer of our own server; the browser validates every field of it. */
const isOptions = <T extends Challenge>(json: unknown): json is T =>
  typeof json === "object" && json !== null && "challenge" in json && typeof json.challenge === "string";

async function optionsFor<T extends Challenge>(purpose: "use" | "confirm" | "add"): Promise<T> {
  const answer = await fetch("/passkeys/options", {
    method: "POST",
    body: new URLSearchParams({ for: purpose }),
  });
  if (!answer.ok) throw new Error(`no passkey options: ${answer.status}`);
  const json: unknown = await answer.json();
  if (!isOptions<T>(json)) throw new Error("no passkey options in the answer");
  return json;
}

/** A person who closes the browser's own window has not caused an error. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

async function use(inField: boolean, purpose: "use" | "confirm" = "use"): Promise<string> {
  const { startAuthentication } = await library();
  const answer = await startAuthentication({
    optionsJSON: await optionsFor(purpose),
    useBrowserAutofill: inField,
  });
  return JSON.stringify(answer);
}

type Props = {
  readonly children: string;
  /** Also offers passkeys in the address field (`autocomplete="username webauthn"`). */
  readonly inField?: boolean;
};

/** Signs in with a passkey, or replaces the code at the two-factor step: the page's action takes intent `passkey`. */
export function UsePasskey({ children, inField = false }: Props) {
  const submit = useSubmit();
  const isPending = useNavigation().formData?.get("intent") === "passkey";
  const [failed, setFailed] = useState(false);
  const send = useEffectEvent((credential: string) =>
    submit({ intent: "passkey", credential }, { method: "post" }),
  );
  useEffect(() => {
    if (!inField) return;
    let isGone = false;
    const offer = async () => {
      if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
      const credential = await use(true);
      if (!isGone) send(credential);
    };
    // What the browser offers by itself may fail silently: the button and the password are there.
    offer().catch(() => undefined);
    return () => {
      isGone = true;
      library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, [inField]);
  const press = async () => {
    setFailed(false);
    try {
      submit({ intent: "passkey", credential: await use(false) }, { method: "post" });
    } catch (error) {
      if (!isCancelled(error)) setFailed(true);
    }
  };
  return (
    <div className="grid gap-1.5 scriptless:hidden passkeyless:hidden">
      <Button size="lg" wide icon={<KeyRound />} onClick={press} pending={isPending}>
        {children}
      </Button>
      <p role="status" className="text-bad text-meta empty:hidden">
        {failed &&
          (navigator.onLine ? "This browser couldn't use a passkey here." : "No internet connection")}
      </p>
    </div>
  );
}

/** Confirms identity with a passkey; `send` gets the answer as text, for a form. */
export function ConfirmWithPasskey({
  send,
  isPending,
}: {
  readonly send: (credential: string) => void;
  readonly isPending: boolean;
}) {
  const [failed, setFailed] = useState(false);
  const press = async () => {
    setFailed(false);
    try {
      send(await use(false, "confirm"));
    } catch (error) {
      if (!isCancelled(error)) setFailed(true);
    }
  };
  return (
    <div className="grid justify-items-start gap-1.5 scriptless:hidden passkeyless:hidden">
      <Button icon={<KeyRound />} onClick={press} pending={isPending}>
        Confirm with a passkey
      </Button>
      <p role="status" className="text-bad text-meta empty:hidden">
        {failed && "This browser couldn't use a passkey here."}
      </p>
    </div>
  );
}

/** Creates a passkey; `keep` gets the answer as text, for a form. */
export function AddPasskey({
  keep,
  isPending,
}: {
  readonly keep: (credential: string) => void;
  readonly isPending: boolean;
}) {
  const [failed, setFailed] = useState(false);
  const press = async () => {
    setFailed(false);
    try {
      const { startRegistration } = await library();
      keep(JSON.stringify(await startRegistration({ optionsJSON: await optionsFor("add") })));
    } catch (error) {
      if (!isCancelled(error)) setFailed(true);
    }
  };
  return (
    <>
      <div className="grid justify-items-start gap-1.5 scriptless:hidden passkeyless:hidden">
        <Button icon={<KeyRound />} onClick={press} pending={isPending}>
          Add a passkey
        </Button>
        <p role="status" className="text-bad text-meta empty:hidden">
          {failed && "This browser couldn't create a passkey here."}
        </p>
      </div>
      <p className="hidden text-ink-2 scriptless:block passkeyless:block">
        This browser can't add one. Use a browser that supports passkeys, with JavaScript turned on.
      </p>
    </>
  );
}
