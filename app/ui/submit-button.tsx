/** The button that sends a form of the sign-in screen: busy while it is under way, and disabled without a connection. */
import { type ReactNode, useSyncExternalStore } from "react";
import { useNavigation } from "react-router";
import { Button, type ButtonVariant } from "./button.tsx";

function hearConnection(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

const useIsOnline = (): boolean =>
  useSyncExternalStore(
    hearConnection,
    () => navigator.onLine,
    () => true,
  );

type Props = {
  /** The form's `intent`, which identifies its own submission. */
  readonly intent: string;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
};

export function SubmitButton({ intent, variant = "go", children }: Props) {
  const { state, formData } = useNavigation();
  const isOnline = useIsOnline();
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant={variant}
      size="lg"
      wide
      disabled={!isOnline}
      pending={state !== "idle" && formData?.get("intent") === intent}
    >
      {isOnline ? children : "No Internet Connection"}
    </Button>
  );
}
