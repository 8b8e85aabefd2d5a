/** Where people have mailboxes on a domain that is not theirs, so that no records can be added to it. */
const providers = new Set(
  (
    "aol.com fastmail.com gmail.com gmx.at gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com " +
    "icloud.com live.com mac.com mail.com me.com msn.com outlook.com pm.me posteo.de proton.me protonmail.com " +
    "t-online.de tutanota.com web.de yahoo.co.uk yahoo.com yahoo.de yandex.com yandex.ru ymail.com zoho.com"
  ).split(" "),
);

/** Whether an address is at a mailbox provider. `address`: lower case */
export const isAtProvider = (address: string): boolean =>
  providers.has(address.slice(address.lastIndexOf("@") + 1));
