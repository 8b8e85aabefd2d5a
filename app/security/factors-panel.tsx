/** The panel of second factors: whether there is one, and a link to their setup. */
import { ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";

interface FactorsPanelProps {
  readonly hasFactor: boolean;
  readonly passkeys: number;
  readonly hasPassword: boolean;
}

const passkeyWords = (passkeys: number): string =>
  passkeys === 0 ? "no passkeys" : passkeys === 1 ? "one passkey" : `${passkeys} passkeys`;

export function FactorsPanel({ hasFactor, passkeys, hasPassword }: FactorsPanelProps) {
  return (
    <Panel
      title="Two-factor authentication and passkeys"
      aside={hasFactor ? <Tag tone="good">On</Tag> : <Tag tone="warn">Off</Tag>}
    >
      <div className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          {hasFactor
            ? `Signing in asks for a code of your authenticator app. You have ${passkeyWords(passkeys)}.`
            : `Whoever ${hasPassword ? "learns your password" : "gets into your Google account"} can sign in. You have ${passkeyWords(passkeys)} and no authenticator app.`}
        </p>
        <div>
          <ButtonLink to="/mfa-setup">
            {hasFactor
              ? "Change two-factor authentication and passkeys"
              : "Set up two-factor authentication or a passkey"}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
