/** The sign-in screen: the form at the left, what the product does at the right, in the brand's words. */
import type { ReactNode } from "react";
import { Mark, type MarkProps } from "#app/ui/avatar.tsx";
import { ToastRegion } from "#app/ui/toast-region.tsx";
import { ArrivalNotice } from "./arrival-notice.tsx";
import { BrandFooter, type BrandFooterProps } from "./brand-footer.tsx";
import { ProgressLine, RouteAnnouncer } from "./navigation-feedback.tsx";

export interface AuthFrameProps {
  readonly brand: MarkProps;
  /** The words at the right: auth_hero_* of the branding, falling back to hero_* (docs/product.md, "Brand on screens"). */
  readonly hero: { readonly headline: string; readonly description?: string | null | undefined };
  readonly footer?: BrandFooterProps | undefined;
  readonly children: ReactNode;
}

export function AuthFrame({ brand, hero, footer, children }: AuthFrameProps) {
  return (
    <>
      <ProgressLine />
      <div className="grid min-h-dvh bg-surface md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <div className="flex flex-col px-6 py-10 max-md:pt-14">
          {/* From a fixed top, so that steps and errors of other heights move nothing above them. */}
          <main className="mx-auto mb-auto grid w-full max-w-90 grid-cols-[minmax(0,1fr)] gap-6 md:mt-[max(0rem,min(6rem,50vh-24rem))]">
            <div className="flex items-center gap-2.5">
              <Mark {...brand} large />
              <span className="font-semibold text-script">{brand.name}</span>
            </div>
            {children}
          </main>
          <div className="mx-auto w-full max-w-90">
            <ArrivalNotice />
            {footer && <BrandFooter {...footer} />}
          </div>
        </div>
        <Hero {...hero} />
      </div>
      <RouteAnnouncer />
      <ToastRegion />
    </>
  );
}

/** The title of an auth screen and the sentence under it. */
export function AuthTitle({ title, sentence }: { readonly title: string; readonly sentence?: ReactNode }) {
  return (
    <div className="grid gap-1 wrap-anywhere">
      <h1 tabIndex={-1} className="text-display">
        {title}
      </h1>
      {sentence !== undefined && <p className="text-ink-2">{sentence}</p>}
    </div>
  );
}

const conversation = [
  ["Caller", "Hi, can I still get in this week?"],
  ["Agent", "Of course. Thursday at ten or Friday at half past two?"],
  ["Caller", "Friday's great."],
  ["Agent", "Done. You're booked for Friday at half past two."],
] as const;

function Hero({ headline, description }: AuthFrameProps["hero"]) {
  return (
    <aside
      aria-label="About"
      className="relative hidden content-between gap-10 overflow-clip bg-(--hero-base) p-14 text-on-hero [background-image:var(--hero-light)] md:grid"
    >
      <HeroArt className="absolute inset-x-0 top-[30%] h-[34%] w-full" />
      <div className="relative">
        <p className="max-w-[15ch] text-balance font-semibold text-hero">{headline}</p>
        {description && <p className="mt-3.5 max-w-[44ch] text-lead opacity-92">{description}</p>}
      </div>
      <div
        aria-hidden="true"
        className="relative grid w-full max-w-100 gap-2.5 rounded-xl border border-hero-line bg-hero-card p-4.5"
      >
        {conversation.map(([who, words]) => (
          <div key={words} className="grid grid-cols-[3.25rem_minmax(0,1fr)] gap-2.5">
            <span className="opacity-75">{who}</span>
            <span>{words}</span>
          </div>
        ))}
      </div>
    </aside>
  );
}

/** Draws the voice on the sign-in screen as sums of sines, so that every server and browser draws the same lines. */

const bars = 80;
const middle = 110;

/** Half a bar's height and its strength (0 weak to 3 strong), for the bar at this place. */
function bar(place: number): { readonly half: number; readonly strength: number } {
  const swell = Math.abs(Math.sin(place * 0.21) * Math.sin(place * 0.047 + 1.1));
  const ripple = Math.abs(Math.sin(place * 0.49 + 0.6));
  const half = 8 + 88 * (0.35 * swell + 0.65 * swell * ripple + 0.18 * ripple);
  return {
    half: Math.min(100, half),
    strength: Math.min(3, Math.floor(4 * Math.abs(Math.cos(place * 0.083 + 0.9)))),
  };
}

/** One path per strength: 80 bars in about 1.5 KB of HTML. */
const paths = [0, 1, 2, 3].map((strength) =>
  Array.from({ length: bars }, (_, place) => ({ place, ...bar(place) }))
    .filter((one) => one.strength === strength)
    .map(({ place, half }) => `M${place * 8 + 4} ${(middle - half).toFixed(0)}v${(2 * half).toFixed(0)}`)
    .join(""),
);

const opacities = ["opacity-10", "opacity-15", "opacity-20", "opacity-25"];

function HeroArt({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 640 220" preserveAspectRatio="none" aria-hidden="true" className={className}>
      {paths.map((path, strength) => (
        <path
          key={opacities[strength]}
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
          className={opacities[strength]}
        />
      ))}
    </svg>
  );
}
