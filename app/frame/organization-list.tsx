/** The organizations in the drawer of small screens: they open in their place and push the pages down, because a menu would cover them. */
import { Building2, Check, Plus, Settings } from "lucide-react";
import { Form, Link } from "react-router";
import { Mark } from "#app/ui/avatar.tsx";
import { OrganizationButton } from "./organization-button.tsx";
import type { OrganizationMenuProps } from "./organization-menu.tsx";
import { placeLook } from "./side-navigation.tsx";

export interface OrganizationListProps extends Omit<OrganizationMenuProps, "trigger"> {
  /** Called when the person goes to a page: the drawer closes. */
  readonly onGo?: (() => void) | undefined;
}

export function OrganizationList({ organization, others, hasSettings, onGo }: OrganizationListProps) {
  return (
    <details className="mb-2 grid gap-0.5">
      <summary className={placeLook}>
        <OrganizationButton name={organization.name} logo={organization.logo} isMenu />
      </summary>
      <div className="mt-0.5 grid gap-0.5 border-y py-1.5">
        <span aria-current="true" className={placeLook}>
          <Mark name={organization.name} logo={organization.logo} />
          <span className="min-w-0 flex-1 truncate">{organization.name}</span>
          <Check />
        </span>
        {/* A full page load: nothing of the previous organization stays on the screen. */}
        <Form method="post" action="/organizations/switch" reloadDocument className="grid gap-0.5">
          {others.map(({ id, name }) => (
            <button key={id} type="submit" name="to" value={id} className={placeLook}>
              <Mark name={name} />
              <span className="min-w-0 truncate">{name}</span>
            </button>
          ))}
        </Form>
        <Link to="/organizations/new" onClick={onGo} className={placeLook}>
          <Plus />
          Create organization
        </Link>
        {hasSettings && (
          <Link to="/settings" onClick={onGo} className={placeLook}>
            <Settings />
            Organization settings
          </Link>
        )}
        <Link to="/organizations" onClick={onGo} className={placeLook}>
          <Building2 />
          All organizations
        </Link>
      </div>
    </details>
  );
}
