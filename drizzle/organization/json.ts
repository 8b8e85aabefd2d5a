/** What a column of mode "json" holds. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
