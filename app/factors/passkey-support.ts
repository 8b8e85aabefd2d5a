/** Detects whether a browser supports passkeys before the first paint, so that no button appears and disappears. */

/**
 * Runs in the document's head. Browsers support passkeys over https only, and some not at all; the variant
 * `passkeyless:` of app.css then shows what replaces the buttons.
 */
export const passkeySupportScript = `if(!("PublicKeyCredential"in window))document.documentElement.dataset.passkeys="none"`;
