// The texts, calls and deeds of one person's thread, oldest first, under the days they happened on.
import { Image, Phone } from "lucide-react";
import { Link } from "react-router";
import { cx } from "#app/ui/cx.ts";
import type { Shown } from "./text-words.ts";

export function TimeLine({ items }: { readonly items: readonly Shown[] }) {
  return (
    <ol className="grid gap-2 px-4.5 py-4">
      {items.map((item, at) => (
        <li key={item.id} className="grid">
          {item.day !== items[at - 1]?.day && (
            <p className="py-2 text-center text-ink-3 text-meta first-letter:uppercase">{item.day}</p>
          )}
          <Entry item={item} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ item }: { readonly item: Shown }) {
  if (item.is === "note")
    return (
      <p className="wrap-anywhere text-center text-ink-3 text-meta" title={item.exactly}>
        {item.text}
      </p>
    );
  if (item.is === "call")
    return (
      <p className="flex flex-wrap items-center justify-center gap-x-2 py-1 text-meta" title={item.exactly}>
        <Phone aria-hidden="true" className="size-3.5 text-ink-3" />
        <Link to={`/call-history/${item.id}`}>{item.text}</Link>
        <span className="text-ink-3">
          {[item.outcome, item.length, item.time].filter((part) => part !== null).join(" · ")}
        </span>
      </p>
    );
  const isOurs = item.side === "ours";
  return (
    <div
      className={cx(
        "grid max-w-[85%] gap-1",
        isOurs ? "justify-items-end justify-self-end" : "justify-items-start justify-self-start",
      )}
    >
      <p
        className={cx(
          "wrap-anywhere whitespace-pre-wrap rounded-lg px-3.5 py-2",
          isOurs ? "bg-brand-soft" : "border bg-sunken",
        )}
      >
        {item.pictures !== null && (
          <span className="flex items-center gap-1.5 text-ink-2">
            <Image aria-hidden="true" className="size-4" />
            {item.pictures}
          </span>
        )}
        {item.text}
      </p>
      <p className={cx("text-ink-3 text-meta", isOurs && "text-right")} title={item.exactly}>
        {[item.by, item.time].filter((part) => part !== "").join(" · ")}
        {item.status !== null && (
          <>
            {" · "}
            <span className={cx(item.status.isBad && "text-bad")}>{item.status.words}</span>
          </>
        )}
        {item.why !== null && <span className="block">{item.why}</span>}
      </p>
    </div>
  );
}
