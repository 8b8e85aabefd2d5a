/** Plain data: what may cross into an object, a queue or a column. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
