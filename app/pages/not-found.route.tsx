import { data } from "react-router";

export const handle = { words: true };
export const loader = () => data(null, { status: 404 });

export default function NotFound() {
  return (
    <main>
      <h1>Page not found</h1>
    </main>
  );
}
