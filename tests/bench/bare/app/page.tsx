import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { bareEnv } from "../worker.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  const { DB, COUNTER } = context.get(bareEnv);
  const [row, count] = await Promise.all([
    DB.prepare("select 'bare' as name").first<{ name: string }>(),
    COUNTER.getByName("one").read(),
  ]);
  return { name: row?.name ?? "", count };
}

export default function Page() {
  const { name, count } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>{name}</h1>
      <p>{count}</p>
    </main>
  );
}
