/** The templates of trades as a list, each created with one button. */
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { tradeIds, tradeWords } from "./trades/trade-words.ts";

export function TradeList() {
  const { formData } = useNavigation();
  const chosen = formData?.get("trade");
  return (
    <OrganizationForm action="/agents/new">
      <ul data-rows="" className="grid divide-y">
        {tradeIds.map((trade) => {
          const { title, does } = tradeWords[trade];
          return (
            <li key={trade} className="flex flex-wrap items-center gap-3 px-4.5 py-3.25">
              <div className="min-w-60 flex-1">
                <b className="font-strong">{title}</b>
                <p className="text-control text-ink-2">{does}</p>
              </div>
              <Button
                type="submit"
                name="trade"
                value={trade}
                size="sm"
                pending={chosen === trade}
                aria-label={`Use ${title}`}
              >
                Use
              </Button>
            </li>
          );
        })}
      </ul>
    </OrganizationForm>
  );
}
