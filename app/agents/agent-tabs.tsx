/** The pages of one agent, as a row of links. */
import { Link } from "react-router";
import { segment, segmented } from "#app/ui/choice-field.tsx";

const pages = [
  { path: "", label: "Edit" },
  { path: "/answering", label: "Who answers" },
  { path: "/call", label: "Call" },
  { path: "/tests", label: "Tests" },
  { path: "/versions", label: "Versions" },
  { path: "/widget", label: "Widget" },
] as const;

type Path = (typeof pages)[number]["path"];

/** Those who only read meet no page that is made of doing. */
const forWriters: readonly Path[] = ["/call", "/tests"];

interface AgentTabsProps {
  readonly id: string;
  readonly current: Path;
  readonly canWrite: boolean;
}

export function AgentTabs({ id, current, canWrite }: AgentTabsProps) {
  return (
    <nav aria-label="This agent" className={segmented}>
      {pages.map(({ path, label }) =>
        !canWrite && forWriters.includes(path) ? null : (
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
