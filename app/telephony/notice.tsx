/** One sentence above a page about what has just happened, read out when it appears. */
import { CircleCheck, CircleX } from "lucide-react";

export interface NoticeProps {
  /** Null: nothing has happened. */
  readonly words: string | null | undefined;
  readonly isGood: boolean;
}

export function Notice({ words, isGood }: NoticeProps) {
  return (
    <div role={isGood ? "status" : "alert"} className="empty:hidden">
      {words && (
        <p
          className={`flex items-start gap-2.5 rounded-md px-3.5 py-2.5 text-control ${isGood ? "bg-good-soft text-good" : "bg-bad-soft text-bad"}`}
        >
          <span className="pt-0.5">{isGood ? <CircleCheck /> : <CircleX />}</span>
          {words}
        </p>
      )}
    </div>
  );
}
