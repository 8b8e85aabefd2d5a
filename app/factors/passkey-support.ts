/** Whether a browser has passkeys at all: told to the style sheet before the first paint, so that no button comes and goes. */

/**
 * Runs in the document's head. A browser has them over https only, and some have none; the variant `passkeyless:` of
 * app.css then shows what stands in for the buttons.
 */
export const passkeySupportScript = `if(!("PublicKeyCredential"in window))document.documentElement.dataset.passkeys="none"`;
