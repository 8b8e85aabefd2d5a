// The number doctor: one button, what it found, and the repairs.
import { CircleAlert, CircleCheck, CircleX, Info, Stethoscope } from "lucide-react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Exact } from "#app/telephony/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Finding } from "./findings.ts";

export interface DoctorProps {
  /** Null: it was not asked yet. */
  readonly findings: readonly Finding[] | null;
  /** Why it could not look, or repair. */
  readonly error: string | null;
  readonly exact: string | null;
}

const icons = { good: CircleCheck, warn: CircleAlert, bad: CircleX, neutral: Info } as const;
const colors = { good: "text-good", warn: "text-warn", bad: "text-bad", neutral: "text-ink-3" } as const;
const spoken = { good: "Fine", warn: "Look at this", bad: "Wrong", neutral: "To know" } as const;

const repairWords = { webhooks: "Set webhooks again", assign: "Assign your agent" } as const;

export function Doctor({ findings, error, exact }: DoctorProps) {
  const { formData } = useNavigation();
  return (
    <Panel
      title="Number doctor"
      aside={
        <OrganizationForm preventScrollReset>
          <Button
            type="submit"
            name="do"
            value="check"
            size="sm"
            icon={<Stethoscope />}
            pending={formData?.get("do") === "check"}
          >
            {findings === null ? "Check this number" : "Check again"}
          </Button>
        </OrganizationForm>
      }
      flush
    >
      {error !== null && (
        <p role="alert" className="border-b px-4.5 py-3 text-bad">
          {error}
          <Exact words={exact} />
        </p>
      )}
      {findings === null ? (
        <p className="px-4.5 py-4 text-ink-2">
          Doesn't it ring? The doctor asks the carrier, looks at the last calls and at the agent, and says
          what's wrong.
        </p>
      ) : (
        <>
          <p role="status" className="border-b px-4.5 py-3 font-medium">
            {summaryOf(findings)}
          </p>
          <ul className="divide-y">
            {findings.map((finding) => (
              <Line key={finding.title} {...finding} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function summaryOf(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ tone }) => tone === "bad").length;
  const open = findings.filter(({ tone }) => tone === "warn").length;
  if (wrong === 0)
    return `Nothing stands in the way of a call.${open === 0 ? "" : ` ${open === 1 ? "One other thing needs" : `${open} other things need`} a look.`}`;
  return wrong === 1 ? "One thing is wrong." : `${wrong} things are wrong.`;
}

function Line({ title, tone, words, exact, repair }: Finding) {
  const Icon = icons[tone];
  const { formData } = useNavigation();
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4.5 py-3">
      <span className={`pt-0.5 ${colors[tone]}`}>
        <Icon aria-hidden="true" />
        <span className="sr-only">{`${spoken[tone]}: `}</span>
      </span>
      <span className="grid min-w-48 flex-1 gap-0.5">
        <span className="font-medium">{title}</span>
        <span className="text-control text-ink-2">
          {words}
          <Exact words={exact} />
        </span>
      </span>
      {repair !== null && (
        <OrganizationForm preventScrollReset>
          <input type="hidden" name="repair" value={repair} />
          <Button
            type="submit"
            name="do"
            value="repair"
            size="sm"
            pending={formData?.get("do") === "repair" && formData.get("repair") === repair}
          >
            {repairWords[repair]}
          </Button>
        </OrganizationForm>
      )}
    </li>
  );
}
