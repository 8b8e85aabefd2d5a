/** The panel of /users with the domains whose people join without an invitation. */
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";

interface Domain {
  readonly domain: string;
  readonly isProven: boolean;
  readonly isAllowed: boolean;
}

export default function JoiningPanel({ domains }: { readonly domains: readonly Domain[] }) {
  return (
    <Panel title="Joining without an invitation" flush>
      <p className="px-4.5 pt-4.5 text-ink-2">
        People who sign up with an address of a domain you've proven can join as members. We'll email owners
        each time someone does.
      </p>
      <Rows label="Joining without an invitation">
        {domains.map((one) => (
          <Row
            key={one.domain}
            title={one.domain}
            note={words(one)}
            {...(one.isAllowed && one.isProven && { aside: <Tag tone="good">On</Tag> })}
            action={<Switch {...one} />}
          />
        ))}
      </Rows>
    </Panel>
  );
}

function words({ domain, isProven, isAllowed }: Domain): string {
  if (!isProven) return "On, but no one can join: the domain isn't verified anymore";
  return isAllowed
    ? `Anyone with a ${domain} address can join`
    : `People with a ${domain} address need an invitation`;
}

function Switch({ domain, isAllowed }: Domain) {
  const sent = useNavigation().formData;
  const intent = isAllowed ? "joining-stop" : "joining-allow";
  return (
    <OrganizationForm preventScrollReset>
      <input type="hidden" name="domain" value={domain} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="sm"
        pending={sent?.get("intent") === intent && sent.get("domain") === domain}
        aria-label={isAllowed ? `Turn off for ${domain}` : `Turn on for ${domain}`}
      >
        {isAllowed ? "Turn off" : "Turn on"}
      </Button>
    </OrganizationForm>
  );
}
