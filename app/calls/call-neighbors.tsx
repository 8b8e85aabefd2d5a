// The way from a call to the one before and after it in the list that led here.
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";

export interface CallNeighborsProps {
  /** Their ids; null at the ends of the list. */
  readonly newer: string | null;
  readonly older: string | null;
  /** What the list was asked for, as the end of an address. */
  readonly asked: string;
}

export function CallNeighbors({ newer, older, asked }: CallNeighborsProps) {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label="Other calls" className="flex gap-1.5">
      <Neighbor id={newer} asked={asked} label="Newer call" rel="prev" icon={<ChevronLeft />} />
      <Neighbor id={older} asked={asked} label="Older call" rel="next" icon={<ChevronRight />} />
    </nav>
  );
}

interface NeighborProps {
  readonly id: string | null;
  readonly asked: string;
  readonly label: string;
  readonly rel: "prev" | "next";
  readonly icon: ReactNode;
}

/** At an end of the list its place stays, so that the other one does not move under the pointer. */
function Neighbor({ id, asked, label, rel, icon }: NeighborProps) {
  if (id === null)
    return (
      <span aria-hidden="true" className={buttonClass({ shape: "square" }, "opacity-40 shadow-none")}>
        {icon}
      </span>
    );
  return (
    <ButtonLink
      to={`/call-history/${id}${asked}`}
      rel={rel}
      shape="square"
      icon={icon}
      aria-label={label}
      title={label}
    />
  );
}
