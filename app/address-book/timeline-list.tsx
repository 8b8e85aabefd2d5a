/** What happened with a contact, as a list. */
import { Link } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";

export interface TimelineListProps {
  readonly items: readonly {
    readonly id: string;
    readonly is: string;
    readonly title: string;
    readonly text: string | null;
    readonly to: string | null;
    readonly by: string | null;
    readonly campaign: { readonly id: string; readonly name: string } | null;
    readonly when: string;
    readonly exactly: string;
  }[];
  readonly canManage: boolean;
}

export function TimelineList({ items, canManage }: TimelineListProps) {
  if (items.length === 0) return <p className="px-4.5 py-6 text-ink-2">Nothing happened yet.</p>;
  return (
    <Rows label="What happened">
      {items.map(({ id, is, title, text, to, by, campaign, when, exactly }) => (
        <Row
          key={`${is} ${id}`}
          title={title}
          aside={<span title={exactly}>{when}</span>}
          {...(to !== null && { to })}
          {...((by !== null || campaign !== null || (is === "note" && canManage)) && {
            note: (
              <span className="wrap-anywhere">
                {by}
                {campaign !== null && (
                  <>
                    {by === null ? "Campaign " : ", campaign "}
                    <Link to={`/campaigns/${campaign.id}`} className="relative z-1 underline">
                      {campaign.name}
                    </Link>
                  </>
                )}
              </span>
            ),
          })}
          {...(is === "note" &&
            canManage && {
              action: (
                <OrganizationForm preventScrollReset>
                  <input type="hidden" name="note" value={id} />
                  <Button type="submit" name="do" value="delete_note" size="sm">
                    Delete
                  </Button>
                </OrganizationForm>
              ),
            })}
        >
          {text !== null && <p className="wrap-anywhere line-clamp-4 whitespace-pre-line">{text}</p>}
        </Row>
      ))}
    </Rows>
  );
}
