/** Draws toasts with sonner: at most 3, 4 s, 356 px wide (docs/product.md, "Constants"), in our colours. */
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useRef } from "react";
import { useFetchers, useNavigation } from "react-router";
import { toast as draw, Toaster as Sonner } from "sonner";
import { type ConnectionWatch, watchConnection } from "./connection-watch.ts";
import { hearToasts, type Toast } from "./toast.ts";
import { watchUpdates } from "./update-watch.ts";

const icons = {
  good: <CircleCheck className="text-good" />,
  bad: <CircleX className="text-bad" />,
  neutral: undefined,
};

// The same words make one toast, however often they are shown.
function show({ words, detail, tone = "neutral", lasts_ms = 4000, action, id = words }: Toast) {
  draw(words, {
    description: detail,
    duration: lasts_ms,
    icon: icons[tone],
    id,
    ...(action && { action: { label: action.label, onClick: action.onPress } }),
  });
}

export default function Toaster() {
  useEffect(() => hearToasts((toast) => ("hide" in toast ? draw.dismiss(toast.hide) : show(toast))), []);
  useEffect(watchUpdates, []);
  useConnectionWatch();
  return (
    <Sonner
      visibleToasts={3}
      duration={4000}
      position="bottom-right"
      offset={20}
      mobileOffset={{ bottom: 88, left: 16, right: 16 }}
      toastOptions={{ unstyled: true, classNames }}
    />
  );
}

function useConnectionWatch(): void {
  const watch = useRef<ConnectionWatch>(null);
  const isBusy = [useNavigation(), ...useFetchers()].some(({ state }) => state !== "idle");
  useEffect(() => {
    watch.current = watchConnection();
    return () => watch.current?.stop();
  }, []);
  useEffect(() => watch.current?.busy(isBusy), [isBusy]);
}

const classNames = {
  toast:
    "flex w-89 font-sans max-w-[calc(100vw-2rem)] items-center gap-3 rounded-lg border bg-surface px-4 py-3 text-control text-ink shadow-lift",
  content: "grid min-w-0 flex-1 gap-0.5",
  title: "font-strong",
  description: "text-ink-2 text-meta",
  actionButton: "shrink-0 rounded-sm px-2 py-1 font-strong text-brand-text hover:bg-brand-soft",
};
