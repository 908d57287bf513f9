/** What people put before or after a name. Titles that are names as well (Prince, Bishop, King) are left to be names. */
const titles =
  'mr mrs miss ms master dr prof professor engr eng chief alhaji alhaja alh hajia hajiya mallam malam rev reverend ' +
  'pastor pst apostle evangelist evang barr barrister arc architect hon honourable otunba sir lady dame deacon dcn ' +
  'deaconess elder capt captain col colonel gen general sgt sergeant comrade comr pharm surv surveyor tpl qs jp phd fca aca'

/** What says which kind of body a company is in law, or where it is. */
const companyForms =
  'ltd limited plc llc inc llp co comp company coy corp corporation nig nigeria nigerian ng bank account acct'

/** What says what a company deals in, but not which one it is. */
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

/** Words that many names share and that therefore part or join nobody. */
export const sharedWords = setOf(titles, companyForms, trades, joiningWords)

/** Those of them that, beside a company's own word, tell Ada Foods from Ada Motors. */
export const tradeWords = setOf(trades)

/** What a bank's field may have cut off in the middle without a loss. */
export const companyWords = setOf(companyForms, trades)

/** What stands where a bank has no name to tell, and what systems write around one. */
export const notNames = setOf(
  'null none nil unknown undefined anonymous nip trf transfer from via jnr jr snr sr',
)

/** Spellings of the commonest name in the north that are more than one letter apart. */
export const nameSpellings: ReadonlyMap<string, string> = new Map(
  'muhammad muhammed mohammed mohammad mohamed mohamad muhamad muhamed muhammadu mohammadu muhamadu muhd mohd moh mamman'
    .split(' ')
    .map((spelling) => [spelling, 'muhammad']),
)

/** One word for the ways in which a trade is written, so that Ada Ventures and Ada Vent are one. */
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
