export const handle = { words: true };
export const loader = () => null;

export default function Terms() {
  return (
    <main>
      <h1>Terms of Service</h1>
    </main>
  );
}
