/** What /admin/security shows, in words. */

export type SecurityView = {
  /** `verified`: when the last whole round ended; null: none has. `broken`: where it broke off; null: it was intact. */
  readonly chain: {
    readonly sealed: string;
    readonly last: string | null;
    readonly verified: string | null;
    readonly checked: string;
    readonly broken: string | null;
  };
  readonly alerts: readonly {
    readonly id: string;
    readonly title: string;
    readonly line: string;
    readonly when: string;
    /** The organization and the account. */
    readonly about: string;
    readonly isSeen: boolean;
  }[];
  readonly denied: readonly { readonly kind: string; readonly words: string; readonly times: string }[];
  readonly limits: readonly { readonly limit: string; readonly words: string; readonly times: string }[];
  readonly failures: readonly {
    readonly kind: "account" | "network";
    readonly who: string;
    readonly times: string;
  }[];
  readonly blocked: readonly {
    readonly key: string;
    readonly who: string;
    readonly isNetwork: boolean;
    readonly words: string;
    readonly until: string;
  }[];
  readonly sessions: readonly {
    readonly id: string;
    readonly who: string;
    readonly device: string;
    readonly where: string;
    readonly seen: string;
    readonly began: string;
    readonly factor: string;
    readonly isThis: boolean;
  }[];
  readonly visits: readonly {
    readonly id: string;
    readonly who: string;
    readonly client: string;
    readonly agency: string;
    readonly reason: string;
    readonly when: string;
  }[];
  readonly secrets: readonly { readonly name: string; readonly since: string; readonly isOld: boolean }[];
};
