/** Checks that a page's code can be loaded before the router asks for it: the router answers missing code by reloading the document. */

type RouteCode = { path: string; urls: string[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";

/** The routes in the router's manifest, with the addresses of their code. */
function knownRoutes(): RouteCode[] {
  const manifest: unknown = Reflect.get(window, "__reactRouterManifest");
  const routes = isRecord(manifest) && isRecord(manifest.routes) ? Object.values(manifest.routes) : [];
  return routes.flatMap((route) =>
    isRecord(route) && isText(route.path)
      ? [{ path: route.path, urls: [route.module, route.clientLoaderModule].filter(isText) }]
      : [],
  );
}

const leadsTo = (path: string, pathname: string): boolean => {
  const [pattern, names] = [path.split("/"), pathname.slice(1).split("/")];
  return (
    pattern.length === names.length &&
    pattern.every((part, place) => part.startsWith(":") || part === names[place])
  );
};

/** Fetches the code of the page at an address. @returns false when it fails: then the page must not be prefetched */
export async function fetchCode(pathname: string): Promise<boolean> {
  const urls = knownRoutes().find(({ path }) => leadsTo(path, pathname))?.urls ?? [];
  try {
    await Promise.all(urls.map((url) => import(/* @vite-ignore */ url)));
    return true;
  } catch {
    return false;
  }
}
