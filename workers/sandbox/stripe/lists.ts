/** Lists in pages, as Stripe answers them: newest first, `starting_after` an id. */
import type { Form } from "./form.ts";
import { missing } from "./refusals.ts";
import type { Listed } from "./shapes-base.ts";

type Paging = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
};

export function paged<Item extends { id: string }>(
  all: Item[],
  { limit = 10, starting_after, ending_before }: Paging,
  url: string,
): Listed<Item> {
  const index = (id: string, param: string): number => {
    const found = all.findIndex((one) => one.id === id);
    if (found < 0) throw missing("object", id, param, 400);
    return found;
  };
  if (ending_before !== undefined) {
    const before = all.slice(0, index(ending_before, "ending_before"));
    return listed(before.slice(-limit), url, before.length > limit);
  }
  const rest = starting_after === undefined ? all : all.slice(index(starting_after, "starting_after") + 1);
  return listed(rest.slice(0, limit), url, rest.length > limit);
}

export const listed = <Item>(data: Item[], url: string, has_more = false): Listed<Item> => ({
  object: "list",
  data,
  has_more,
  url,
});

/** What one address of the API does: `ids` are the variable parts of the path. */
type Handler = (asked: { ids: string[]; form: Form; url: string }) => object;
