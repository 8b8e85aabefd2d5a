/** English around names: what introduces one, what never is one, and how letters are spelled out. */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

/** `named`, `sure`: only a name follows, after the first even one that is an everyday word ("Price"). `likely`: a name may follow ("I'm Marta", "I'm late"). `first`, `last`: which part of it. */
export const introductions = phraseBook({
  named: [
    "[and|yes|yeah|sure|hi|hello|so|okay|ok|well] (my|the|his|her|our) [full|whole|own] (name|name's|names) [is|was|would be|it's] [spelled|spelt|written]",
    "[the] name (is|would be)",
    "(change|make|put|correct|set|switch|update) (the|my|that) name [down] (to|as|into)",
    "names",
    "[it's|that's] under [the name] [of]",
    "(put|book|make|schedule) it under [the name] [of]",
  ],
  sure: [
    "(call|you can call|you may call|just call) me",
    "(put|book|make|schedule) it (for|in)",
    "(you're|you are) (speaking|talking) (with|to)",
    "[i|they|people|everyone|everybody] (go|goes) by",
    "(i am|i'm) called",
  ],
  first: [
    "[my|the|and|your|her|his] (first|given|christian) (name|name's|names) [is|would be|it's]",
    "first name",
  ],
  last: [
    "[my|the|and|and the|and my|her|his] (last|family|second) (name|name's|names) [is|would be|it's]",
    "[and|my|the] (surname|surname's|surnames) [is|would be]",
    "last name",
  ],
  likely: [
    "(this is|it's|it is|i'm|i am|that's|that is|that would be|that'd be|it'd be|it would be|here is|here's)",
    "(it's for|this is for|for)",
  ],
  letters: [
    "[but|and|only|actually] [it's|it is|that's|that is|i'm|is] [actually] (spelled|spelt|written) [like this|as|with]",
    "[but|and|only] (i|you|we) (spell|write) (it|that) [like this|as|with]",
  ],
});

/** Words before another person's name: the person the caller wants, or wants to tell something. */
export const beforeOthers = phraseBook({
  message: ["(message|messages|note) (for|to)"],
  person: ["(speak|talk|chat) (to|with)"],
});

/** Which part of a name it is, told after it: "Kim is my first name". */
export const whichName = phraseBook({
  first: ["(is|as|for) (my|the|his|her|a) (first|given|christian) name"],
  last: [
    "(is|as|for) (my|the|his|her|a) (last|family|second) name",
    "(is|as|for) (my|the|his|her|a) surname",
  ],
});

/** Which part of a name the words that gave it tell of. */
export const partTold = (words: string): "first" | "last" | null =>
  /\b(first|given|christian) names?\b/i.test(words)
    ? "first"
    : /\b((last|family) names?|surnames?)\b/i.test(words)
      ? "last"
      : null;

/** Before "for" and a name these words are about another person than the caller: "a message for Dr. Reyes". */
export const forOthers = new Set("message messages note looking asking ask here question".split(" "));

/** What may follow a name to show that it was one. */
export const afterName = phraseBook({
  here: ["(here|speaking|calling|on the line|on the phone|is my name|is the name|again)"],
  spelled: [
    "[but|and|only] (spelled|spelt|spelling|that's spelled|that's spelt|it's spelled|that is spelled|it's spelt|you spell it|you spell that|i spell it|i spell that|which is spelled|that's|which is|with)",
  ],
});

/** What may go on after a bare name: "Marta Lindqvist and …". */
export const afterBareName = new Set(
  "and here calling speaking from spelled spelt with without like as but please thanks i im id my is thats monday tuesday wednesday thursday friday tomorrow today next at on the first last family given surname".split(
    " ",
  ),
);

/** Said before a bare name, and no part of it. */
export const beforeName = new Set(
  "yes yeah yep yup sure ok okay oh well um hi hello hey thanks thank you so it its it's is this that thats name names my the of course certainly absolutely alright right just please and uh for under in would be mr mrs ms miss sir madam good morning afternoon evening course no sorry wait actually i mean mother father mom mum dad son daughter wife husband sister brother grandmother grandfather grandma grandpa partner girlfriend boyfriend friend kid child".split(
    " ",
  ),
);

/** Names of insurers and other firms begin with these: "Blue Cross" is not a person. */
export const beginsFirms = new Set(
  "blue delta united first national american general global royal golden sounds works looks".split(" "),
);

/** Said between the halves of a name, these are written. */
export const joints = new Map([
  ["hyphen", "-"],
  ["dash", "-"],
  ["apostrophe", "'"],
]);

export const courtesies = new Set([
  "dr",
  "mr",
  "mrs",
  "ms",
  "miss",
  "mister",
  "missus",
  "sir",
  "madam",
  "doctor",
  "professor",
]);

/** Joined to what follows, lower case within a name. */
export const particles = new Set(
  "de da di du del della der den van von vom zu zur la le les el al bin ibn ben dos das do e y st ter ten af av".split(
    " ",
  ),
);

/** Words that are no part of a name, whatever the place. */
const neverNames = `
people humans
a an the i me my mine you your yours he him his she her it its we us our they them their this that these those there here
am is are was were be been being do does did doing done have has had having can could will would shall should may might must
im ive id ill youre youve youd theyre theyve were weve wed hes shes its thats theres whats whos wheres hows lets dont doesnt didnt cant
couldnt wont wouldnt isnt arent wasnt havent hasnt shouldnt aint
and or but so because if when then than as while though although unless until
of to in on at by for from with without about into onto over under after before between through during around near up down off out
not no nope nah yes yeah yep yup yah ok okay sure right wrong correct fine good great perfect cool alright absolutely definitely exactly
maybe perhaps probably really very just only also too still already again even quite pretty
what where when why who whom whose which how
hello hi hey bye goodbye thanks thank please sorry pardon excuse welcome
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays weekend weekday
january february july september october november december
today tomorrow tonight yesterday morning afternoon evening night noon midday midnight week weeks month months year years day days
hour hours minute minutes second seconds time times oclock pm early late earlier later soon next last first
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty thirty forty fifty sixty seventy eighty ninety hundred thousand
third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth
appointment appointments booking bookings book schedule reschedule cancel reservation meeting visit slot consultation
call called calling caller phone number numbers email mail address name names message
person human operator agent representative robot machine manager receptionist someone somebody anyone anybody nobody everyone everybody
something anything nothing everything thing things stuff
want wanted wants need needed needs like liked likes would think thought know knew known mean meant say said saying tell told ask asked asking
make made making get got getting give gave take took come came coming go going gone went see saw look looking looks find put use try trying
help wondering wonder question questions answer information info
hold wait moment stop start talk talking speak speaking spell spelled
happy sad interested available free busy ready able new old big small little lot sick ill ready available pregnant bleeding hurt hurting hurts pain urgent emergency
tooth teeth cleaning checkup doctor dentist dental office clinic haircut blowout filling fillings shots trim
quarter past keep keeps kept there here gas leak
all any some none both either neither each every much many more most few less least other another same different
problem issue concern reason case open closed close hours parking price cost insurance
nevermind never mind forget whatever whichever idea clue believe guess suppose prefer better best worst worse
repeat understand hear heard listen
yours mine ours theirs myself yourself
change switch shift push cancel remove delete instead
mother father mom mum dad daughter wife husband sister brother girlfriend boyfriend
done finished set pick picked choose chose
live lives living work works working home house
ridiculous terrible awful crazy stupid dumb useless annoying
private secret personal important possible impossible
back away ahead along together apart
hyphen dash apostrophe capital pronounced surname surnames
test testing hmm huh uh um er ah oh wow whoa gosh god geez
`;
export const neverName = new Set(neverNames.split(/\s+/).filter((word) => word !== ""));

const common = `
al ed ty cy vi ned pat jo bo ron mia gus hal ned roz sid stan wes zane daniela
aaron abby abigail adam adrian ahmed aisha alan albert alejandro alex alexander alexandra alexis ali alice alicia alison allison alyssa amanda
amber amelia amir amy ana andrea andrew angel angela anita ann anna anne anthony antonio april ariana arthur ashley audrey austin ava
barbara ben benjamin bernard beth bethany betty beverly bill bob bobby bonnie brad bradley brandon brenda brian brittany bruce bryan
caleb cameron carl carla carlos carmen carol caroline catherine cathy charles charlie charlotte chelsea cheryl chloe chris christian christina
christine christopher cindy claire clara colin connor craig crystal cynthia daniel daniela danielle danny darren dave david dawn dean deborah debra
denise dennis derek diana diane diego dmitri dominic donald donna dorothy doug douglas dylan edward eileen elena eli elijah elizabeth ella ellen emily
emma eric erica erik erin ethan eugene eva evan evelyn fatima felix fernando fiona frances francis frank fred gabriel gary george georgia gerald
gina gloria gordon grace greg gregory hannah harold harry hassan heather helen henry holly howard ian ibrahim igor ingrid irene isaac isabel isabella ivan
jack jackie jacob jacqueline jake james jamie jan jane janet janice jared jasmine jason javier jay jean jeff jeffrey jen jenna jennifer jenny jeremy jerry jesse
jessica jessie jill jim jimmy joan joanna joe joel john johnny jon jonathan jordan jorge jose joseph josh joshua joyce juan judith judy julia julian julie justin
karen karl kate katherine kathleen kathryn kathy katie keith kelly ken kenneth kevin khalid kim kimberly kristen kyle lara larry laura lauren laurie lawrence leah lee
leo leon leonard leslie liam lily linda lindsay lisa logan lori louis louise lucas lucia lucy luis luke lydia lynn madison marcus margaret maria mariah marie
marilyn mario mark marta martha martin mary mason matt matthew maya megan mehmet melanie melissa mia michael michelle miguel mike mohamed mohammed molly monica
muhammad nancy naomi natalie natasha nathan neil nicholas nick nicole nina noah nora norma oliver olivia omar oscar pam pamela patricia patrick paul paula
pedro peggy peter phil philip phillip priya rachel ralph raj rebecca renee ricardo richard rick rita rob robert roberto robin roger ron ronald rose rosa roy
russell ruth ryan sally sam samantha samuel sandra sara sarah scott sean sergei shannon sharon shawn sheila shirley simon sofia sophia sophie stacy stanley stella
stephanie stephen steve steven stuart sue susan suzanne sven sylvia tamara tanya tara ted teresa terry thea theresa thomas tiffany tim timothy tina todd tom tommy
tony tracy travis tyler valerie vanessa veronica vicki victor victoria vincent vivian walter wanda wayne wei wendy william yolanda yusuf zachary zoe
`;
/** Common first names: after "I'm" only these, or a capital letter, make a name. */
export const firstNames = new Set(common.split(/\s+/).filter((word) => word !== ""));

/** Letters as they are called on the telephone. */
export const letterNames = new Map(
  Object.entries({
    alpha: "a",
    alfa: "a",
    bravo: "b",
    charlie: "c",
    delta: "d",
    echo: "e",
    foxtrot: "f",
    golf: "g",
    hotel: "h",
    india: "i",
    juliet: "j",
    juliett: "j",
    kilo: "k",
    lima: "l",
    mike: "m",
    november: "n",
    oscar: "o",
    papa: "p",
    quebec: "q",
    romeo: "r",
    sierra: "s",
    tango: "t",
    uniform: "u",
    victor: "v",
    whiskey: "w",
    whisky: "w",
    xray: "x",
    yankee: "y",
    zulu: "z",
  }),
);
/** Letters as a recogniser may write them; only between other letters. */
export const letterSounds = new Map(
  Object.entries({
    bee: "b",
    be: "b",
    see: "c",
    sea: "c",
    dee: "d",
    gee: "g",
    aitch: "h",
    jay: "j",
    kay: "k",
    el: "l",
    ell: "l",
    em: "m",
    en: "n",
    oh: "o",
    pee: "p",
    cue: "q",
    queue: "q",
    are: "r",
    ar: "r",
    ess: "s",
    tea: "t",
    tee: "t",
    you: "u",
    vee: "v",
    ex: "x",
    why: "y",
    wye: "y",
    zee: "z",
    zed: "z",
    eye: "i",
  }),
);
export const multiples = new Map([
  ["double", 2],
  ["triple", 3],
  ["treble", 3],
]);
