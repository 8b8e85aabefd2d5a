/** What happens when the app's code does not arrive or does not start: one reload, then a screen that says so (specification section 2). */

/** Fired on `window` by the client entry when React itself could not go on. */
export const startupFailedEvent = "startup:failed";

/** Fired on `window` by the client entry once the document has come to life. */
export const startedEvent = "startup:done";

/** A page is loaded anew for missing code at most once in this time: a second try so soon would be a loop. */
const oneReloadWithin_ms = 20_000;
const reloadedAt = "reloaded_at";

/**
 * The script in the document's head. It watches for code that does not load (a deployment replaced it, or the network
 * broke) and reloads once, though never without a connection, which would lose what was typed; when that did not help, or our own code threw before the app had started, it shows
 * `failedScreen`. Once the app runs, the routes' own error screens take over.
 */
export const startupScript = (failedScreen: string): string => `(function(){
var screen=${JSON.stringify(failedScreen).replaceAll("<", "\\u003c")},started=false;
function fail(){var b=document.body||document.documentElement.appendChild(document.createElement("body"));b.innerHTML=screen}
function reload(){if(!navigator.onLine)return false;try{var s=sessionStorage,k="${reloadedAt}",at=Number(s.getItem(k));if(Date.now()-at<${oneReloadWithin_ms})return false;s.setItem(k,String(Date.now()))}catch(e){return false}location.reload();return true}
function missing(){if(!reload()&&!started)fail()}
function thrown(e){if(started||!e)return;if(/dynamically imported module|importing a module script/i.test(String(e)))missing();else if(String(e.stack).indexOf(location.origin+"/assets/")>=0)fail()}
addEventListener("error",function(e){var t=e.target;if(t===window)thrown(e.error);else if(t instanceof HTMLScriptElement&&(!t.src||t.src.indexOf(location.origin)===0))missing()},true);
addEventListener("unhandledrejection",function(e){thrown(e.reason)});
addEventListener("vite:preloadError",function(e){if(reload())e.preventDefault()});
addEventListener("${startupFailedEvent}",fail);
addEventListener("${startedEvent}",function(){started=true});
})()`;
