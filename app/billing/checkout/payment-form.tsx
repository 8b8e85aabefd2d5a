/** Stripe's payment form inside our page: loaded, shown, tried again. */
import { LoaderCircle } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Scriptless } from "#app/ui/scriptless.tsx";
import { notInitialized } from "./checkout-rules.ts";
import type { EmbeddedForm } from "./stripe-js.ts";

type Props = {
  /** Makes the form, or says in words why there is none. Asked once for each try. */
  readonly open: () => Promise<EmbeddedForm | string>;
};

type State = { is: "starting" } | { is: "shown" } | { is: "failed"; words: string };

/** Draws the form into `place`, once. */
function useForm({ open }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [state, set] = useState<State>({ is: "starting" });
  const opened = useEffectEvent(open);
  useEffect(() => {
    let isLeft = false;
    let form: EmbeddedForm | null = null;
    const show = async () => {
      const made = await opened();
      if (typeof made === "string") {
        if (!isLeft) set({ is: "failed", words: made });
        return;
      }
      if (isLeft || place.current === null) {
        made.destroy();
        return;
      }
      form = made;
      made.mount(place.current);
      set({ is: "shown" });
    };
    show().catch(() => {
      if (!isLeft) set({ is: "failed", words: notInitialized });
    });
    return () => {
      isLeft = true;
      form?.destroy();
    };
  }, []);
  return { place, state };
}

export function PaymentForm(props: Props) {
  const [attempt, count] = useState(0);
  return <Attempt key={attempt} {...props} again={() => count(attempt + 1)} />;
}

/** One try to show the form; the next one begins anew. */
function Attempt({ again, ...props }: Props & { readonly again: () => void }) {
  const { place, state } = useForm(props);
  const tryAgain = useEffectEvent(again);
  // A connection that comes back is a reason to try again without being asked.
  useEffect(() => {
    if (state.is !== "failed") return;
    const hear = () => tryAgain();
    window.addEventListener("online", hear);
    return () => window.removeEventListener("online", hear);
  }, [state.is]);
  return (
    <div className="grid min-w-0">
      <Scriptless>
        <p className="m-4.5 rounded-md bg-warn-soft px-3 py-2.5 text-control text-warn">
          Paying needs JavaScript. Turn it on in your browser and reload this page; nothing was charged.
        </p>
      </Scriptless>
      {state.is === "starting" && (
        <p
          role="status"
          className="flex min-h-60 items-center justify-center gap-2 text-ink-2 scriptless:hidden"
        >
          <LoaderCircle className="animate-spin" />
          Loading the payment form…
        </p>
      )}
      {state.is === "failed" && (
        <div className="grid justify-items-start gap-3 p-4.5">
          <FormErrors errors={[state.words]} />
          <Button variant="go" onClick={again}>
            Try Again
          </Button>
        </div>
      )}
      {/* Stripe's form is light whatever the theme, so it stands on a light ground. */}
      <div ref={place} data-theme="light" className="themed min-w-0 bg-surface empty:hidden" />
    </div>
  );
}
