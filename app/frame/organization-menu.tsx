/** The organization's menu at the top of the navigation: the person's other organizations. It is loaded and opened with the first press. */
import { Building2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { Mark } from "#app/ui/avatar.tsx";
import { Menu, MenuAction, MenuDivider, MenuLabel } from "#app/ui/menu.tsx";

export interface OrganizationMenuProps {
  readonly trigger: ReactNode;
  /** The person's other organizations, the first few of them. */
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  /** Called when the person goes to a page: a drawer closes. */
  readonly onGo?: (() => void) | undefined;
}

export default function OrganizationMenu({ trigger, others, onGo }: OrganizationMenuProps) {
  const navigate = useNavigate();
  // The form is outside of the menu, because the menu is removed before a submit inside it could be sent.
  const form = useRef<HTMLFormElement>(null);
  const wanted = useRef<HTMLInputElement>(null);
  const goOver = (id: string) => {
    if (!wanted.current) return;
    wanted.current.value = id;
    form.current?.requestSubmit();
  };
  return (
    <>
      {/* A full page load: nothing of the previous organization stays on the screen. */}
      <Form ref={form} method="post" action="/organizations/switch" reloadDocument className="hidden">
        <input ref={wanted} type="hidden" name="to" />
      </Form>
      <Menu trigger={trigger} isOpenAtFirst>
        {others.length > 0 && (
          <>
            <MenuLabel>Switch to</MenuLabel>
            {others.map(({ id, name }) => (
              <MenuAction key={id} icon={<Mark name={name} />} onChoose={() => goOver(id)}>
                <span className="min-w-0 truncate">{name}</span>
              </MenuAction>
            ))}
            <MenuDivider />
          </>
        )}
        <MenuAction
          icon={<Building2 />}
          onChoose={() => {
            onGo?.();
            navigate("/organizations");
          }}
        >
          Organizations
        </MenuAction>
      </Menu>
    </>
  );
}
