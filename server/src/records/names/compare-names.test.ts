import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesAgree, namesContradict, namesMayAgree } from './compare-names.ts'
import { nameWords } from './name-words.ts'

type Pair = readonly [claimed: string, bank: string]

const sameOrder: Pair[] = [
  ['Adaeze Okafor', 'OKAFOR ADAEZE'],
  ['Adaeze Okafor', 'OKAFOR, ADAEZE NKECHI'],
  ['Adaeze Nkechi Okafor', 'OKAFOR ADAEZE'],
  ['Babatunde Adewale Ogunleye', 'OGUNLEYE BABATUNDE ADEWALE'],
  ['Ibrahim Musa', 'MUSA IBRAHIM DANJUMA'],
  ['ngozi eze', 'Eze Ngozi'],
  ['Folake Adeyemi-Coker', 'ADEYEMI COKER FOLAKE'],
  ['Folake Coker', 'ADEYEMI-COKER FOLAKE'],
  ['Amina Yar Adua', "YAR'ADUA AMINA"],
  ['Halima  Sadiq', 'SADIQ   HALIMA'],
  ['Abdul Rahman Bello', 'BELLO ABDULRAHMAN'],
  ['Olu Seun Kuti', 'KUTI OLUSEUN'],
  ['Etim Bassey Effiong', 'EFFIONG ETIM BASSEY'],
  ['Osaro Igbinovia', 'IGBINOVIA OSARO GODWIN'],
  ['Terver Akpan', 'AKPAN TERVER'],
  ['CHIAMAKA_OBI', 'OBI CHIAMAKA'],
]

const sameMarks: Pair[] = [
  ['Ọlọ́runfẹ́mi Adébáyọ̀', 'OLORUNFEMI ADEBAYO'],
  ['Ṣeun Ọṣọ́', 'SEUN OSO'],
  ['Nnamdị Ụzọ', 'NNAMDI UZO'],
  ['Ɗanladi Ƙofar Mata', 'DANLADI KOFAR-MATA'],
  ["Sa'adatu Bala", 'SAADATU BALA'],
  ["D'Silva Oluwole", 'DSILVA OLUWOLE'],
  ['ADÉKÚNLÉ GOLD', 'Adekunle Gold'],
  ['José Okoro', 'JOSE OKORO'],
  ['Ƴar Ɓaure', 'YAR BAURE'],
  ['Nkọ́lị Ẹ̀zẹ̀', 'EZE NKOLI'],
]

const sameTitles: Pair[] = [
  ['Mr Chinedu Obi', 'CHINEDU OBI'],
  ['Mrs. Grace Effiong', 'EFFIONG GRACE IDARA'],
  ['Alhaji Aliko Mangal', 'ALIKO MANGAL'],
  ['Alh. Sani Bello', 'BELLO SANI'],
  ['Chief (Dr.) Emeka Anyaoku', 'ANYAOKU EMEKA'],
  ['Engr. Tunde Bakare', 'BAKARE TUNDE'],
  ['Pastor Enoch Adeleke', 'ADELEKE ENOCH MR'],
  ['Dr.Chika Nwosu', 'NWOSU CHIKA'],
  ['Hajiya Zainab Lawal', 'ZAINAB LAWAL'],
  ['Barr Femi Falade Jnr', 'FALADE FEMI'],
  ['Miss Joy Udoh', 'UDOH JOY PEACE'],
]

const sameStems: Pair[] = [
  ['Seun Bankole', 'BANKOLE OLUWASEUN'],
  ['Oluseun Bankole', 'BANKOLE OLUWASEUN'],
  ['Femi Adebayo', 'ADEBAYO OLUFEMI'],
  ['Emeka Obi', 'OBI CHUKWUEMEKA'],
  ['Tobi Ajayi', 'AJAYI OLUWATOBI PETER'],
  ['Tunde Fashola', 'FASHOLA BABATUNDE'],
  ['Wale Ogunleye', 'OGUNLEYE ADEWALE'],
  ['Emma Udoh', 'UDOH EMMANUEL'],
  ['Tope Alabi', 'ALABI TEMITOPE'],
  ['Kemi Adeosun', 'ADEOSUN OLUWAKEMI'],
]

const sameByEar: Pair[] = [
  ['Ibraheem Musa', 'MUSA IBRAHIM'],
  ['Yusuff Bello', 'BELLO YUSUF'],
  ['Mohammed Garba', 'GARBA MUHAMMAD'],
  ['Muhd Sani', 'SANI MUHAMMADU'],
  ['Fatimah Aliyu', 'ALIYU FATIMA'],
  ['Sulaiman Lawal', 'LAWAL SULEIMAN'],
  ['Adaeze Okaffor', 'OKAFOR ADAEZE'],
  ['Adaeze Okafro', 'OKAFOR ADAEZE'],
  ['Chinedum Obi', 'OBI CHINEDU'],
  ['Philip Etim', 'ETIM FILIP'],
  ['Chiemeka Okonkwo', 'OKONKWO CHIEMEKA JOHN'],
  ['Ogunlaye Bisi', 'OGUNLEYE BISI'],
  ['Aishat Usman', 'USMAN AISHA'],
  ['Babtunde Ajayi', 'AJAYI BABATUNDE'],
  ['Kelecchi Amadi', 'AMADI KELECHI'],
  ['Oluwafemii Balogun', 'BALOGUN OLUWAFEMI'],
  ['Temitpoe Ajayi', 'AJAYI TEMITOPE'],
  ['Adaee Danjuma', 'DANJUMA ADAEZE'],
  ['Baatunde Bassey', 'BASSEY BABATUNDE FOLAKE'],
  ['Josepz Akintola', 'AKINTOLA JOSEPH'],
]

const sameInitials: Pair[] = [
  ['Adaeze N. Okafor', 'OKAFOR ADAEZE NKECHI'],
  ['Adaeze N Okafor', 'OKAFOR ADAEZE'],
  ['Babatunde A. O. Ogunleye', 'OGUNLEYE BABATUNDE ADEWALE'],
  ['Adaeze Okafor', 'OKAFOR ADAEZE N'],
  ['J. John Clark', 'CLARK JOHN'],
]

const sameCut: Pair[] = [
  ['Oluwadamilola Temitope Adebayo', 'ADEBAYO OLUWADAMILOLA TE'],
  ['Chukwuemeka Nnamdi Okonkwo', 'OKONKWO CHUKWUEMEKA N'],
  ['Chukwuemeka Nnamdi Okonkwo', 'OKONKWO CHUKWUEMEKA NNAM'],
  ['Oluwaseun Babatunde Ogunbanjo', 'OLUWASEUN BABATUNDE OGUNB'],
  ['Abdulrahman Suleiman Abubakar', 'ABUBAKAR SULEIMAN ABDULR'],
  ['Mainland Bakery Nigeria Limited', 'MAINLAND BAKERY NIGERIA LIMI'],
  ['Zarah Mubarak Enterprises', 'ZARAH MUBARAK ENTERPR'],
  ['Oluwaseun Bankole', 'BANKOLE OLUWASEUN OLUWA'],
]

const sameCompany: Pair[] = [
  ['Ada Foods Ltd', 'ADA FOODS LIMITED'],
  ['Ada Foods', 'ADA FOODS NIG LTD'],
  ['Okeke & Sons', 'OKEKE AND SONS ENTERPRISES'],
  ['Zarah Ventures', 'ZARAH VENT'],
  ['Zarah Enterprise', 'ZARAH ENT NIG'],
  ['The Mainland Bakery', 'MAINLAND BAKERY NIG. LTD.'],
  ['Dangote Cement Plc', 'DANGOTE CEMENT PLC'],
  ['Chukwu Bros Int’l', 'CHUKWU BROTHERS INTERNATIONAL'],
  ['Ada Obi', 'ADA OBI VENTURES'],
  ['Halogen Security Company', 'HALOGEN SECURITY CO. LTD'],
  ['Kola Technologies Ltd', 'KOLA TECH LIMITED'],
]

/** Similar names that may belong to different people. */
const unsure: Pair[] = [
  ['Okafor', 'OKAFOR ADAEZE'],
  ['Adaeze', 'OKAFOR ADAEZE'],
  ['A. Okafor', 'OKAFOR ADAEZE'],
  ['A. B. Okafor', 'OKAFOR ADAEZE BLESSING'],
  ['Adaeze Okafor', 'OKAFOR CHIAMAKA'],
  ['Adaeze Okafor', 'OKAFOR BLESSING ADA'],
  ['Chinedu Okafor', 'OKAFOR NNAMDI PETER'],
  ['Ibrahim Musa', 'IBRAHIM BELLO'],
  ['Ibrahim Musa', 'MUSA YUSUF'],
  ['Adaeze Nkechi Okafor', 'OKAFOR ADAEZE BLESSING'],
  ['Adaeze C. Okafor', 'OKAFOR ADAEZE BLESSING'],
  ['Oluwatobi Ajayi', 'AJAYI OLUWATOSI'],
  ['Oluwaseun Ajayi', 'AJAYI OLUWAFEMI'],
  ['Oluwa Ajayi', 'AJAYI OLUWASEUN'],
  ['Oluwaseun Adeyemi', 'OLUWASEUN BALOGUN'],
  ['Chukwuemeka Obi', 'OBI CHUKWUDI'],
  ['Chukwu Obi', 'OBI CHUKWUEMEKA'],
  ['Ikechukwu Eze', 'EZE EKECHUKWU'],
  ['Ikechukwu Eze', 'EZE KENECHUKWU'],
  ['Ifeoluwa Bello', 'BELLO ANUOLUWA'],
  ['Abdulrahman Bello', 'BELLO ABDULKARIM'],
  ['Abdul Bello', 'BELLO ABDULRAHMAN'],
  ['Abdulrahim Lawal', 'LAWAL ABDULRAHMAN'],
  ['Aminu Bello', 'BELLO AMINA'],
  ['Adeola Ajayi', 'AJAYI ADEOLU'],
  ['Bola Ajayi', 'AJAYI BALA'],
  ['Tunde Okeke', 'OKEKE YETUNDE'],
  ['Oluwayemi Bello', 'BELLO OLUWAFEMI'],
  ['Tola Ajayi', 'AJAYI TOLU'],
  ['Taiwo Adewale', 'ADEWALE KEHINDE'],
  ['Hassan Usman', 'USMAN HUSSAINI'],
  ['Mr Okafor', 'MRS OKAFOR'],
  ['Muhammad Sani', 'MUHAMMAD BUBA'],
  ['Mohammed', 'MUHAMMAD'],
  ['Ada Foods Ltd', 'ADA MOTORS LTD'],
  ['Obi Ventures', 'OBI ENTERPRISES'],
  ['Global Services Ltd', 'GLOBAL SERVICES LTD'],
  ['Ada', 'ADA FOODS LTD'],
  ['GTB', 'GUARANTY TRUST BANK'],
  ['Okeke & Sons', 'OKEKE NIGERIA LIMITED'],
  ['Ade Ogun', 'ADEBAYO OGUNSANYA'],
  ['ADE*** OGU****', 'ADEBAYO OGUNSANYA'],
  ['Oluwadamilola Adebayo', 'OLUWADAMILOLA ADE'],
  ['Adaeze Blessing Okafor', 'OKAFOR ADAEZE NKECHINY'],
  ['Obi Okon', 'OBI OKORO'],
  ['Sani Bello Sani', 'SANI GARBA'],
  ['', 'ADA OBI'],
  ['', ''],
  ['null', 'null'],
  ['Mr', 'Mr'],
  ['A B', 'A B'],
  ['0123456789', '0123456789'],
]

/** Names that certainly belong to different people. */
const others: Pair[] = [
  ['Adaeze Okafor', 'BABATUNDE OGUNLEYE'],
  ['Chinedu Obi', 'FATIMA BELLO'],
  ['Ngozi Eze', 'MUSA DANJUMA'],
  ['Mr Chinedu Obi', 'MR FATIMA BELLO'],
  ['Alhaji Sani Bello', 'ALHAJI UMARU DIKKO'],
  ['A. Okafor', 'A. BELLO'],
  ['A B Okafor', 'ADAEZE BLESSING NWANKWO'],
  ['Ada Foods Ltd', 'KOLA FOODS LTD'],
  ['Okeke & Sons', 'BALOGUN & SONS'],
  ['Okeke Enterprises', 'DANLADI ENTERPRISES'],
  ['Adaeze Okafor', 'MAINLAND BAKERY LIMITED'],
  ['Ọlọ́runfẹ́mi Adébáyọ̀', 'NNAMDI UZO'],
  ['Folake Adeyemi-Coker', 'HADIZA BALA-USMAN'],
  ['Peter Obi', 'BOLA TINUBU'],
  ['Kanu', 'IKPEBA'],
  ['Comfort Edet', 'RASHEED LADOJA'],
  ['Oghene Efe', 'DAUDA KAHUTU'],
  ['Grace Effiong', 'SADIQ KABIRU'],
  ['Emem Udoh', 'YETUNDE SHONIBARE'],
  ['Zainab Garba', 'OSARO EDOSA'],
]

const agreeing = {
  sameOrder,
  sameMarks,
  sameTitles,
  sameStems,
  sameByEar,
  sameInitials,
  sameCut,
  sameCompany,
}

test('the tables have more than 150 pairs', () => {
  expect([...Object.values(agreeing), unsure, others].flat().length).toBeGreaterThan(150)
})

test.each(Object.entries(agreeing))('names agree despite their spelling: %s', (_, pairs) => {
  expect(pairs.filter(([claimed, bank]) => !namesAgree(claimed, bank))).toEqual([])
})

test.each(Object.entries(agreeing))('names that agree do not contradict: %s', (_, pairs) => {
  expect(pairs.filter(([claimed, bank]) => namesContradict(claimed, bank))).toEqual([])
})

test('a shared surname, stem or trade word does not make names agree', () => {
  expect(unsure.filter(([claimed, bank]) => namesAgree(claimed, bank))).toEqual([])
})

test('a known person is recognised by one name or an initial, but not by a surname', () => {
  const inShort: Pair[] = [
    ['Fatima', 'USMAN FATIMA'],
    ['F. Usman', 'USMAN FATIMA'],
    ['Usman', 'USMAN FATIMA'],
    ['Adaeze Okafor', 'OKAFOR ADAEZE'],
  ]
  const ofOthers: Pair[] = [
    ['Halima Usman', 'USMAN FATIMA'],
    ['H. Usman', 'USMAN FATIMA'],
    ['', 'USMAN FATIMA'],
    ['Mr', 'USMAN FATIMA'],
  ]
  expect(inShort.filter(([claimed, bank]) => !namesMayAgree(claimed, bank))).toEqual([])
  expect([...ofOthers, ...others].filter(([claimed, bank]) => namesMayAgree(claimed, bank))).toEqual([])
})

test('names that have nothing in common contradict and do not agree', () => {
  expect(others.filter(([claimed, bank]) => namesAgree(claimed, bank))).toEqual([])
  expect(others.filter(([claimed, bank]) => !namesContradict(claimed, bank))).toEqual([])
})

// Names whose end was cut off are left out, because the position of their words matters.
const allNames = [...Object.values(agreeing), unsure, others].filter((pairs) => pairs !== sameCut).flat(2)
const anyName = fc.oneof(
  fc.constantFrom(...allNames),
  fc
    .array(fc.constantFrom(...allNames.flatMap((name) => name.split(' '))), { maxLength: 5 })
    .map((words) => words.join(' ')),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

test('the comparison is symmetric', () => {
  fc.assert(
    fc.property(anyName, anyName, (one, other) => {
      expect(namesAgree(one, other)).toBe(namesAgree(other, one))
      expect(namesContradict(one, other)).toBe(namesContradict(other, one))
    }),
    { numRuns: 1_000 },
  )
})

test('a name of two distinctive words agrees with itself in every order, and never contradicts itself', () => {
  const shuffled = anyName.chain((name) => {
    const words = name.split(' ')
    return fc.tuple(fc.constant(name), fc.shuffledSubarray(words, { minLength: words.length }))
  })
  fc.assert(
    fc.property(shuffled, ([name, words]) => {
      expect(namesContradict(name, name)).toBe(false)
      fc.pre(nameWords(name).length >= 2)
      expect(namesAgree(name, words.join(' '))).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test('names that agree share a word, by which rows can be found', () => {
  fc.assert(
    fc.property(anyName, anyName, (one, other) => {
      const words = nameWords(other)
      const isFound = nameWords(one).some((word) => words.includes(word))
      expect(isFound || isJoined(one, other) || !namesAgree(one, other)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

/**
 * Whether words of one name are joined in the other: Ada Eze is Adaeze. If the numbers of words differ, returns true, because words may be
 * joined.
 */
function isJoined(one: string, other: string): boolean {
  const [words, others] = [one.toLowerCase().split(' '), other.toLowerCase().split(' ')]
  if (words.length !== others.length) return true
  const isMadeOf = (wholes: string[], parts: string[]) =>
    parts.some((first) => parts.some((second) => wholes.includes(first + second)))
  return isMadeOf(words, others) || isMadeOf(others, words)
}

test('a text of any length is compared quickly', () => {
  const long = 'Adaeze Okafor '.repeat(20_000)
  expect(namesAgree(long, 'OKAFOR ADAEZE')).toBe(true)
  expect(namesAgree('x'.repeat(100_000), 'MUSA DANJUMA')).toBe(false)
})
