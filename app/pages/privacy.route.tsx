export const handle = { words: true };
export const loader = () => null;

export default function Privacy() {
  return (
    <main>
      <h1>Privacy Policy</h1>
    </main>
  );
}
