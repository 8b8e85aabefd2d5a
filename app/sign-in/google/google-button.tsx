/** "Continue with Google", above the form with a password. */
import { useSearchParams } from "react-router";
import { DocumentLink } from "#app/shell/document-link.tsx";
import { Button } from "#app/ui/button.tsx";

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
        By continuing with Google, you agree to the <DocumentLink to="/terms">Terms of Service</DocumentLink>{" "}
        and <DocumentLink to="/privacy">Privacy Policy</DocumentLink>.
      </p>
    </form>
  );
}

/** Google's logo in its own four colors, as its brand rules require: not tinted, and the same in the dark theme. */
function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4.5">
      <path
        fill="#4285f4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#fbbc05" d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88l3.66-2.84z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1A11 11 0 0 0 2.18 7.06l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38z"
      />
    </svg>
  );
}
