/** When a form was refused because its page was drawn for another organization: offers to switch back without leaving the form. */
import { minute_ms } from "#app/platform/durations.ts";
import { showToast } from "#app/ui/toast.ts";

/** Long enough to read both names and decide; sending the form again offers it again. */
const lasts_ms = minute_ms;

/** Switches back to the organization that the tab shows; what was typed stays. */
async function switchBack(to: string): Promise<void> {
  const body = new URLSearchParams({ to });
  const answer = await fetch("/organizations/switch", { method: "POST", body, redirect: "manual" }).catch(
    () => null,
  );
  // The answer redirects to a page, which is not followed here.
  if (answer?.type === "opaqueredirect")
    showToast({ words: "You look at this organization again.", detail: "Send your form once more." });
  else showToast({ words: "That did not work.", detail: "Reload the page, and try again.", tone: "bad" });
}

/**
 * Says why a form was refused, above the page that still holds what was typed.
 * @param drawnFor the organization that the tab shows
 */
export function offerSwitchBack(sentence: string | undefined, drawnFor: string): void {
  showToast({
    id: "other-organization",
    words: "This tab shows another organization",
    detail: sentence,
    tone: "bad",
    lasts_ms,
    action: { label: "Switch back", onPress: () => void switchBack(drawnFor) },
  });
}
