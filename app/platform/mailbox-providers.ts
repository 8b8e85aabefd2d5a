/** Where people have mailboxes on a domain that is not theirs, so that no records can be added to it. */
const providers = new Set(
  (
    "aol.com att.net bluewin.ch comcast.net duck.com fastmail.com free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com " +
    "gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.fr icloud.com laposte.net " +
    "libero.it live.com mac.com mail.com mail.de mail.ru me.com msn.com naver.com orange.fr outlook.com outlook.de " +
    "pm.me posteo.de proton.me protonmail.com qq.com rocketmail.com sbcglobal.net t-online.de tuta.com tutanota.com " +
    "verizon.net web.de yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com zoho.com 163.com"
  ).split(" "),
);

/** Whether an address is at a mailbox provider. `address`: lower case */
export const isAtProvider = (address: string): boolean =>
  providers.has(address.slice(address.lastIndexOf("@") + 1));
