/** The pages of one agent, as a row of links. */
import { Link } from "react-router";
import { segment, segmented } from "#app/ui/choice-field.tsx";

const pages = [
  { path: "", label: "Edit" },
  { path: "/answering", label: "Who answers" },
  { path: "/tests", label: "Tests" },
  { path: "/versions", label: "Versions" },
] as const;

type Path = (typeof pages)[number]["path"];

export function AgentTabs({ id, current }: { readonly id: string; readonly current: Path }) {
  return (
    <nav aria-label="This agent" className={segmented}>
      {pages.map(({ path, label }) => (
        <Link
          key={label}
          to={`/agents/${id}${path}`}
          aria-current={path === current ? "page" : undefined}
          className={segment}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
