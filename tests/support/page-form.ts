/**
 * Reads a form from a page as a browser without scripts would submit it: the values that stand in it, and its buttons.
 * What a test changes and posts is then exactly what the page offered.
 */

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
/** Text of a page without its entities. */
export const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name) => entities[name] ?? whole);

type Control = { name: string; value: string; form: string | null };
export type PageButton = { form: string | null; name: string; value: string; words: string };
export type PageForm = { values: URLSearchParams; buttons: PageButton[] };

/**
 * @param html a whole page
 * @param formId the form's id; controls elsewhere that name it with `form=` belong to it too
 */
export async function pageForm(html: string, formId: string): Promise<PageForm> {
  const controls: Control[] = [];
  const buttons: PageButton[] = [];
  let inside = false;
  let select: (Control & { chosen: boolean; isEmpty: boolean }) | null = null;
  const named = (element: Element) => ({
    name: decoded(element.getAttribute("name") ?? ""),
    form: element.getAttribute("form") ?? (inside ? formId : null),
  });
  const response = new HTMLRewriter()
    .on("form", {
      element(element) {
        if (element.getAttribute("id") !== formId) return;
        inside = true;
        element.onEndTag(() => {
          inside = false;
        });
      },
    })
    .on("input", {
      element(element) {
        const type = element.getAttribute("type");
        const isTicked = type !== "checkbox" && type !== "radio" ? true : element.hasAttribute("checked");
        const unset = type === "checkbox" || type === "radio" ? "on" : "";
        if (isTicked)
          controls.push({ ...named(element), value: decoded(element.getAttribute("value") ?? unset) });
      },
    })
    .on("select", {
      element(element) {
        const control = { ...named(element), value: "", chosen: false, isEmpty: true };
        select = control;
        controls.push(control);
      },
    })
    .on("select option", {
      element(element) {
        const isChosen = element.hasAttribute("selected");
        if (!select || (select.chosen && !isChosen)) return;
        if (isChosen || select.isEmpty) select.value = decoded(element.getAttribute("value") ?? "");
        select.isEmpty = false;
        select.chosen ||= isChosen;
      },
    })
    .on("textarea", {
      element(element) {
        controls.push({ ...named(element), value: "" });
      },
      text(chunk) {
        const last = controls[controls.length - 1];
        if (last) last.value += chunk.text;
      },
    })
    .on("button", {
      element(element) {
        const value = decoded(element.getAttribute("value") ?? "");
        buttons.push({ ...named(element), value, words: decoded(element.getAttribute("aria-label") ?? "") });
      },
      text(chunk) {
        const last = buttons[buttons.length - 1];
        if (last) last.words += chunk.text;
      },
    })
    .transform(new Response(html));
  await response.text();
  const values = new URLSearchParams();
  for (const { name, value, form } of controls)
    if (form === formId && name !== "") values.append(name, decoded(value).replace(/^\n/, ""));
  return { values, buttons: buttons.filter(({ form }) => form === formId) };
}

/** The text of a page, without markup: what a person reads. */
export async function pageText(html: string): Promise<string> {
  const body = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, "").replace(/<!--[\s\S]*?-->/g, "");
  return decoded(body.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
}
