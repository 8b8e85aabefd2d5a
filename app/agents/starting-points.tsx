/** The three starting points of an agent side by side, each created with one button. */
import { Fragment } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { type StartingPoint, startingPoints } from "./starting-point-words.ts";

export function StartingPoints() {
  const { formData } = useNavigation();
  const chosen = formData?.get("kind");
  return (
    <OrganizationForm action="/agents/new" className="@container">
      <div className="grid divide-y @min-[48rem]:grid-cols-3 @min-[48rem]:divide-x @min-[48rem]:divide-y-0">
        {startingPoints.map((point) => (
          <section key={point.kind} className="flex flex-col items-start gap-4 p-4.5 @min-[48rem]:p-6">
            <div className="grid gap-1">
              <h2>{point.title}</h2>
              <p className="text-ink-2">{point.does}</p>
            </div>
            <Exchange sample={point.sample} />
            <Button
              type="submit"
              name="kind"
              value={point.kind}
              pending={chosen === point.kind}
              className="mt-auto"
            >
              {`Use ${point.title}`}
            </Button>
          </section>
        ))}
      </div>
    </OrganizationForm>
  );
}

/** A few lines of a call, as a script. */
function Exchange({ sample }: { readonly sample: StartingPoint["sample"] }) {
  return (
    <dl
      aria-label="Sample call"
      className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2.5 gap-y-1.5 text-control"
    >
      {sample.map(({ who, words }) => (
        <Fragment key={words}>
          <dt className={who === "agent" ? "text-brand-text" : "text-ink-3"}>
            {who === "agent" ? "Agent" : "Caller"}
          </dt>
          <dd>{words}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
