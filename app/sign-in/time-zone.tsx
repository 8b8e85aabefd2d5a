/** A hidden field of the forms that may found an organization. */
import { useEffect, useRef } from "react";

/** The browser's time zone, so that the organization's calls are shown in its own hours from the start. */
export function TimeZone() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }, []);
  return <input ref={field} type="hidden" name="time_zone" />;
}
