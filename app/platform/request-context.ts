/** Values of a request that loaders and actions read by `context.get`. The maker that React Router has loads React, which the doors for machines do without. */
import type { RouterContext } from "react-router";

export const createContext = <T>(defaultValue?: T): RouterContext<T> =>
  defaultValue === undefined ? {} : { defaultValue };
