/** "Continue with Google", above the form with a password. */
import { useSearchParams } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** What the address says and the way back must know. */
const carried = ["returnPath", "ref", "state", "token", "invitation", "intent"];

/** A form of its own that is sent as a document, because its way leads off this site. */
export function GoogleButton() {
  const [searchParams] = useSearchParams();
  return (
    <form method="get" action="/auth/google" className="grid gap-2">
      {carried.map((name) => {
        const value = searchParams.get(name);
        return value === null ? null : <input key={name} type="hidden" name={name} value={value} />;
      })}
      <Button type="submit" size="lg" wide>
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
