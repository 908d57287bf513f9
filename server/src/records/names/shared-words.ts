/** Titles before or after a name. Titles that are also names (Prince, Bishop, King) count as names. */
const titles =
  'mr mrs miss ms master dr prof professor engr eng chief alhaji alhaja alh hajia hajiya mallam malam rev reverend ' +
  'pastor pst apostle evangelist evang barr barrister arc architect hon honourable otunba sir lady dame deacon dcn ' +
  'deaconess elder capt captain col colonel gen general sgt sergeant comrade comr pharm surv surveyor tpl qs jp phd fca aca'

/** Words for a company's legal form or country. */
const companyForms =
  'ltd limited plc llc inc llp co comp company coy corp corporation nig nigeria nigerian ng bank account acct'

/** Words for what a company trades in. */
const trades =
  'int intl international global ' +
  'world worldwide enterprise enterprises ent enterp venture ventures vent sons son daughters brothers bros sisters ' +
  'group holdings holding services service serv resources resource investment investments invest trading traders trade ' +
  'merchant merchants concept concepts business biz solutions solution consult consulting consultants consultancy ' +
  'technology technologies tech logistics transport transports foods food farm farms agro stores store shop supermarket ' +
  'pharmacy motors oil gas energy construction properties fashion fashions school schools hotel hotels hospital clinic ' +
  'church ministry ministries foundation'

const joiningWords = 'and of the for by in na nee aka ta late'

const setOf = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((words) => words.split(' ')))

/** Words that many names share, so they prove neither a match nor a difference. */
export const sharedWords = setOf(titles, companyForms, trades, joiningWords)

/** Words that, together with a company's own word, distinguish Ada Foods from Ada Motors. */
export const tradeWords = setOf(trades)

/** Words that do not matter if a bank's field has cut them off. */
export const companyWords = setOf(companyForms, trades)

/** Placeholders for a missing name, and words that systems add to a name. */
export const notNames = setOf(
  'null none nil unknown undefined anonymous nip trf transfer from via jnr jr snr sr',
)

/** Spellings of Muhammad, which differ by more than one letter. */
export const nameSpellings: ReadonlyMap<string, string> = new Map(
  'muhammad muhammed mohammed mohammad mohamed mohamad muhamad muhamed muhammadu mohammadu muhamadu muhd mohd moh mamman'
    .split(' ')
    .map((spelling) => [spelling, 'muhammad']),
)

/** Maps the spellings of a trade to one word, so that Ada Ventures and Ada Vent are equal. */
export const tradeSpellings: ReadonlyMap<string, string> = new Map(
  [
    'international int intl',
    'enterprises enterprise ent enterp',
    'ventures venture vent',
    'sons son',
    'brothers bros',
    'holdings holding',
    'services service serv',
    'resources resource',
    'investments investment invest',
    'trading traders trade',
    'merchants merchant',
    'concepts concept',
    'business biz',
    'solutions solution',
    'consulting consult consultants consultancy',
    'technology technologies tech',
    'transport transports',
    'foods food',
    'farms farm',
    'stores store',
    'fashion fashions',
    'schools school',
    'hotels hotel',
    'ministries ministry',
    'world worldwide',
  ].flatMap((row) => {
    const [first = '', ...others] = row.split(' ')
    return others.map((other): [string, string] => [other, first])
  }),
)
