/** The pages of one agent, as a row of links. */
import { Link, useRouteLoaderData } from "react-router";
import { dashboardFrame } from "#app/membership/dashboard-frame.ts";
import { segment, segmented } from "#app/ui/choice-field.tsx";

const pages = [
  { path: "", label: "Edit" },
  { path: "/answering", label: "Who answers" },
  { path: "/call", label: "Call" },
  { path: "/dial", label: "Call a number" },
  { path: "/tests", label: "Tests" },
  { path: "/versions", label: "Versions" },
  { path: "/analytics", label: "Analytics" },
  { path: "/widget", label: "Widget" },
] as const;

type Path = (typeof pages)[number]["path"];

/** Those who only read meet no page that is made of doing. */
const forWriters: readonly Path[] = ["/call", "/dial", "/tests"];

interface AgentTabsProps {
  readonly id: string;
  readonly current: Path;
  readonly canWrite: boolean;
}

export function AgentTabs({ id, current, canWrite }: AgentTabsProps) {
  const { closed } = useRouteLoaderData<{ closed: string[] }>(dashboardFrame) ?? {};
  const isShown = (path: Path) =>
    path === "/analytics" ? !closed?.includes("/call-history") : canWrite || !forWriters.includes(path);
  return (
    <nav aria-label="This agent" className={segmented}>
      {pages.map(({ path, label }) =>
        !isShown(path) ? null : (
          <Link
            key={label}
            to={`/agents/${id}${path}`}
            aria-current={path === current ? "page" : undefined}
            className={segment}
          >
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}
