/** The organization's menu at the top of the navigation: the current one and the person's others, a new one, the settings. It is loaded and opened with the first press. */
import { Building2, Plus, Settings } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { Mark } from "#app/ui/avatar.tsx";
import { Menu, MenuAction, MenuChoices, MenuDivider } from "#app/ui/menu.tsx";

export interface OrganizationMenuProps {
  readonly trigger: ReactNode;
  readonly organization: {
    readonly id?: string | undefined;
    readonly name: string;
    readonly logo?: string | null | undefined;
  };
  /** The person's other organizations, the first few of them. */
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  /** Whether the person may open the settings. */
  readonly hasSettings: boolean;
}

export default function OrganizationMenu(props: OrganizationMenuProps) {
  const { trigger, organization, others, hasSettings } = props;
  const navigate = useNavigate();
  // The form is outside of the menu, because the menu is removed before a submit inside it could be sent.
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<HTMLInputElement>(null);
  const current = organization.id ?? "";
  const switchTo = (id: string) => {
    if (!wanted.current || id === current) return;
    wanted.current.value = id;
    form.current?.requestSubmit();
  };
  return (
    <>
      {/* A full page load: nothing of the previous organization stays on the screen. */}
      <Form ref={form} method="post" action="/organizations/switch" reloadDocument className="hidden">
        <input ref={wanted} type="hidden" name="to" />
      </Form>
      <Menu trigger={trigger} side="right" isOpenAtFirst>
        <MenuChoices
          label="Organizations"
          value={current}
          choices={[
            {
              value: current,
              label: organization.name,
              icon: <Mark name={organization.name} logo={organization.logo} />,
            },
            ...others.map(({ id, name }) => ({ value: id, label: name, icon: <Mark name={name} /> })),
          ]}
          onChoose={switchTo}
          closes
        />
        <MenuDivider />
        <MenuAction icon={<Plus />} onChoose={() => navigate("/organizations/new")}>
          Create organization
        </MenuAction>
        {hasSettings && (
          <MenuAction icon={<Settings />} onChoose={() => navigate("/settings")}>
            Organization settings
          </MenuAction>
        )}
        <MenuAction icon={<Building2 />} onChoose={() => navigate("/organizations")}>
          All organizations
        </MenuAction>
      </Menu>
    </>
  );
}
