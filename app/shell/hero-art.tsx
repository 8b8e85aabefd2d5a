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

export function HeroArt({ className }: { readonly className: string }) {
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
