/** How the widget looks: one stylesheet inside its shadow tree, which no style of the website reaches. */
export const widgetStyle = `
:host{all:initial;position:fixed;bottom:20px;z-index:2147483000;font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color-scheme:light dark;
--bg:#fff;--ink:#111827;--ink2:#4b5563;--line:#d1d5db;--soft:#f3f4f6}
:host([data-side=right]){right:20px}:host([data-side=left]){left:20px}
@media (prefers-color-scheme:dark){:host{--bg:#17191f;--ink:#f3f4f6;--ink2:#c2c7d0;--line:#454b57;--soft:#262a33}}
*{box-sizing:border-box;font:inherit;margin:0}
button{cursor:pointer;border:0;border-radius:10px;padding:10px 16px;min-height:44px}
button:focus-visible,input:focus-visible,[role=log]:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.go{background:var(--brand);color:#fff;font-weight:600}
.go:focus-visible{outline-color:var(--ink)}
.plain{background:var(--soft);color:var(--ink);border:1px solid var(--line)}
.open{border-radius:999px;padding:14px 22px;box-shadow:0 6px 24px #0004;display:block;max-width:calc(100vw - 40px)}
.box{position:fixed;bottom:20px;width:min(380px,calc(100vw - 24px));height:min(600px,calc(100dvh - 40px));background:var(--bg);color:var(--ink);border:1px solid var(--line);border-radius:16px;box-shadow:0 12px 48px #0005;display:flex;flex-direction:column;overflow:hidden;animation:in .16s ease-out}
:host([data-side=right]) .box{right:max(12px,min(20px,50vw - 190px))}:host([data-side=left]) .box{left:max(12px,min(20px,50vw - 190px))}
[hidden]{display:none!important}
header{display:flex;align-items:center;gap:8px;background:var(--brand);color:#fff;padding:8px 8px 8px 16px}
h2{flex:1;min-width:0;font-size:16px;font-weight:600;overflow-wrap:anywhere}
header button{background:transparent;color:#fff;font-size:22px;line-height:1;width:44px;padding:0}
header button:focus-visible{outline-color:#fff;outline-offset:-4px}
.start,.log{flex:1;overflow-y:auto;padding:16px;display:flex;flex-direction:column;gap:12px}
.log{gap:8px}
.consent,.note{color:var(--ink2);font-size:13.5px}
.says{font-size:17px}
p{overflow-wrap:anywhere;white-space:pre-wrap}
.agent,.caller{padding:8px 12px;border-radius:12px;max-width:88%}
.agent{background:var(--soft);align-self:flex-start}
.caller{background:var(--brand);color:#fff;align-self:flex-end}
.bad{border-left:3px solid #dc2626;padding-left:10px}
form{display:flex;gap:8px;padding:12px;border-top:1px solid var(--line)}
input{flex:1;min-width:0;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:10px;background:var(--bg);color:var(--ink);font-size:16px}
.foot{display:flex;gap:8px;align-items:center;padding:0 12px 12px}
.foot .note{flex:1}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@keyframes in{from{opacity:0;transform:translateY(8px)}}
@media (prefers-reduced-motion:reduce){.box{animation:none}}
`;
