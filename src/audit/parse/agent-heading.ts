/** Recognizes headings that say when to use a site, or that address AI agents and models. */

const anyOf = (words: string) => `(?:${words.trim().split(/\s+/).join('|').replaceAll('_', ' ')})`;

/** Matches the words that may precede `agents` if it means programs. After other words, it may mean people: `travel agents`. */
const KIND = `(?:${anyOf(
  `, and or the all any other external third_party ai llm llm_powered ai_powered gpt generative genai coding software web browser
  browsing conversational foundation frontier reasoning autonomous automated intelligent large language machine mcp a2a`,
)} ){0,6}`;
const PROGRAM = anyOf(
  `ai_systems? ai_tools? ai_clients? ai_search ai_crawlers? ai answer_engines? search_engines? agents? ais llms? assistants?
  models? bots? chatbots? crawlers? machines? automated_systems? automated_clients? chatgpt claude gemini perplexity`,
);
const PERSON = anyOf(
  'developers? humans? people integrators? builders? scripts? tools? apps? clients? programs? automation',
);
/** Matches the text that may follow `AI` or `agents` if it means a program. Excludes phrases such as `for AI teams`. */
const ENDS = `(?= ,|$| (?:and|or) (?:${KIND}${PROGRAM}|${PERSON})(?= ,|$| and| or)| ${anyOf(
  'reading picking using visiting browsing working who that which only on in at via here should must may please',
)}\\b)`;
const READER = `${KIND}${PROGRAM}${ENDS}`;

const VERB = anyOf('use choose pick call recommend suggest cite consult prefer reach_for route_to');
const NOTES = anyOf(
  `access advice context directions directives documentation docs endpoints entry_points guidance guide
  guidelines? hints how_to info information instructions interfaces message notes? notice overview policy policies pointers
  primer quick_?start readme recommendations resources rules start_here summary tips usage use`,
);

const PATTERNS = [
  `\\bwhen (?:not )?to (?:not )?${VERB}\\b`,
  `\\bwhen ${anyOf('should can do')} (?:i|we|you|an? \\w+|agents?) ${VERB}\\b`,
  `\\bwhen (?:\\w+ ){1,4}${anyOf('should can')} (?:not )?${VERB}\\b`,
  `\\bwhen (?:\\w+ ){1,5}is (?:not )?(?:an?|the) ${anyOf('right wrong good bad best better')} ${anyOf('choice fit tool option answer')}\\b`,
  `^(?:(?:only|do not|don t|please) )?${VERB} (?:\\w+ ){0,6}${anyOf('when whenever if')}\\b`,
  `\\b${anyOf('programmatic programmatically agentic')} ${anyOf('access use usage')}\\b`,
  `(?:^|, )for (?:${PERSON} (?:and|or|,) )?${READER}`,
  `\\b(?:${NOTES} for|${anyOf('access use usage')} by|${anyOf('instructions message notes?')} to) (?:${PERSON} (?:and|or|,) )?${READER}`,
  `^${anyOf('to dear attention hello hi hey welcome')} (?:, )?${READER}`,
  `\\bif you(?: are| re)? (?:an? |the )?${READER}`,
  `\\b(?:are you|you are|you re|as) an? (?=${anyOf('ai llm coding autonomous automated language')}\\b)${READER}`,
  `^${READER} , ${anyOf('start read please see use begin do follow how what this here')}\\b`,
  `\\b${KIND}${PROGRAM} ${anyOf('should must may')}\\b`,
  `\\bhow ${KIND}${PROGRAM} can ${anyOf('use access call cite connect interact integrate query read search')}\\b`,
  `(?:^|, |and )${KIND}${anyOf('agent ai llm assistant bot crawler chatbot')} (?:${anyOf('citation recommendation crawling agent assistant system model')} )?${anyOf(
    'access guidance guidelines? instructions? notes? usage directives? hints usage_policy',
  )}(?= ,|$)`,
].map((pattern) => new RegExp(pattern));

const MAX_CHARS = 200;

/** Returns whether a heading says when to use a site, or addresses AI agents or models. Ignores case and punctuation. */
export function speaksToAgents(heading: string): boolean {
  const words = heading
    .slice(0, MAX_CHARS)
    .toLowerCase()
    .replace(/&|\+/g, ' and ')
    // Punctuation separates parts of the heading, but hyphens and apostrophes join words.
    .replace(/\s[-–]+\s|[^\p{L}\p{N}\s'’_*`"“”-]+/gu, ' , ')
    .replace(/[^\p{L}\p{N},]+/gu, ' ')
    .trim();
  return PATTERNS.some((pattern) => pattern.test(words));
}
