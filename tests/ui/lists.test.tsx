import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { initials } from "#app/ui/avatar.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";

const at = (address: string, page: React.ReactNode) =>
  renderToStaticMarkup(<MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>);

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

test("a row of a table is one link, inside a table with a caption and column headers", () => {
  const rows = [
    { id: "1", name: "Daniel" },
    { id: "2", name: "Priya" },
  ];
  const html = at(
    "/",
    <DataTable
      caption="Latest calls"
      rows={rows}
      rowKey={(row) => row.id}
      rowTo={(row) => `/call-history/${row.id}`}
      columns={[
        { key: "who", head: "Caller", cell: (row) => row.name },
        { key: "id", head: "Number", cell: (row) => row.id },
      ]}
    />,
  );
  expect(hrefs(html)).toEqual(["/call-history/1", "/call-history/2"]);
  expect(html).toContain("Latest calls</caption>");
  expect([...html.matchAll(/<th scope="col"/g)]).toHaveLength(2);
});

test("rows with the same group stand under one heading, in their order", () => {
  const rows = ["Today", "Today", "Yesterday"].map((day, place) => ({ day, id: String(place) }));
  const table = (groupOf?: (row: { day: string }) => string) =>
    at(
      "/",
      <DataTable
        caption="Calls"
        rows={rows}
        rowKey={(row) => row.id}
        groupOf={groupOf}
        columns={[
          { key: "id", head: "Number", cell: (row) => `call ${row.id}` },
          { key: "more", head: "More", cell: () => "" },
        ]}
      />,
    );
  const words = table((row) => row.day).replaceAll(/<[^>]+>/g, "|");
  expect(words).toMatch(/Today.*call 0.*call 1.*Yesterday.*call 2/);
  expect(table((row) => row.day).match(/<th scope="rowgroup" colSpan="2">/g)).toHaveLength(2);
  expect(table()).not.toContain("rowgroup");
});

test("newer and older keep every filter and change the cursor only", () => {
  const html = at(
    "/call-history?q=crown&outcome=booked&cursor=b",
    <Pagination of="calls" newer="a" older="c" />,
  );
  expect(hrefs(html)).toEqual([
    "/call-history?q=crown&outcome=booked&cursor=a",
    "/call-history?q=crown&outcome=booked&cursor=c",
  ]);
});

test("the way back to the first page carries no cursor, and a single page has no pagination", () => {
  expect(hrefs(at("/calls?q=x&cursor=b", <Pagination of="calls" newer="" />))).toEqual(["/calls?q=x"]);
  expect(at("/calls", <Pagination of="calls" />)).toBe("");
});

test("another range keeps the filters, begins at the first page, and its default has the shortest address", () => {
  const html = at(
    "/dashboard?q=x&range=7&cursor=z",
    <SegmentedLinks
      label="Range"
      name="range"
      absent="today"
      choices={[
        { value: "today", label: "Today" },
        { value: "7", label: "7 days" },
        { value: "30", label: "30 days" },
      ]}
    />,
  );
  expect(hrefs(html)).toEqual(["/dashboard?q=x", "/dashboard?q=x&range=7", "/dashboard?q=x&range=30"]);
  expect(/<a [^>]*aria-current="true"[^>]*>([^<]*)</.exec(html)?.[1]).toBe("7 days");
});

test("a sample is marked as one and out of reach", () => {
  const html = at("/", <EmptyState title="Your calls will appear here" sample={<a href="/x">A call</a>} />);
  expect(html).toMatch(/Sample/);
  expect(html).toMatch(/<div inert="" aria-hidden="true"[^>]*><a href="\/x">/);
});

test.each([
  ["Daniel Whitmore", "DW"],
  ["mara", "M"],
  ["the front desk", "FD"],
  ["the on-call dentist", "OD"],
  ["Ana María de la Cruz", "AC"],
  ["ölümsüz ışık", "ÖI"],
  ["+1 415 555 0142", ""],
  ["  ", ""],
])("the initials of %j are %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
