/** "Continue with Google", above the form with a password. */
import { useSearchParams } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { GoogleMark } from "./google-mark.tsx";

/** Parameters of the address that the way back needs. */
const carried = ["returnPath", "ref", "state", "token", "invitation", "intent"];

/** The button, and the separator between it and the form. */
export function GoogleButton() {
  return (
    <>
      <ToGoogle />
      <div className="flex items-center gap-3 text-ink-3 text-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
    </>
  );
}

/** A separate form that is sent as a document, because it leads off this site. */
function ToGoogle() {
  const [searchParams] = useSearchParams();
  return (
    <form method="get" action="/auth/google" className="grid gap-2">
      {carried.map((name) => {
        const value = searchParams.get(name);
        return value === null ? null : <input key={name} type="hidden" name={name} value={value} />;
      })}
      <Button type="submit" size="lg" wide icon={<GoogleMark />}>
        Continue with Google
      </Button>
      <p className="text-center text-ink-3 text-meta">
        By continuing with Google you agree to the{" "}
        <a
          href="/terms"
          target="_blank"
          rel="noopener"
          className="underline underline-offset-2 hover:text-ink"
        >
          Terms of Service
        </a>{" "}
        and{" "}
        <a
          href="/privacy"
          target="_blank"
          rel="noopener"
          className="underline underline-offset-2 hover:text-ink"
        >
          Privacy Policy
        </a>
        .
      </p>
    </form>
  );
}
