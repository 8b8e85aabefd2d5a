/** What each role may do, as a table drawn from the permissions themselves. */
import { Check } from "lucide-react";
import { permissionWords } from "#app/membership/permission-words.ts";
import { may, permissions, roles, roleTitle } from "#app/membership/permissions.ts";
import { cx } from "#app/ui/cx.ts";

const cell = "px-1 py-2 text-center max-sm:px-0.5";

export const RoleTable = () => (
  <table className="w-full border-collapse text-control sm:table-fixed">
    <caption className="sr-only">What each role can do</caption>
    <thead>
      <tr className="border-b text-ink-3 text-meta max-sm:text-tiny">
        <th scope="col" className="py-2 text-left font-medium sm:w-2/5">
          <span className="sr-only">Permission</span>
        </th>
        {roles.map((role) => (
          <th key={role} scope="col" className={cx(cell, "font-medium")}>
            {roleTitle(role)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y">
      {permissions.map((permission) => (
        <tr key={permission}>
          <th scope="row" className="py-2 pr-2 text-left font-normal max-sm:pr-1 max-sm:text-meta">
            {permissionWords[permission]}
          </th>
          {roles.map((role) => (
            <td key={role} className={cell}>
              {may(role, permission) ? (
                <Check aria-label="Yes" className="inline text-good" />
              ) : (
                <span className="text-ink-3">
                  <span aria-hidden="true">–</span>
                  <span className="sr-only">No</span>
                </span>
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
