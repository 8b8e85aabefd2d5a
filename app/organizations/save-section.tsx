/** The button that saves one part of /settings. */
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";

export interface SaveSectionProps {
  /** What the form sends as its intent. */
  readonly section: string;
  readonly children: ReactNode;
}

export function SaveSection({ section, children }: SaveSectionProps) {
  const isPending = useNavigation().formData?.get("intent") === section;
  return (
    <div>
      <Button type="submit" name="intent" value={section} variant="go" pending={isPending}>
        {children}
      </Button>
    </div>
  );
}
