/** Stripe's payment form of an order whose session is known. */
import { LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { notInitialized } from "#app/billing/checkout/checkout-rules.ts";
import { type EmbeddedForm, embeddedForm } from "#app/billing/checkout/stripe-js.ts";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Scriptless } from "#app/ui/scriptless.tsx";

type Props = {
  readonly clientSecret: string;
  readonly script: string;
  readonly publishableKey: string;
};

export function OrderForm(props: Props) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

/** One try to show the form; another try is another component. */
function Attempt({
  clientSecret,
  script,
  publishableKey,
  onAgain,
}: Props & { readonly onAgain: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"starting" | "shown" | "failed">("starting");
  useEffect(() => {
    let isLeft = false;
    let form: EmbeddedForm | null = null;
    embeddedForm({ script, publishableKey }, clientSecret)
      .then((made) => {
        if (isLeft || place.current === null) return made.destroy();
        form = made;
        made.mount(place.current);
        setState("shown");
      })
      .catch(() => {
        if (!isLeft) setState("failed");
      });
    return () => {
      isLeft = true;
      form?.destroy();
    };
  }, [clientSecret, script, publishableKey]);
  return (
    <div className="grid min-w-0 gap-4">
      <Scriptless>
        <p className="rounded-md bg-warn-soft px-3 py-2.5 text-control text-warn">
          Paying needs JavaScript. Turn it on in your browser and reload this page; nothing was charged.
        </p>
      </Scriptless>
      {state === "starting" && (
        <p
          role="status"
          className="flex min-h-60 items-center justify-center gap-2 text-ink-2 scriptless:hidden"
        >
          <LoaderCircle className="animate-spin" />
          Loading the payment form…
        </p>
      )}
      {state === "failed" && (
        <div className="grid justify-items-start gap-3">
          <FormErrors errors={[notInitialized]} />
          <Button variant="go" onClick={onAgain}>
            Try Again
          </Button>
        </div>
      )}
      {/* Stripe's form is light whatever the theme, so it stands on a light ground. */}
      <div ref={place} data-theme="light" className="themed min-w-0 rounded-md bg-surface empty:hidden" />
    </div>
  );
}
