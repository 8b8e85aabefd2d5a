/** English for questions to us: how they begin, and which of them ask for information although they name a day ("are you open on Saturday"). */
import { phraseBook } from "#workers/conversation/words/phrases.ts";

/** Beginnings of questions. `topic`: asks for information whatever else is in it. `open`: a day or time in it may make it a wish. `now`: never a wish. */
export const questions = phraseBook({
  topic: [
    "how (much|long|far|many|old|big|late|early|often|safe|painful|expensive|do i|do you|does|is|are|can i find|can i get to|can i pay)",
    "(what|what's|whats) [is|are|would be] [the|your|a] (price|prices|cost|costs|fee|fees|charge|charges|rate|rates|damage) [for|of]",
    "(what|what's|whats) (does|do i|should i|kind of|type of|sort of|insurance|are your|is your|your|happens|if i|would it|will it|address|payment|brand|methods)",
    "(where|why|who|whose|where's|who's|wheres|whos)",
    "do (i|we) (need|have to|get|pay|owe|qualify|bring)",
    "does (it|the|a|my|that|this|your|anyone|insurance|parking|everyone|he|she)",
    "do you [guys|still|also] (do|perform|take|accept|offer|treat|see|sell|provide|charge|use|speak|validate|deliver|ship|support|carry|know|need|require|work with|allow|bill|give|service|cover|serve)",
    "(is|are) (there|it|parking|your|insurance|the office|the clinic|the building|the place|dogs|kids|children|pets|payment|walk ins|walkins) (free|safe|painful|expensive|any|a|an|near|parking|insurance|accessible|wheelchair|staff|prices|doctors|dentists|rates|address|located|allowed|welcome|included|covered|street|ok to|okay to)",
    "(is|are) (you|you guys|the office|the clinic|the store|the shop|they|your office|it|the practice) [usually|ever|normally|going to be|gonna be|still|also|even] (open|closed)",
    "(is|are) [the] (doctor|dr|mr|mrs|ms|miss|dentist|manager|owner|lawyer)",
    "are you (open|closed|located|near|taking|accepting|licensed|covered|insured|hiring|in|a|the|still)",
    "(when|what time|until when|till when|what times) (do|are|is|does|will) (you|you guys|the office|the clinic|they|it|the store|the shop|your office) [usually|normally] (open|close|closed|opening|closing|there)",
    "(what|whats|what's) (are|is|r|the|your) [your|the] (hours|opening hours|business hours|office hours|address|phone number|website|location|email|prices|rates|cancellation policy|policy)",
    "[opening|business|office|working|holiday] hours",
    "(i|we) (have|had|got|have got|'ve got) (a|one|another|some|one more|a quick|a couple of|a few) [more|quick|other] (question|questions)",
    "(i|we) (was|were|am|are|'m) (wondering|curious) [about|if|whether|what|how|where|when|why]",
    "(i'd|i would|i) (like|love|want|need|wanted|wish) to (know|ask|find out|hear|understand) [about|if|whether|what|how|where|when|why]",
    "(i'd|i would|i|we) (like|love|want|need|wanted|wish) to (check|see|verify|confirm|make sure|double check) (if|whether|what|how|where|when|why|which)",
    "[to] (ask|asking|inquire|enquire) [you] (about|for the price|if|whether|what|how|when|where)",
    "(i'm|i am|i was) [just|only|also] (calling|ringing|phoning) to (ask|find out|inquire|enquire|check) (about|if|whether|what|how|when|where)",
    "(quick|one more|another|just a|one last|one) question",
    "(tell|remind) me (about|how|what|where|when|if|why|your|the|whether|who)",
    "(can|could|would) you (explain|remind|describe) [me|to me]",
    "(can|could|would) you tell (me|us)",
    "do you know",
    "(have|has) (you|the|anyone)",
    "(what|what's|whats) [is|are] the (difference|differences|point|procedure|process|recovery|downside|downsides|advantage|benefit|benefits|risk|risks)",
    "what do you (charge|recommend|use|suggest|think|advise)",
    "should i (get|have|do|take|bring|eat|stop|avoid|brush|worry)",
    "am i (allowed|supposed|eligible|too|covered|okay|ok)",
    "can i (eat|drink|drive|smoke|exercise|fly|swim)",
    "(any|is there any) (parking|discount|discounts|chance of parking|side effects|fee|fees)",
  ],
  now: [
    "(what|which) (day|date) (is it|is today|is this|are we) [today]",
    "(what's|whats|what is) (the date|today's date|the day today|the time) [today|now]",
    "what time is it [now|right now|there]",
    "(do you have|have you got|got) the time",
  ],
  open: [
    "do (you|they|you guys|you all|y'all|any of you) [guys|also|still|even|ever|happen to]",
    "(is|are|was|were|am) (there|it|this|that|you|they|the|your|my|i|he|she|any|anyone|anything)",
    "(can|could|may|might|should|shall) (i|you|we|they|my|he|she|someone|the|it)",
    "(will|would|won't|wouldn't) (you|it|i|that|they|there|the|he|she|my|we)",
    "(what|what's|whats|when|when's|whens|which|what'll|what're)",
    "(how's|hows|how) [about|is|are|would|does]",
    "(did|didn't|don't|doesn't|isn't|aren't|can't|couldn't|haven't|hasn't|wasn't) (you|it|i|that|they|there|the|he|she|my|we|this)",
    "any (chance|way|possibility|idea)",
    "what about",
    "(is|are|does|did|was|were|has)",
  ],
});

/** A question that goes straight on to a service is about it: "does whitening hurt", "is the cleaning included". */
export const aboutService = phraseBook({
  about: [
    "(is|are|does|do|did|was|were|will|would|should|has|have) [a|an|the|your|that|this|any]",
    "(what's|whats|what is|what are|how's|hows|how is|how are|why is|why are|when is) [a|an|the|your|that|this]",
  ],
});

/** In such a question these ask for a time after all: "is a cleaning available". */
export const asksIfFree = new Set("available possible doable open opening openings slot slots".split(" "));

/** Questions about openings, which the calendar answers: a wish for a time when one is named. */
export const openings = phraseBook({
  opening: [
    "do you [guys|still|also|happen to] (have|got|do) [anything|any|something|a|an|some|the|other|another|anyone]",
    "(have|got|have you got|is there|are there) [you got] (anything|any|something|a slot|an opening|availability|a time|time|space|room)",
    "(can|could|may) (i|we) (come|book|get|make|have|see|do|take|schedule|move|change|bring|be seen|stop by|drop in|pop in)",
    "(can|could|would) you (fit|squeeze|get|see|book|do|take|schedule|put|make|move|change|give|find|check|look)",
    "(what|which|what's|whats|when's|when) (times|time|days|day|do you have|have you got|is your|openings|slots|availability|is the|appointments|about|works|can)",
    "any (openings|opening|availability|slots|appointments|chance|time|way|possibility|spots|spot)",
    "(will|would) (it|that|you|there)",
  ],
});

/** Said before a question and no part of it. */
export const beforeQuestion = new Set(
  "and but also so oh well or yes yeah yep no nope sure ok okay hi hello hey thanks thank you great good please sorry wait um right alright then just actually hmm perfect fine cool first before that excuse me by the way quickly i'm im curious wonderful one more thing".split(
    " ",
  ),
);

/** After these a question may begin without a comma: "yes do you have parking", "and is there …". */
export const opensQuestion = new Set(
  "and but also yes yeah yep no nope sure ok okay thanks great perfect hi hello fine good so please".split(
    " ",
  ),
);

/** Questions for a very day or hour, right before it: "is yesterday free", "what about Monday". */
export const beforeTime = phraseBook({
  about: ["(what|how) about", "(are|were) you [guys] [still] (free|available)"],
  whether: ["(is|was|does|did|would|will|are)"],
});

/** After the day or hour, what makes "is yesterday …" a question for it. */
export const afterTime = new Set(
  "free available open possible ok okay fine good work suit doable taken booked full".split(" "),
);

/** Between a question for an opening and a day, these tell that the day belongs to something else: "can I get my results from yesterday". */
export const tellsOfPast = new Set(
  "i we it he she they you my your our his her their because since when after from who that which was were had did been of about got broke fell lost".split(
    " ",
  ),
);
