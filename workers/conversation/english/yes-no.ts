/** English for yes and no, where single words mislead: "not bad" agrees, "yeah no" does not. */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

/**
 * `yes`, `no`: plain, wherever a clause begins. `fine`: contentment, which agrees, but after "no" declines politely.
 * `either`: leaves the choice to us. `neutral`: looks like an answer and is none.
 */
export const yesNo = phraseBook({
  yes: [
    "(yes|yeah|yep|yup|ya|yah|yea|yess|aye|si|uh huh|mm hm|mhm|mm hmm|mmhm|mmhmm|uhhuh|um hum|mhmm|mm hum|uh hum|yeh|yass|affirmative|roger|totally|certainly|definitely|absolutely|indeed|naturally|obviously|yeppers|yes yes|yeah yeah|oui|hell yes|hell yeah|heck yes|heck yeah|probably|most likely|very likely|i'm afraid so|afraid so|oh yes|yes indeed)",
    "(yes|yeah|yep) (please|sure|of course|definitely|absolutely|indeed|exactly|sir|ma'am|that's right|that's correct)",
    "of course",
    "(sure|sure thing|surely|for sure|sure why not|why not|by all means|you bet|you betcha|you got it)",
    "(correct|exactly|precisely|right|spot on|bingo|true|very true|that's right|that is right)",
    "(that's|that is|it's|it is|you're|you are|all|is) [all|exactly|absolutely|quite|totally] (right|correct|true|spot on|the one|me|exactly it)",
    "that's (him|her|mine|my number|the one)",
    "(go|carry|do go) (ahead|for it|on)",
    "(please do|do it|do that|do so|let's do it|let's do that|let's go|let's go with that|let's go for it|let's book it|book it|book that|book me|lock it in|lock that in|sign me up|make it so|do that please|book it please|please book it|go for it|send it|put me down|put me in|i'd appreciate that)",
    "i'll take (it|that|that one)",
    "[like|as] (i|i've|i have) [just|already] said (yes|yeah|yep|sure|ok|okay|go ahead)",
    "i (think so|believe so|guess so|suppose so|would like that|'d like that|'d love that|would love that|hope so|already do|already did|already have|agree|confirm)",
    "(i'd|i would) (like|love) that",
    "(yes|yeah) i (do|am|have|did|would|can|will)",
    "(works|that works|that'll work|that will work|that would work|it works|that should work|that can work|that'd work|that one works|works great|works perfectly|works well) [for me|for us] [fine|great|well|perfectly]",
    "(no problem|no worries|not a problem|no issue|no objection|no objections|no doubt|no question|no complaints|that's no problem|that's not a problem|don't see why not|i don't see why not|can't complain|can't argue with that|not bad|not bad at all|not too bad|that's not bad|it's not bad|wouldn't hurt|couldn't be better|no harm|no harm in that|no biggie|no trouble)",
    "(sounds|that sounds|it sounds|sound) [really|pretty|very] (good|great|fine|perfect|right|ok|okay|lovely|alright|all right|wonderful|like a plan|about right|excellent|amazing|reasonable) [to me]",
    "(happy|glad|fine|good|cool|ok|okay|i'm happy|i'm good|i'm fine|i'm cool|i'm ok|i'm okay) with (that|it|this)",
    "(that suits me|suits me|suits me fine|suits me well|that does it|that'll do|that will do|will do|that does the trick|fair enough|i'm game|count me in|deal|done deal|alrighty|okey doke|okey dokey|okie dokie|righto|right o|10 4|ten four|copy that|i don't see why not|that fits|that'll be fine|that would be fine)",
    "you've got (it|that) right",
    "you got (that right|it right)",
  ],
  fine: [
    "(ok|okay|k|okay then|ok then|all right|alright|fine|good|great|perfect|cool|excellent|wonderful|lovely|awesome|brilliant|fantastic|super|terrific|amazing|nice|grand|splendid|ideal|marvelous|beautiful|sweet|very good|very well|great stuff|even better|fabulous)",
    "(that's|that is|that would be|that'd be|that'll be|that will be|it's|this is|this one is|that one is|all|would be|is|looks|that looks|i'm|we're) [just|totally|perfectly|absolutely|all|really|quite|very] (fine|good|great|ok|okay|perfect|cool|alright|all right|lovely|wonderful|excellent|ideal|awesome|brilliant|fantastic|super) [for me|with me|by me|for us|then]",
  ],
  either: [
    "(either one|either is fine|either works|either way|any of them|any one|anyone of them|any of those|both work|both are fine|either is good|either would work|either of them|either of those|either time|either one works|either one is fine)",
    "(i don't mind|don't mind|i don't care|don't care|doesn't matter|it doesn't matter|no preference|i have no preference|makes no difference|it's all the same|all the same|whatever|whatever you have|whatever works|whatever's easiest|whatever is easiest|whatever you've got|whatever you like|whatever you think|whichever|whichever you have|whichever is easier|you choose|you pick|you decide|surprise me|up to you|it's up to you|i'm easy|i'm flexible|i'm open)",
    "any [of] (those|these|them) (works|work|is fine|are fine|will do)",
    "(anything|whatever) (works|goes|is fine|you have|you've got)",
  ],
  no: [
    "(no|nope|nah|naw|nay|noo|nooo|na|uh uh|uhuh|nuh uh|negative|never|non|mm mm|no no|no sir|no ma'am|i'm afraid not|afraid not|unlikely|hardly|far from it)",
    "(no|nope) (way|chance|not really|i don't|i'm not|i haven't|i can't|it isn't|it's not|not at all)",
    "[like|as] (i|i've|i have) [just|already] said (no|nope|no thanks|not)",
    "no (thanks|thank you|need|need to|not now|not yet|not today)",
    "(not|no not) (really|at all|yet|now|today|quite|exactly|right|correct|that one|necessarily|particularly|especially|interested|necessary|needed|likely|me|for me|this time|right now|today thanks|good|great|ideal|so good|so great|ok|okay|possible|happy|that i know of|that i'm aware of|that i can think of|anymore|any more|a chance|at the moment|at this time)",
    "(absolutely|certainly|definitely|of course|probably|maybe|perhaps|surely|i'd say|better|hell|please|i think) not",
    "(i'm|we're|that's|it's|is|i am|that is|it is|he's|she's|you're) [really|quite|definitely|absolutely] not [right|correct|it|me|true|good|ok|okay|fine|interested|possible|what i said|what i meant|what i want|really|quite right|working|great|mine|my number|my name|allergic|insured]",
    "(i|we) (don't|do not|didn't|did not|haven't|have not|wouldn't|would not|can't|cannot|couldn't|won't|will not|shouldn't) (think so|believe so|want to|want that|want it|need that|need it|like that|like it|have one|have any|have that|have another|have another one|have another number|have another phone|have any other|have a different one|agree|do that|think that works|think that'll work|believe that|really|yet)",
    "(i|we) (don't|do not) (have|use|own|got) (email|an email|an email address|e mail|an e mail|one of those|a phone|a cell phone|a mobile|insurance|any insurance|either|anything)",
    "(i'd|i would|i'll|i will) (rather not|prefer not|prefer not to|pass|have to pass)",
    "(rather not|prefer not|prefer not to|hard pass|pass on that|i'll pass|let's not|let's not do that)",
    "(don't|do not|please don't|please do not) (do that|book it|do it|book that|want it|want that|need it|think so|bother|book anything)",
    "(it|that|this|he|she) (isn't|doesn't|won't|wouldn't|didn't|wasn't|does not|is not|will not|can't) [work|do|suit|right|correct|fit|good|ok|okay|fine|it|work for me|work for us|suit me|true|me|going to work]",
    "(won't|doesn't|wouldn't|does not|will not|doesn't really|don't|can't) (work|do|suit|suit me|fit|be possible)",
    "(that's|it's|is|this is|that is|you got it|you got that|you have it|you have that|got it|got that) (wrong|incorrect|false|impossible|no good|bad|terrible|a problem|too early|too late|off|out)",
    "(wrong|incorrect|false|impossible|no good|no can do|no such luck|hell no|heck no|god no|oh no|not me|nothing|nothing else|not a thing|none)",
    "(neither|neither one|neither of them|neither of those|none of them|none of those|none of these|neither works|none of those work|neither of those work|neither of those works|none of the above|not either)",
  ],
  neutral: [
    "yes and no",
    "(yeah|yes) (no|) maybe",
    "no (idea|clue|one|body|matter|longer|more|insurance|wonder)",
    "(i'm|i am|we're) not (sure|certain|positive|totally sure|really sure|100 sure)",
    "not (sure|certain|positive|entirely sure)",
    "i (don't|do not) (know|remember|recall|understand|get it|follow)",
    "(right|good|great|fine|ok|okay|sure|nice|super|perfect|true) (after|before|there|here|about|for|to|at|in|on|question|dentist|doctor|time|day|day for|morning|afternoon|evening|night|now)",
  ],
});

/** Answers only where nothing follows in the clause: "I do.", but not "I do want …". */
export const yesNoAlone = phraseBook({
  yes: [
    "i (do|am|have|did|would|can|will|could|guess|suppose|think|sure do|certainly do|really do)",
    "(it|that|he|she|this|i) (is|does|was|will|has)",
    "(we|they|you) (do|are|have|can|could|did)",
    "(please|do|go)",
    "that's it",
    "i'm in",
    "(if you would|if you could|if possible|if you don't mind)",
    "(i'd|i would|we'd|we would) (like|love) to",
  ],
  either: ["(any|either|both|anything|whatever)"],
  no: [
    "no (insurance|coverage|plan)",
    "(i|we|they|you) (don't|do not|didn't|did not|haven't|have not|wouldn't|would not|can't|cannot|couldn't|won't|will not|shouldn't|am not|aren't|are not|ain't|wasn't|weren't|was not)",
    "(don't|do not|please don't|please do not)",
    "(i'm not|we're not|not|not so)",
  ],
});

/** What may stand before an answer in its clause. */
export const beforeAnswer = new Set(
  "oh well so and but then um i think guess suppose believe yeah just ah hey hi hello the thats its actually honestly hmm okay ok alright thanks thank you sorry".split(
    " ",
  ),
);

/** What may follow an answer that else would have to end its clause. */
export const afterAnswer = new Set(["thanks", "thank", "please", "then", "yes", "yeah", "and"]);
