/** What people put before or after a name. Titles that are names as well (Prince, Bishop, King) are left to be names. */
const titles =
  'mr mrs miss ms master dr prof professor engr eng chief alhaji alhaja alh hajia hajiya mallam malam rev reverend ' +
  'pastor pst apostle evangelist evang barr barrister arc architect hon honourable otunba sir lady dame deacon dcn ' +
  'deaconess elder capt captain col colonel gen general sgt sergeant comrade comr pharm surv surveyor tpl qs jp phd fca aca'

/** What says what kind of company it is or what it deals in, but not which one. */
const companyWords =
  'ltd limited plc llc inc llp co comp company coy corp corporation nig nigeria nigerian ng int intl international global ' +
  'world worldwide enterprise enterprises ent enterp venture ventures vent sons son daughters brothers bros sisters ' +
  'group holdings holding services service serv resources resource investment investments invest trading traders trade ' +
  'merchant merchants concept concepts business biz solutions solution consult consulting consultants consultancy ' +
  'technology technologies tech logistics transport transports foods food farm farms agro stores store shop supermarket ' +
  'pharmacy motors oil gas energy construction properties fashion fashions school schools hotel hotels hospital clinic ' +
  'church ministry ministries foundation bank account acct'

const joiningWords = 'and of the for by in na nee aka ta late'

/** Words that many names share and that therefore part or join nobody. */
export const sharedWords: ReadonlySet<string> = new Set(
  [titles, companyWords, joiningWords].flatMap((words) => words.split(' ')),
)

/** Spellings of the commonest name in the north that are more than one letter apart. */
export const nameSpellings: ReadonlyMap<string, string> = new Map(
  'muhammad muhammed mohammed mohammad mohamed mohamad muhamad muhamed muhammadu mohammadu muhamadu muhd mohd moh mamman'
    .split(' ')
    .map((spelling) => [spelling, 'muhammad']),
)
