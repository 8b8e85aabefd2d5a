/** English around e-mail addresses: what introduces one, how its marks are said, and the usual providers. */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

export const providers = phraseBook({
  gmail: ["(gmail|g mail|google mail|gee mail|jee mail|gmale|googlemail)"],
  yahoo: ["(yahoo|ya hoo|yahu)"],
  hotmail: ["(hotmail|hot mail)"],
  outlook: ["(outlook|out look)"],
  icloud: ["(icloud|i cloud|eye cloud)"],
  me: ["me"],
  mac: ["mac"],
  aol: ["(aol|a o l)"],
  protonmail: ["(protonmail|proton mail)"],
  proton: ["proton"],
  comcast: ["(comcast|com cast)"],
  verizon: ["verizon"],
  msn: ["(msn|m s n)"],
  live: ["live"],
  ymail: ["(ymail|y mail)"],
  gmx: ["(gmx|g m x)"],
  fastmail: ["(fastmail|fast mail)"],
  att: ["(att|a t t|at and t)"],
  sbcglobal: ["(sbcglobal|sbc global|s b c global)"],
  bellsouth: ["(bellsouth|bell south)"],
  cox: ["cox"],
});

/** Where a provider's addresses do not end in .com; "me" and "live" need theirs said. */
export const endings = new Map([
  ["comcast", "net"],
  ["verizon", "net"],
  ["att", "net"],
  ["sbcglobal", "net"],
  ["bellsouth", "net"],
  ["cox", "net"],
  ["proton", "me"],
]);
export const needsEnding = new Set(["me", "mac", "live", "att", "cox"]);

/** Endings as recognisers write them. */
export const tldSounds = new Map([
  ["calm", "com"],
  ["come", "com"],
  ["comm", "com"],
  ["calm,", "com"],
  ["ord", "org"],
  ["nett", "net"],
  ["edge", "edu"],
]);

export const marksSaid = phraseBook({
  ".": ["(dot|period|point|full stop|dots)"],
  _: ["(underscore|under score|underline|low dash)"],
  "-": ["(dash|hyphen|minus|minus sign)"],
  "+": ["(plus|plus sign)"],
});

/** Said within an address and no part of it. */
export const withinAddress = phraseBook({
  nothing: [
    "all (one word|lowercase|lower case|small letters|together|in one word|small)",
    "(no spaces|one word|lowercase|lower case|no space|no dots)",
    "[and] [then] the (number|numbers|digits|digit|letter|word)",
    "(number|numbers|digits|capital|that's|spelled|spelt|that's spelled)",
    "(as one word|in lower case|in lowercase)",
  ],
});

export const at = phraseBook({ at: ["(at|at sign|at symbol|the at sign|add)"] });

export const beforeAddress = phraseBook({
  lead: [
    "[yes|yeah|sure|ok|okay|and|so|well|oh] [my|the|it's|our|work|his|her] (email|e mail|email address|e mail address|mail|address|email is|e mail is|email's) [is|address is|it's|would be|should be]",
    "[yes|yeah|sure|ok|okay|and|so|well|oh] (it's|it is|that's|that is|it would be|that would be|that'd be|it'd be|is|here it is|you can use|use|send it to|email me at|e mail me at|reach me at|you can reach me at|mail me at)",
    "(yes|yeah|sure|ok|okay|of course|certainly|yep|hi|hello|well|so|oh|um|right|alright)",
    "(no|sorry|wait|actually|i mean|no wait|no it's|no sorry) [it's|it is]",
  ],
});

/** Never a part of an address that was not written as one. */
export const notInAddress = new Set(
  "i i'm im my me you your the a an is are was it its this that have don't dont do does not no yes yeah please thanks thank can could would will what where when why who how and or but if because want need like email mail address name phone number sure".split(
    " ",
  ),
);
