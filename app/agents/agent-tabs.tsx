/** The pages of one agent, as a row of links. */
import { NavLink } from "react-router";
import { segment, segmented } from "#app/ui/choice-field.tsx";

const pages = [
  { path: "", label: "Edit" },
  { path: "/answering", label: "Who answers" },
  { path: "/tests", label: "Tests" },
  { path: "/versions", label: "Versions" },
] as const;

export function AgentTabs({ id }: { readonly id: string }) {
  return (
    <nav aria-label="This agent" className={segmented}>
      {pages.map(({ path, label }) => (
        <NavLink key={label} to={`/agents/${id}${path}`} end className={segment}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
