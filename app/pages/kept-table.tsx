/** What the product keeps in a browser, as tables. */
import { type Kept, keptInBrowser } from "./kept-in-browser.ts";

const places = [
  ["cookie", "Cookies"],
  ["browser", "Browser storage"],
  ["files", "Kept files"],
  ["tab", "Storage of one tab"],
] as const;

/** The list as it is now: of what the product needs, or of what it can do without. */
export function KeptTable({ isOptional }: { readonly isOptional: boolean }) {
  const kept = keptInBrowser.filter((one) => (one.isOptional ?? false) === isOptional);
  return places
    .map(([where, title]) => ({ where, title, rows: kept.filter((one) => one.where === where) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ where, title, rows }) => <Rows key={where} title={title} rows={rows} />);
}

const Rows = ({ title, rows }: { readonly title: string; readonly rows: readonly Kept[] }) => (
  <table className="table-fixed">
    <caption className="pb-1 text-left font-semibold text-ink">{title}</caption>
    <thead>
      <tr>
        <th scope="col" className="w-2/5">
          Name
        </th>
        <th scope="col">What it's for</th>
        <th scope="col" className="w-1/4">
          How long
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ names, purpose, lasts }) => (
        <tr key={names.join()}>
          <td className="wrap-anywhere">
            {names.map((name, place) => (
              <span key={name}>
                {place > 0 && ", "}
                <code className="font-mono text-meta">{name}</code>
              </span>
            ))}
          </td>
          <td>{purpose}</td>
          <td>{lasts}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
