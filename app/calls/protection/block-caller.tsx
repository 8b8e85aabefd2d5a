// One press on a call's page blocks its caller.
import { Ban } from "lucide-react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";

export function BlockCaller({ call }: { readonly call: string }) {
  return (
    <OrganizationForm action="/numbers/protection" className="print:hidden">
      <input type="hidden" name="call" value={call} />
      <Button type="submit" name="do" value="block_caller" variant="quiet" size="sm" icon={<Ban />}>
        Block this caller
      </Button>
    </OrganizationForm>
  );
}
