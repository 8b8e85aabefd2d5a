/** Handles app code that fails to load or start: one reload, then an error screen (docs/product.md, "Error screens"). */

import { second_ms } from "#app/platform/durations.ts";
import { release } from "#app/platform/release.ts";
import { tabItems } from "#app/platform/tab-items.ts";
import { browserErrorsPath } from "./browser-errors.ts";

/** Fired on `window` by the client entry when React itself failed. */
export const startupFailedEvent = "startup:failed";

/** Fired on `window` by the client entry after hydration. */
export const startedEvent = "startup:done";

/** Fired on `window`, cancelable, when code fails to load while the app runs: by vite for imports, by us for routes. */
export const missingCodeEvent = "vite:preloadError";

/** Whether an error says that a module could not be fetched, in the words of the three engines. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);

/** In session storage: the link that was pressed just before the document unloaded. */
const pressedLink = "pressed_link";
const pressedWithin_ms = 10 * second_ms;

/** A page is reloaded for missing code at most once in this time: a second try so soon would be a loop. */
const oneReloadWithin_ms = 20 * second_ms;
const reloadedAt = "reloaded_at";

/** Where a browser refuses storage, the router's own inline script would break: it gets one that forgets everything. */
const withoutStorage = `Object.defineProperty(window,"sessionStorage",{value:{getItem:function(){return null},setItem:function(){},removeItem:function(){}}})`;

/**
 * The script in the document's head. It watches for code that fails to load (a deployment replaced it, or the network
 * broke) and reloads once, but never offline, which would lose what was typed. If that does not help, or our own code
 * threw before the app had started, it shows `failedScreen`. Once the app runs, the routes' own error screens take
 * over.
 * When the code of a link's page fails to load, the router reloads the current page at every press; for a part of
 * that code it only rejects a promise, and this script reloads the page. After such a reload the person is sent to
 * the link's address as a document: either it opens, or its failure is shown.
 */
export const startupScript = (failedScreen: string): string => `(function(){
try{sessionStorage.length}catch(e){${withoutStorage}}
var screen=${JSON.stringify(failedScreen).replaceAll("<", "\\u003c")},started=false,pressed=null;
function fail(){var b=document.body||document.documentElement.appendChild(document.createElement("body"));b.innerHTML=screen}
function reload(){if(!navigator.onLine)return false;try{var s=sessionStorage,k="${reloadedAt}",at=Number(s.getItem(k));if(Date.now()-at<${oneReloadWithin_ms})return false;s.setItem(k,String(Date.now()))}catch(e){return false}location.reload();return true}
function missing(){if(!reload()&&!started)fail()}
function isUnderWay(){return pressed&&pressed.from===location.href&&Date.now()-pressed.at<${pressedWithin_ms}}
function thrown(e){if(!e)return;if(/dynamically imported module|importing a module script/i.test(String(e))){if(!started||isUnderWay())missing()}else if(!started&&String(e.stack).indexOf(location.origin+"/assets/")>=0){tell(e);fail()}}
function tell(e){try{navigator.sendBeacon("${browserErrorsPath}",new Blob([JSON.stringify({kind:"startup",release:"${release}",path:location.pathname,message:String(e).slice(0,1000)||"unknown",stack:String(e.stack).slice(0,4000),width:innerWidth,online:navigator.onLine})],{type:"application/json"}))}catch(x){}}
try{var p=JSON.parse(sessionStorage.getItem("${pressedLink}")),n=performance.getEntriesByType("navigation")[0];sessionStorage.removeItem("${pressedLink}");if(p&&n&&n.type==="reload"&&p.from===location.href&&p.to!==p.from&&Date.now()-p.at<${pressedWithin_ms}&&navigator.onLine)location.replace(p.to)}catch(e){}
try{if(location.pathname==="/auth"||location.pathname==="/login")${JSON.stringify(tabItems)}.forEach(function(k){sessionStorage.removeItem(k)})}catch(e){}
addEventListener("click",function(e){var a=e.target instanceof Element&&e.target.closest("a[href]");pressed=a&&!a.target&&a.origin===location.origin?{to:a.href,from:location.href,at:Date.now()}:null},true);
addEventListener("popstate",function(){pressed=null});
addEventListener("pagehide",function(){try{if(pressed&&pressed.from===location.href)sessionStorage.setItem("${pressedLink}",JSON.stringify(pressed))}catch(e){}});
addEventListener("error",function(e){var t=e.target;if(t===window)thrown(e.error);else if(t instanceof HTMLScriptElement&&(!t.src||t.src.indexOf(location.origin)===0))missing()},true);
addEventListener("unhandledrejection",function(e){thrown(e.reason)});
addEventListener("${missingCodeEvent}",function(e){if(reload())e.preventDefault()});
addEventListener("${startupFailedEvent}",fail);
addEventListener("${startedEvent}",function(){started=true});
})()`;
