import { expect, test } from 'vitest'
import { compareNames, namesContradict } from './compare-names.ts'

type Pair = readonly [given: string, found: string]

const order: Pair[] = [
  ['Adaeze Okafor', 'OKAFOR ADAEZE'],
  ['Adaeze Okafor', 'OKAFOR, ADAEZE NKECHI'],
  ['Babatunde Adewale Ogunleye', 'OGUNLEYE BABATUNDE ADEWALE'],
  ['Ibrahim Musa Danjuma', 'DANJUMA IBRAHIM'],
  ['ngozi eze', 'Eze Ngozi'],
  ['Emeka', 'CHUKWUEMEKA OBI'],
  ['Okonkwo', 'OKONKWO CHINEDU PETER'],
  ['Funke Akindele-Bello', 'BELLO FUNKE'],
  ['Folake Adeyemi-Coker', 'ADEYEMI COKER FOLAKE'],
  ['Amina Yar Adua', "YAR'ADUA AMINA"],
]

const accents: Pair[] = [
  ['Ọlọ́runfẹ́mi Adébáyọ̀', 'OLORUNFEMI ADEBAYO'],
  ['Ṣeun Ọṣọ́', 'SEUN OSO'],
  ['Nnamdị Ụzọ', 'NNAMDI UZO'],
  ['Ɗanladi Ƙofar Mata', 'DANLADI KOFAR-MATA'],
  ["Sa'adatu Bala", 'SAADATU BALA'],
  ['Sa’ad Abubakar', 'SAAD ABUBAKAR'],
  ["D'Silva Oluwole", 'DSILVA OLUWOLE'],
  ['ADÉKÚNLÉ GOLD', 'Adekunle Gold'],
  ['Chiọma Jésús', 'CHIOMA JESUS'],
  ['José Okoro', 'JOSE OKORO'],
]

const titles: Pair[] = [
  ['Mr Chinedu Obi', 'CHINEDU OBI'],
  ['Mrs. Grace Effiong', 'EFFIONG GRACE'],
  ['Alhaji Aliko Mangal', 'ALIKO MANGAL'],
  ['Alh. Sani Bello', 'BELLO SANI'],
  ['Hajiya Zainab Lawal', 'ZAINAB LAWAL'],
  ['Chief Emeka Anyaoku', 'ANYAOKU EMEKA'],
  ['Dr. Ngozi Iweala', 'IWEALA NGOZI'],
  ['Engr. Tunde Bakare', 'BAKARE TUNDE'],
  ['Prof Wole Adeniran', 'ADENIRAN WOLE'],
  ['Barr. Femi Falade', 'FALADE FEMI'],
  ['Pastor Enoch Adeleke', 'ADELEKE ENOCH'],
  ['Mallam Nuhu Ribadi', 'NUHU RIBADI'],
  ['Dr.Chika Nwosu', 'NWOSU CHIKA'],
  ['Rev. Fr. Matthew Kuka', 'MATTHEW KUKA'],
]

const initials: Pair[] = [
  ['A. B. Okafor', 'OKAFOR ADAEZE BLESSING'],
  ['O. Adeyemi', 'ADEYEMI OLUWASEUN'],
  ['J.P. Clark', 'CLARK JOHN PEPPER'],
  ['M K O Abiola', 'ABIOLA MOSHOOD'],
  ['Okafor A', 'ADAEZE OKAFOR'],
  ['T.Y. Danjuma', 'DANJUMA THEOPHILUS'],
]

const shortened: Pair[] = [
  ['Olu Adeyemi', 'OLUWASEUN BALOGUN ADEYEMI'],
  ['Seun Bankole', 'OLUWASEUN BANKOLE'],
  ['Seun', 'OLUWASEUN BANKOLE'],
  ['Tunde', 'BABATUNDE FASHOLA'],
  ['Emma', 'EMMANUEL UDOH'],
  ['Abdul', 'ABDULLAHI SHEHU'],
  ['Tope', 'TEMITOPE ALABI'],
  ['Kemi', 'OLUWAKEMI ADEOSUN'],
  ['Chi', 'CHIAMAKA NNADI'],
  ['Olu Seun', 'OLUSEUN'],
  ['Oluwa-Seun', 'OLUWASEUN'],
  ['Abdul Rahman', 'ABDULRAHMAN'],
  ['ADE*** OGU****', 'ADEBAYO OGUNSANYA'],
]

const misspelt: Pair[] = [
  ['Chinedu', 'CHINEDUM'],
  ['Okafor', 'OKAFFOR'],
  ['Okafor', 'OKAFRO'],
  ['Adewale', 'ADEWALA'],
  ['Ngozi', 'NGOSI'],
  ['Fatima', 'FATIMAH'],
  ['Fatima', 'FATIMATU'],
  ['Ibrahim', 'IBRAHEEM'],
  ['Yusuf', 'YUSUFF'],
  ['Sulaiman', 'SULEIMAN'],
  ['Muhammad', 'MOHAMMED'],
  ['Muhd Sani', 'MUHAMMADU BUBA'],
  ['Mohd', 'MOHAMED'],
  ['Aisha', 'AISHAT'],
  ['Isah', 'ISA'],
  ['Abubakar', 'ABUBAKR'],
  ['Stephen', 'STEPHAN'],
  ['Obi', 'OBY'],
]

const companies: Pair[] = [
  ['Ada Foods Ltd', 'ADA FOODS LIMITED'],
  ['Ada Foods', 'ADA FOODS NIG LTD'],
  ['Okeke & Sons', 'OKEKE AND SONS ENTERPRISES'],
  ['Okeke and Sons Ventures', 'OKEKE NIGERIA LIMITED'],
  ['Zarah Ventures', 'ZARAH ENT'],
  ['The Mainland Bakery', 'MAINLAND BAKERY NIG. LTD.'],
  ['Dangote Cement Plc', 'DANGOTE CEMENT PLC'],
  ['GTB', 'GUARANTY TRUST BANK'],
  ['Lagos State Development Property Corporation', 'LSDPC'],
  ['G.T.B. Foods', 'GTB FOODS'],
  ['Chukwu Bros Int’l', 'CHUKWU BROTHERS INTERNATIONAL'],
  ['Paystack/ Ada Obi', 'ADA OBI'],
  ['Global Services Ltd', 'GLOBAL RESOURCES LTD'],
  ['Ada Obi T/A Obi Stores', 'OBI ADA'],
]

/** Pairs in which one name has no distinctive parts, so that nothing can be decided. */
const nothingToGoBy: Pair[] = [
  ['', 'ADA OBI'],
  ['ADA OBI', ''],
  ['A B', 'ADA OBI'],
  ['Mr', 'ADA OBI'],
  ['Ltd', 'ADA OBI'],
  ['李明', 'ADA OBI'],
  ['**********', 'ADA OBI'],
  ['Jo Ng', 'ADA OBI'],
]

const others: Pair[] = [
  ['Adaeze Okafor', 'BABATUNDE OGUNLEYE'],
  ['Chinedu Obi', 'FATIMA BELLO'],
  ['Ngozi Eze', 'MUSA DANJUMA'],
  ['Emeka Nwosu', 'AISHA LAWAL'],
  ['Tunde Bakare', 'GRACE EFFIONG'],
  ['Funke Akindele', 'SANI ABACHA'],
  ['Ibrahim Musa', 'CHIOMA NNAMDI'],
  ['Seun Kuti', 'ZAINAB AHMED'],
  ['Blessing Udoh', 'YUSUF MAITAMA'],
  ['Kelechi Iheanacho', 'VICTOR OSIMHEN'],
  ['Amaka Igwe', 'BISI ALIMI'],
  ['Segun Arinze', 'HALIMA DANGOTE'],
  ['Uche Jombo', 'RITA DOMINIC'],
  ['Yemi Alade', 'TIWA SAVAGE'],
  ['Ayodele Balogun', 'DAVID ADELEKE'],
  ['Mr Chinedu Obi', 'MR FATIMA BELLO'],
  ['Dr Ngozi Eze', 'DR MUSA DANJUMA'],
  ['Alhaji Sani Bello', 'ALHAJI UMARU DIKKO'],
  ['Chief Emeka Nwosu', 'CHIEF TOLA ADENIYI'],
  ['Engr Tunde Bakare', 'ENGR IFEANYI UBAH'],
  ['Mrs Grace Effiong', 'MRS HALIMA SADIQ'],
  ['A. Okafor', 'A. BELLO'],
  ['A B Okafor', 'ADAEZE BLESSING NWANKWO'],
  ['J. P. Clark', 'JOHN OKADIGBO'],
  ['Ada Foods Ltd', 'KOLA FOODS LTD'],
  ['Ada Foods Nig Ltd', 'CHISCO TRANSPORT NIG LTD'],
  ['Zarah Ventures', 'MUBARAK VENTURES'],
  ['Okeke & Sons', 'BALOGUN & SONS'],
  ['Okeke Enterprises', 'DANLADI ENTERPRISES'],
  ['Nigerian Breweries', 'NIGERIAN BOTTLING COMPANY'],
  ['Global Haulage Services Ltd', 'GLOBAL CATERING SERVICES LTD'],
  ['The Mainland Bakery', 'THE ISLAND PRESS'],
  ['Adaeze Okafor', 'MAINLAND BAKERY LIMITED'],
  ['Dangote Cement Plc', 'HALOGEN SECURITY PLC'],
  ['GTB Foods', 'ZENITH FOODS'],
  ['Ọlọ́runfẹ́mi Adébáyọ̀', 'NNAMDI UZO'],
  ['Ɗanladi Ƙofar Mata', 'CHIDI EBERE'],
  ['Folake Adeyemi-Coker', 'HADIZA BALA-USMAN'],
  ['Sunday Oliseh', 'FRIDAY EKPO'],
  ['Peter Obi', 'BOLA TINUBU'],
  ['Muhd Sani', 'CHUKWUMA EKWUEME'],
  ['Obi', 'BELLO'],
  ['Kanu', 'IKPEBA'],
  ['Okocha', 'YEKINI'],
  ['Ekong', 'LOOKMAN'],
  ['Wizkid Ayo', 'PHYNO AZUBUIKE'],
  ['Comfort Edet', 'RASHEED LADOJA'],
  ['Patience Ozokwo', 'JIDE KOSOKO'],
  ['Ramat Murtala', 'EKAETTE UKO'],
  ['Oghene Efe', 'DAUDA KAHUTU'],
]

test('the tables have more than a hundred pairs', () => {
  const same = [order, accents, titles, initials, shortened, misspelt, companies, nothingToGoBy]
  expect(same.flat().length).toBeGreaterThan(80)
  expect(others.length).toBeGreaterThanOrEqual(50)
})

test.each([
  ['another order of its words', order],
  ['a difference in accents, apostrophes and dots', accents],
  ['titles', titles],
  ['initials', initials],
  ['being cut at either end', shortened],
  ['one typing error or a phonetic spelling', misspelt],
  ['company words and abbreviations', companies],
  ['a lack of distinctive words', nothingToGoBy],
])('%s does not make another name', (_, pairs) => {
  expect(pairs.filter(([given, found]) => namesContradict(given, found))).toEqual([])
})

test('two names that share only titles, initials and company words are clearly different', () => {
  expect(others.filter(([given, found]) => !namesContradict(given, found))).toEqual([])
})

test('the comparison is symmetric', () => {
  for (const [given, found] of [...others, ...order, ...shortened, ...misspelt, ...companies]) {
    expect([given, namesContradict(found, given)]).toEqual([given, namesContradict(given, found)])
  }
})

test('a text of any length is compared quickly', () => {
  const long = 'Adaeze '.repeat(20_000)
  expect(namesContradict(long, 'MUSA DANJUMA')).toBe(true)
  expect(namesContradict('x'.repeat(100_000), 'MUSA DANJUMA')).toBe(true)
})

test.each([
  ['张伟', 'ADA OBI'],
  ['Мария', 'ADA OBI'],
  ['.', 'ADA OBI'],
  ['Mr', 'ADA OBI'],
  ['A. B.', 'ADA BISI OBI'],
  ['Global Services Ltd', 'GLOBAL RESOURCES LTD'],
  ['Аda Obi', 'ADA OBI'],
  ['Ada Obi 张伟', 'ADA OBI'],
  ['ADA OBI', '李明'],
  ['张伟', '李明'],
  ['.', '.'],
  ['', ''],
])('%s and %s cannot be compared', (given, found) => {
  expect(compareNames(given, found)).toBe('unknown')
})

test.each([
  ['Adaeze Okafor', 'OKAFOR ADAEZE NKECHI', 'match'],
  ['Ọlọ́runfẹ́mi Adébáyọ̀', 'OLORUNFEMI ADEBAYO', 'match'],
  ["Sa'adatu Ɗanladi", 'DANLADI SAADATU', 'match'],
  ['Ada', 'ADA OBI', 'near'],
  ['张伟', '张伟', 'near'],
  ['Ada Obi', 'MUSA BELLO', 'different'],
])('%s differs from %s: %s', (given, found, outcome) => {
  expect(compareNames(given, found)).toBe(outcome)
})
