/** English for danger to life, whatever an agent is there for: signs by what they mean, and which of them are danger alone, impaired, or together. */
import { type PhraseBook, phraseBook } from "#workers/conversation/words/phrases.ts";

/** The help that is needed: a call for help, getting out first, a line for those who may end their life, an animal hospital. */
export const dangerKinds = ["help", "leave", "mind", "animal"] as const;
export type DangerKind = (typeof dangerKinds)[number];

/** Phrases by what they mean, from lines of "meaning = pattern / pattern"; an indented line goes on with the one before. */
const book = (table: string): PhraseBook =>
  phraseBook(
    Object.fromEntries(
      table
        .replaceAll(/\n {2,}/g, " ")
        .split("\n")
        .map((line) => line.split(" = "))
        .flatMap(([id, patterns]) => (id && patterns ? [[id, patterns.split(" / ")] as const] : [])),
    ),
  );

/** Years that a caller may date something by. */
const years = Array.from({ length: 40 }, (_, by) => 1990 + by).join("|");

/** How an utterance speaks of a sign: denies, eases, dates or imagines it, and what else it is about. */
export const manner = book(`
lacks = (no|not|without|isnt|arent|wasnt|aint|never) [real|more|sign of|signs of|really|that|very|even|any|longer] / (dont|doesnt|didnt|hasnt|havent|do not|does not|not) (have|having|had|running|run) [a|an|any]
not = (cant|cannot|can not|wont|dont|doesnt|didnt|couldnt|wouldnt|hasnt|havent|unable)
hard = (hardly|barely|scarcely|trouble|difficulty|problems|struggling|struggles|fighting|hard|harder|difficult|tough|labored) [time]
eased = (going|gone|went|coming|come|came|goes) [way|back] down / (almost|nearly|mostly|all|pretty much) (gone|better|healed) / (better|fine|healed|cleared|under control)
mild = (little|slight|slightly|minor|mild|tiny|bit)
past = (last|past|previous) (year|month|week|summer|winter|spring|fall|time|visit|christmas) / (last|in) (january|february|march|april|may|june|july|august|september|october|november|december) /
  (years|months|weeks|decades|ages|year|month|while) (ago|back|earlier) / for (years|months) / when (i|he|she|we|they) (was|were) (a|little|young|younger|in|pregnant) / in (twenty|nineteen|two thousand|${years}) /
  once (before|when|getting|at|during|after|in) / in (school|college|high school) / (used to|history of|died|passed away|back in|as a kid|as a child|survived|giving blood|donating blood|recovering from|follow up)
now = (now|today|tonight|again|still|currently|suddenly|just|keeps) / this (morning|afternoon|minute)
if = (what if|in case|if i ever|if he ever|if she ever|if it ever|if there ever) / if (anything|something|someone|somebody|anybody|anyone) / (risk|risks|chance|chances|symptoms|side effect|side effects|afraid|scared|fear|worried) (of|about)
opener = (will|would|could|can|does|do|did|might|may) (i|it|this|that|the|you|people|they|these|those) [guys|have to|need to|ever] / (will|would) (he|she) be / (am|is) (i|it) going to
subject = (i|im|ive|he|hes|she|shes|my|his|her|were|theyre|its|theres|somebody|someone|hell)
kidding = (kidding|joking)
stuffy = (stuffed|stuffy|congested|snoring|at night)
cough = (cough|coughing|workout|gym)
money = (bill|invoice|price|prices|quote|cost|estimate|laughing|fee)
brush = (brush|brushing|floss|flossing|brushed|flossed|gums)
thing = (drain|drains|pipe|pipes|toilet|sink|faucet|engine|hose|pump|disposal|radiators|vent|vents|ac|unit|ducts|room)
numbed = (shot|novocaine|anesthetic|injection|filling|numbness|worn off|wear off|lip|procedure|anesthesia)
animal = (dog|dogs|cat|cats|puppy|puppies|kitten|kittens|kitty|bunny|rabbit|horse|hamster|bird|parrot|pet|poodle|retriever|shepherd|terrier|bulldog|chihuahua|goat|mare|foal|guinea pig) / (a|my|our|yellow|black) lab
person = (husband|wife|son|daughter|kid|kids|child|baby|mom|mother|dad|father|boy|girl|brother|sister|neighbor|friend|grandmother|grandfather|man|woman|i|im|my hand|my arm) / (got|bit|bitten|scratched|attacked|kicked|mauled|stepped on) (him|her|me|us) / (his|her|my) (wrist|hand|finger|fingers|arm|thumb)
`);

/** Signs by what they mean. The longest phrase at a word wins, so that a harmless one takes its words away from a sign. */
export const signs = book(`
harmless = (act|acts|acting|thinks|pretends|swears) [like] (hes|shes|he is|she is|theyre) dying / (choke|choked|choking) (on|at|in|during) (the|my|his|her|our|that) [last|big] (stand|witness stand|test|exam|interview|field|presentation|speech|audition|recital|game|final|finals|playoffs) /
  [hes|shes|theyre|he is|she is|they are|is he|is she] (dying|die) to (meet|see|know|hear|try|get|go|find|tell|talk|visit|eat|show|come|be|have) / [hes|shes|theyre|he is|she is|they are] (die|died|dying) (of|from) (laughter|laughing|boredom|curiosity|embarrassment|shame) / (get|getting|got|was|were|been) shot down / gasping (at|over) the (price|prices|bill|cost|quote) /
  (maker|washer|dishwasher|compressor|radiator|dryer|printer|fridge|plumbing|tap) [is|keeps|started|just|was] (gasping|gurgling|choking) /
  (pass|passed|passing) out [the|some|our|my|all the|all our|all of the|more|a few|his|her|their|these|those] [free|goodie|goody|party|new|little] (flyers|flyer|leaflets|pamphlets|candy|cards|brochures|invitations|invites|samples|snacks|drinks|papers|menus|cookies|cupcakes|treats|bags|gifts|prizes|tickets|coupons|toothbrushes|programs|favors|questionnaires|forms) /
  (dont|didnt|do not) (know|understand|care|mind) / (not sure|no idea|cant tell|cant believe|cant wait|cant talk|no problem|no worries|not only) / i (cant|dont|wont|never|couldnt|cannot) (wake|get) up /
  breathe (a word|easy|easier|through my nose|through his nose|through her nose) / (hold|holding) (my|your|our) breath / (swallow|swallowing) [big|the|those|my|large] (pills|pill|tablets|capsules|price|pride|cost) /
  chest (x ray|xray|of drawers|freezer|ct|scan|cold) / (gave|give|gives|giving|nearly had|almost had|practically had) [me|us|him|her] a (heart attack|stroke) / kill me if (i|we) (miss|forget|cancel|dont|am late) /
  (choking|choked|drowning) (on my coffee|on my water|in) / (he|she) cant (talk|speak) right now / blood (thinner|thinners|pressure|test|tests|work|type|sugar|draw|drive|relative|orange) /
  (bleeding gums|food poisoning|swollen glands|allergy shots|choking hazard|choked up|choking up|choking back) / heart (murmur|condition|doctor|medication|surgery|rate|monitor|problem|problems|valve|disease) /
  (overdose|suicide|stroke|poison|fire|cpr|self harm) (awareness|prevention|training|class|classes|course|fundraiser|inspection|drill|insurance|department|extinguisher|extinguishers|sale|place|pit|damage|escape|door|ivy) /
  (mouth|gums|gum|throat|tongue|teeth|tooth|lips|stomach|deal|team|season) (is|are|feels|feel) [like] [its] [literally] on fire / [feel|fainted] faint (smell|line|mark|sound|noise|stain|at the sight|at the thought) / fainted at the (sight|thought) /
  emergency (contact|contacts|fund|exit|plumbing|plumber|appointments|appointment|number|line|fee|hours|service|services|rate|rates|visit|slot|dentist|vet)
# What a body must do: danger when it is impaired.
breathe = (breathe|breathing|breathes|inhale) / (get|getting|catch|catching) [enough|any] [my|his|her|their|a] [good|full|deep] (air|breath) / for (breath|air)
odd = (squeaking|squeaky|squeaks|stridor|whistling|rattling|rasping|raspy|wheezy|funny|fast|weird|shallow|heavy|heavily|strange|strangely|wrong|noisy)
swallow = (swallow|swallowing) / (get|getting|keep|keeping) (anything|water|food|liquids|fluids|any water) down
wake = (wake|waking|wakes) [him|her|them|my husband|my wife|my mom|my dad] [up] / (keep|keeping|stay|staying) [him|her|them] (awake|conscious) / come (to|around|round) (again|yet)
limbs = (lift|move|raise|feel|moving|feeling) (my|his|her|their|one|both) [left|right] (arm|arms|leg|legs|hand|feet|side)
# Danger by themselves.
collapse = (unconscious|fainted|fainting|collapsed|collapsing|unresponsive|seizing|convulsing|convulsions|slumped|keeled|floppy|lifeless) / (tried|trying) to wake (him|her|them|my) / face down in the (pool|water|tub|bath) /
  (smile|mouth|face) [has|just|suddenly] (gone|went|going|turned) [all] (crooked|lopsided) / smiling crooked / tongue [is|being|getting|was] [being] (pushed|lifted|forced) [up] / (trapped|pinned|buried|crushed) (under|beneath|underneath) /
  around the mouth / (hes|shes|he is|she is|he|she|him|her|theyre) (not|isnt|aint|wont|doesnt) [even|really|at all] (moving|move|responding|respond|conscious|responsive) / (isnt|not|wont|doesnt) (responding|respond) to (me|us|anything) /
  (hardly|barely) (awake|conscious|alive|moving|responding) / now (hes|shes) out / (out cold|dropped to the floor|dropped to the ground|knees buckled|white as a sheet) / (hes|shes|just|is) [just] (lying|laying) (there|on the floor|on the ground) /
  (passed|passing|pass|blacked|blacking|black) out / (feel|feels|feeling|going to|gonna|about to) faint / [having|has|had] [a|another] seizure / (having|had|keeps having) seizures / (went|gone|going|all|totally|completely) limp /
  eyes [have|just|are] (rolled|rolling) [back|up] / (turning|turned|gone|going|went) (blue|gray|grey|purple) / (lips|fingers|tongue|nails) [is|are|look|looks] [all|really] (blue|gray|grey|purple) / (foaming|frothing) at the mouth /
  (short of breath|every breath) / (coughing|vomiting|throwing|puking) [up] [a lot of|lots of] blood
gasp = (gasping|gurgling)
heart = heart attack / having [a|another] [mini] stroke / (cardiac arrest|no pulse|find a pulse|heart stopped) / (squeezing|crushing) (my|his|her) heart / (my|his|her) heart (hurts|stopped|keeps stopping)
had = had [a|another] [mini] (stroke|heart attack)
thinks = (think|thinks|mustve|must have|mightve|might have)
speech = (says|said|saying|speech|talking) (doesnt|isnt|dont|does not) (make|making) [any|much] sense / says [makes|make] no sense / (says|said|saying) (makes|is making) no sense / (words|things|stuff) that (dont|doesnt|do not|make) [really|any] (mean anything|make sense|make any sense|no sense) /
  (talking|speaking|saying) (nonsense|gibberish|jibberish|backwards) / (slurring|slurred|slurs) / (words|speech|talking|speaking) [are|is] [coming out] [all|really] (jumbled|garbled|gibberish|nonsense|weird|off) / (he|she) cant (talk|speak|say anything)
speak = (speak|talk) (properly|right|clearly|straight) / get [his|her|any|the] words out / (make|making) [a|any] (sound|sounds|noise) / see out of
choke = (choking|choked|chokes) / (inhaled|aspirated|breathed in|sucked in) (the|a|an|his|her|my|that|one of the) [little|small|whole] (crown|tooth|filling|coin|bead|toy|bone|pill|button|piece|nut|grape|cap|screw|marble) / down the wrong (way|pipe) / (stuck|lodged|caught) in [my|his|her|their|the] (throat|windpipe|airway)
allergy = (having|bad|severe|terrible) [a|an] [bad|severe|really bad] allergic reaction / (anaphylaxis|anaphylactic) / (need|needs|used|dont have|doesnt have) [his|her|my|an|the] epipen
overdose = (overdose|overdosed|overdosing|poisoned|oded) / od on
injured = (electrocuted|drowned|drowning|bleeding out|severed|amputated|bone sticking out|skin coming off|headache of my life) / (cut|sliced|chopped|sawed) off (his|her|my|the|a) (finger|fingers|hand|thumb|toe) / (got|been|was) (shocked|zapped) by /
  (split|cracked|cut|gashed) (his|her|my) head open / (badly|severely) burned / just (shot|stabbed) (my|our|his|her|a) / (touched|grabbed) (the|a|that) [live] (wire|panel|outlet) / (shot|stabbed) (him|her|me|us|somebody|someone) /
  (been|got|was) (shot|stabbed) / blood [is|was|just|keeps] (pumping|pumps|spraying|shooting|squirting) / just [got|been|was] (hit|run over) by a (car|truck|bus)
attack = (i|we|you|she|he) wont (live|be alive) [to|till|until|past|through] / (i|we) wont see (christmas|tomorrow|the new year|new year|next week|the morning|the weekend|another) / (he|she) will (kill|shoot|stab|hurt) (me|us) /
  (hitting|beating|strangling|attacking|choking) (me|us|her|him) / (trying|threatening|threatened|wants) to (kill|hurt|shoot|stab) (me|us|him|her) /
  (says|said|saying) [that] (hell|hes|shes|theyll|he will|he is|he) [going to|gonna] (kill|shoot|stab|hurt) (me|us|him|her) / (hes|shes|theyre|gonna|going to) (shoot|stab|hurt) (me|us|him|her) / hands around (my|her|his) (throat|neck) /
  (came|comes|coming) at (me|us|her|him) / [trying to] (break|kick|kicking|breaking) (my|the|our) door (down|in) / (kidnapped|held hostage|wont let me leave) /
  (someone|somebody|someones|somebodys|hes|theyre) [is] [trying to] (get|break|breaking) (in|into|down) [my|the|our] [house|door] / (theres|there is) (someone|somebody|a man|a guy|a stranger) in (my|the|our) (house|apartment|yard) /
  (has|hes got|got|pulled|pointing|holding|waving|outside with|here with) a (gun|knife|weapon)
intruder = (broke|breaking|broken) (in|into)
stalker = (parked|sitting|waiting|standing|sits|sat) [in|right] [his|her|the|a] [truck|car|van] (outside|across the street|out front) [of] [my|our|the] [house|apartment|place|work|door]
menace = (my ex|ex husband|ex boyfriend|texted|texts|threat|threats|threatening|restraining order|protection order|followed me|following me)
hiding = (hiding|hid|locked in|im in the|upstairs)
calls = (call|calling|dial|phone) (911|9 1 1|nine one one|999|112) / (need|needs|call|calling|send|get) [me|us|him|her] [an|the] (ambulance|paramedics) /
  (is|does|would) (this|that|it|he|she) [be] [considered|count as|sound like|qualify as] [a|an] [real|medical] emergency / (this is|that is|its|thats) an emergency /
  (should|do|would) (i|we) [be|need to|have to] (take|taking|go|going|get|bring|rush|drive) [him|her|it|my son|my daughter|straight] [to] (the|an) (er|emergency room|hospital|e r) / life threatening /
  (is|am) (he|she|i) [going to|gonna] (die|dying) / (hes|shes) (going to|gonna) die / (hes|shes|theyre) dying
selfharm = (kill|killing|hang|hanging|shoot|shooting|cutting|harm|harming|hurting) (myself|himself|herself) / (going to|gonna|want to|might) (hurt|cut) (myself|himself|herself) / (suicidal|suicide) /
  (end|ending|take|taking) (my|his|her) [own] life / (end|ending) it all / had enough of (living|life|being alive) / (tired|sick) of (living|being alive) / (tired of|done with) (living|life) / (worth|point of) (living|going on) / (slit|cut|cutting) (my|his|her) wrists / (think|thinking|thought) (about|of) (ending|dying) /
  (sleep|asleep) and (not|never) wake up / (been|started|keep|am|im) cutting again / (dont|do not|no longer|not) (want|wanna|wanting) [to] (be here|live|be alive|exist|wake up) [anymore|any more] /
  (better off|rather be|wish i was|wish i were|want to be) dead / better off without (me|him|her) / (nobody|no one) would (miss|notice|care) / (drive|driving|jump|jumping) off (the|a) /
  (no|dont see any|dont have any|dont see a|dont see much) (reason|point) [to|in] [keep|go|keep on|going] (living|live|go on|on) / (want|wants|wanted|ready) to die / want it [all] to [just] (be over|end) /
  (cant|dont want to) (go on|keep going|live) (like this|anymore|any more)
leaves = i wont be (here|around) [anymore|any more]
testament = (my will|the will|a will|had enough|not traveling|not travelling|not going anywhere)
trip = (traveling|travelling|out of town|vacation|trip|away|moving|surgery|cruise|abroad)
hopeless = (affairs in order|everything in order|no point|im done|nothing left|rather|cant take it|cant take this|cant do this|cant face|wrote my|goodbye|a note|a letter|locked himself|locked herself|locked myself)
ending = (end|ending) (it|things) / (on|off) (the|a) (bridge|ledge|roof) / (rope|gun)
heater = (boiler|furnace|heater|heating|generator|fireplace|wood stove|space heater|grill)
drowsy = (everybody|everyone|all of us|we all|we both|the kids) [has|have|got|are|is|feel|feels] [got|all] [a|so|really] (headache|dizzy|sick|sleepy|drowsy) / (sleepy|drowsy|headaches|nauseous|nauseated)
outdoors = (step|stepped|go|went|get|got|are|were|being|going) outside / fresh air / leave the house
wired = (fuse box|fusebox|breaker box|breaker panel|electrical panel|electric panel|panel|light fixture|light fixtures|light switch|outlet|outlets|ceiling light|kitchen light|bathroom light|power strip|breakers|breaker|chandelier|electrical box)
pours = water [is|was|just|keeps] (pouring|running|coming|dripping|leaking|spraying|gushing|flowing|getting|dripped|leaked) [right] [down|out|in] (of|into|through|from|onto|on|over|inside) / water in (the|my|our) / crackling / (buzzing|popping|humming)
gas = (smell|smells|smelling|smelled|reeks|stinks) [really|strongly|a lot|some|of|a] [like|of] [a|the] (gas|rotten eggs|propane) / gas (smell|odor|leak|leaking|leaks|fumes) / rotten (egg|eggs) /
  gas (line|main|pipe|meter|valve) [got|is|has|was] [been|just] (hit|broke|broken|burst|ruptured|cracked|leaking|hissing)
stove = (stove|oven|burner|no flame)
reeks = (reeks|stinks|hissing)
fire = (on fire|flames|flaming|sparks|sparking) / (burning|burnt) [plastic|electrical|rubber] smell / (smell|smells like|smelling) [something|of] (burning|smoke) / downed (wire|line|power line) / (caught|catching) [on] fire /
  (theres|there is|house|kitchen|electrical|grease) [a] fire / smoke [is|s|thats] (coming|pouring|filling|everywhere) / (full of|filling with|filling up with|filled with) smoke /
  (outlet|panel|breaker|socket|wire|wires|wiring|furnace|heater|dryer) [is|are|just|started] (smoking|melting|burning|exploded|blew up)
# Danger together.
stop = (stop|stopping|stops|stopped|slow|slowed|slowing|quit|let up|letting up|clot|clotting)
monoxide = (carbon monoxide|monoxide) / co (alarm|detector|monitor)
alarm = (alarm|detector|going off|went off|beeping|screaming)
chest = chest
ache = (pain|pains|hurts|hurting|hurt|ache|aches|aching|pressure|squeezing|crushing|heavy|burning|sitting on|standing on|clutching|clutches|holding|grabbing|elephant)
tight = (tight|tightness|tightening|thick)
blood = (blood|bleeding|bleed|bleeds|bled|hemorrhaging|gauze|socket)
oozes = (still|keeps) bleeding
days = (yesterday|saturday|sunday|monday|tuesday|wednesday|thursday|friday|days|last night|hours|pulled|extraction|surgery|extracted)
plenty = (keep|keeps|kept) (swallowing|spitting) [out|up] / (pillow|pillowcase|pumping|streaming) / (everywhere|gushing|spurting|squirting|soaking|soaked|soaks|pouring|pours|heavily|badly|nonstop|profusely) / (all over|so much|too much|a lot|lots of|tons of|keeps coming|keeps filling|for hours|hours straight|hours now|mouthfuls of|pints of|still going|clots)
swell = (swelling|swollen|swelled|swells|swole|puffed|puffing|ballooned|ballooning|blown up|blew up|huge|swell|rock hard) / (size of|big as) a (golf ball|baseball|grapefruit|softball|tennis ball|orange|lemon)
throat = (throat|tongue|windpipe|airway|neck)
eye = (eye|eyes)
face = (lips|face|mouth|jaw|cheek|cheeks)
closing = (closing|closes|closed|constricting|shut)
hives = (hives|stung|allergic|welts|peanut|peanuts|nuts|shellfish|itching|reaction|penicillin|amoxicillin|antibiotic|breaking out)
infected = (infection|infected|abscess|sepsis|pus|oozing) / (cant|cannot) (open|get) (my|his|her) (mouth|jaw) [open]
fever = (fever|feverish|chills|shivering) / (running|has|got|have|high) a [high] (temperature|temp) / (temperature|temp) of / (running|fever of) a hundred / burning up / (hes|shes) [really|so|very] hot
hoarse = voice [is|has|was] [going|gone|getting|got|gotten|all|really|sounds] [all|really] (hoarse|raspy|weird|funny|strange|muffled|off) / (sound|sounds|sounding) (hoarse|raspy|muffled) / rings off / (lips|tongue) [is|are|feels|feel] (tingling|tingly|numb)
crownlike = (crown|coin|bead|toy|bone|pill|button|piece|nut|grape|cap|marble|something|candy|tooth)
gullet = in (his|her|my|their|the babys) (throat|windpipe|airway)
twice = (twice|two times|a second time)
weight = (weight|heaviness|heavy weight)
radiates = (goes|going|went|shooting|radiating|radiates|runs|running) [up|out] (into|to|in|through|up) [to|into] (my|his|her|the) [left|right] (jaw|arm|shoulder|neck|back) / (goes|going|went|running|runs) down (my|his|her) [left|right] arm
buckle = (leg|legs|arm|arms|knee|knees) [just|all|suddenly] (gave|gives|giving|given|folded|folds|went) [out|way|up|under|dead|numb|limp]
silent = (not|isnt|wont|doesnt|stopped|quit) (answer|answering) [me|us|anymore]
trapped = (husband|wife|son|daughter|dad|mom|father|mother|kid|brother|sister|guy|he|hes|she|shes|im) [is|trapped|stuck|still] (under|underneath|beneath) (it|there|that|the|all) / (fell|came down|collapsed|landed) (on|on top of) (him|her|me|us|my|our)
below = (in|down in|down|inside) the (basement|bathroom|attic|crawlspace|crawl space|garage|tub|shower|pool|cellar|trench|hole|well)
spreads = (spreading|spreads) / (going|gone|went|moving|moved|getting|coming) (down|under|below) (into|to|in|his|her|my) / (spread|moved) [up] (to|into)
dazed = (doesnt|does not|didnt|dont) know (what day it is|where he is|where she is|who he is|who she is|who i am|what year it is|his own name|her own name|his name|her name) / (sweaty|sweating) / (confused|dizzy|pale|shaky|lightheaded|woozy|delirious|disoriented|groggy|clammy|incoherent|light headed|out of it) / (not|isnt|doesnt) (making|make) [any|much] sense / (asking|saying|repeating) the same thing
vomits = (vomiting|vomits|vomited|puking) / (throwing|throws|threw|thrown) up
head = (fell|falls|fallen) (off|down|from|out of|on|onto) [a|the|his|her] / (onto|on) (his|her|my) (face|head) / (hit|hits|banged|bumped|smacked|cracked) (my|his|her|their|the) head
droop = (drooping|droops|droopy|drooped|sagging|hanging down|lopsided)
side = (one|left|right|half) [the|of] (side|arm|leg|body) / half [of] (my|his|her) (body|face)
numb = (numb|weak|paralyzed)
wheeze = (wheezing|wheezes|panting|muffled|staring|twitching|jerking|shaking|trembling|ground)
ate = (swallowed|drank|ate|eaten|ingested|inhaled|mixed|drinking|eating|licked|chewed|breathed in)
into = (got|gotten|getting) (into|hold of)
took = (took|taken|taking|popped|had)
poison = (bleach|antifreeze|poison|detergent|ammonia|drano|lye|gasoline|magnet|magnets|pesticide|battery|batteries|pod|pods|mouthwash|bait|sanitizer|fertilizer|acid|remover|lysol|windex|clorox|perfume|kerosene|peroxide) /
  (drain|oven|toilet|pool|cleaning) (cleaner|products|chemicals|fluid|stuff|product|solution) / (some|one|any|a few) of (my|his|her|the) (pills|meds|medication) / (whole|entire|full|half a|half the) bottle
many = (too|way too|so) many / (whole|entire|full) (bottle|pack|box) / (bunch of|handful|lot of|lots of|double dose|double the dose|two doses|twice as much) / (double|twice|doubled) (her|his|my|the|of) / all (her|his|my|the|of) / (ten|twelve|fifteen|twenty|thirty|forty|fifty|10|12|15|20|30|40|50)
pills = (pills|painkillers|tablets|ibuprofen|tylenol|advil|meds|medication|capsules|insulin)
asks = what (do|should|am|are) (i|we) [supposed to] do / if (this|that|it) [is|s] (dangerous|serious|bad) / (can|could|will) (this|it|that) kill (me|him|her|you) /
  (is|are) (he|she|it|this|that|they) [going to|gonna] [be] (ok|okay|all right|alright|bad|dangerous|serious)
pleads = (getting|gotten|got) worse / help (me|us|him|her) / (please|hurry) (hurry|help)
# Danger to animals.
vets = breathing with (his|her|its|the) mouth open / (chocolate|xylitol|grapes|raisins|onions|lily|lilies|pills|medication|edible|bloated|retching|snake|rattlesnake) / gums [are|look] [all|really|very] (white|pale|blue|gray|grey) / (hit|run over|kicked) by a (car|truck|horse) /
  (cant|hasnt|isnt) (pee|peed|urinate|urinated|peeing) / nothing (comes|is coming|coming) (out|up) / (cant|wont|doesnt|cannot|isnt|not) (get up|stand|stand up|walk|moving|getting up)
`);

/** Signs that mean danger by themselves, and what a body must do, which is danger when it fails to. */
export const alone: Readonly<Record<string, DangerKind>> = {
  ...ofKind(
    "help",
    "collapse gasp heart speech choke allergy overdose injured attack calls breathe swallow wake limbs speak",
  ),
  ...ofKind("mind", "selfharm"),
  ...ofKind("leave", "gas fire"),
};
export const functions: ReadonlySet<string> = new Set("breathe swallow wake limbs speak stop".split(" "));

function ofKind(kind: DangerKind, ids: string): Record<string, DangerKind> {
  return Object.fromEntries(ids.split(" ").map((id) => [id, kind]));
}

export type Sum = { kind: DangerKind; all: readonly string[]; reach: number; unless?: string };

/** Signs that mean danger together, so many words apart at most; `unless` another one is said. */
export const together: readonly Sum[] = [
  { kind: "help", all: ["chest", "ache|tight|odd|weight"], reach: 6, unless: "cough" },
  { kind: "help", all: ["weight", "radiates"], reach: 10 },
  { kind: "help", all: ["oozes", "plenty|days"], reach: 12, unless: "brush" },
  { kind: "help", all: ["crownlike", "gullet"], reach: 4 },
  { kind: "help", all: ["swell", "hoarse"], reach: 20, unless: "numbed" },
  { kind: "help", all: ["buckle", "droop|speech|numb"], reach: 20 },
  { kind: "help", all: ["trapped|below", "silent"], reach: 15 },
  { kind: "help", all: ["stalker", "menace"], reach: 20 },
  { kind: "mind", all: ["leaves", "testament"], reach: 30, unless: "trip" },
  { kind: "leave", all: ["heater", "drowsy|dazed"], reach: 40 },
  { kind: "leave", all: ["drowsy|dazed", "outdoors"], reach: 40 },
  { kind: "leave", all: ["pours", "wired"], reach: 8 },
  { kind: "help", all: ["had", "thinks|now"], reach: 8 },
  { kind: "help", all: ["blood", "plenty"], reach: 8, unless: "brush" },
  { kind: "help", all: ["stop", "blood|oozes"], reach: 10 },
  { kind: "help", all: ["throat", "closing|tight|swell"], reach: 6 },
  { kind: "help", all: ["swell", "eye|hives|spreads"], reach: 12 },
  { kind: "help", all: ["swell|infected", "fever|dazed"], reach: 60 },
  { kind: "help", all: ["fever|head|blood|oozes", "dazed"], reach: 60 },
  { kind: "help", all: ["head", "vomits"], reach: 60 },
  { kind: "help", all: ["asks", "fever|vomits|dazed|blood|head|wheeze"], reach: 60 },
  { kind: "help", all: ["asks", "swell", "face"], reach: 60 },
  { kind: "help", all: ["spreads", "infected"], reach: 10 },
  { kind: "help", all: ["droop", "face|side"], reach: 8 },
  { kind: "help", all: ["side", "numb"], reach: 5, unless: "numbed" },
  { kind: "help", all: ["wheeze", "hives|swell|ate|injured"], reach: 15 },
  { kind: "help", all: ["wheeze", "wheeze"], reach: 3 },
  { kind: "help", all: ["ate", "poison"], reach: 8 },
  { kind: "help", all: ["into", "poison|pills"], reach: 6 },
  { kind: "help", all: ["ate", "many", "pills"], reach: 8 },
  { kind: "help", all: ["pills", "twice", "dazed"], reach: 15 },
  { kind: "help", all: ["took", "many|poison", "pills"], reach: 8 },
  { kind: "help", all: ["intruder", "hiding|now"], reach: 12 },
  { kind: "mind", all: ["hopeless", "ending|pills"], reach: 40 },
  { kind: "leave", all: ["stove", "reeks"], reach: 12 },
  { kind: "leave", all: ["monoxide", "alarm|stop"], reach: 8 },
  { kind: "leave", all: ["alarm", "dazed"], reach: 60 },
  { kind: "animal", all: ["vets"], reach: 0 },
];
