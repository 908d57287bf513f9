import { expect, test } from 'vitest'
import { type Bank, codesOf, createBankDirectory, namesOf, nigerianBanks } from './bank-directory.ts'
import { bankNameKey } from './bank-name.ts'
import { resolveBank } from './resolve-bank.ts'

/** Names and codes that two listings share today. If a third name or code becomes ambiguous, this test fails before a customer notices. */
const knownAmbiguous = [
  '50739',
  'adamfb',
  'asosavings',
  'asosavingsandloans',
  'bainescreditmfb',
  'baobabmfb',
  'firsttrustmortgagebank',
  'ikiremfb',
  'kanopolymfb',
  'livingtrustmortgagebank',
  'pagefinancials',
  'parallex',
  'parralex',
  'petramfb',
  'solidrockmfb',
  'teamapt',
]

test('every name, alias, slug and code leads to its own bank, or to all banks that share it', () => {
  const ambiguous = new Set<string>()
  const astray: string[] = []
  for (const bank of nigerianBanks.banks) {
    for (const text of [...namesOf(bank), bank.slug, bank.key, ...codesOf(bank)]) {
      const [outcome, ...keys] = keysFor(text)
      if (outcome === 'unknown' || !keys.includes(bank.key)) astray.push(text)
      if (outcome === 'ambiguous') ambiguous.add(bankNameKey(text))
    }
  }
  expect(astray).toEqual([])
  expect([...ambiguous].toSorted()).toEqual(knownAmbiguous)
})

test('two banks that share a name or a code are both shown, and neither is guessed', () => {
  expect(keysFor('Ada Microfinance Bank')).toEqual(['ambiguous', '000109', '090483'])
  expect(keysFor('50739')).toEqual(['ambiguous', '090495', 'prospa-capital-microfinance-bank-ng'])
  // The better known bank comes first.
  expect(keysFor('Parallex')).toEqual(['ambiguous', '000030', '090004'])
})

test('a bank without a name of its own can still be named by its code', () => {
  expect(keysFor('000109')).toEqual(['found', '000109'])
  expect(keysFor('090483')).toEqual(['found', '090483'])
})

test('the banks that most people use are found by what people call them', () => {
  const called: Array<[key: string, ...texts: string[]]> = [
    [
      '000013',
      'GTB',
      'GTBank',
      'GT Bank',
      'gtbank plc',
      'GTCO',
      'Guaranty Trust Bank',
      'Guaranty Trust Bank Nigeria Ltd.',
      '058',
    ],
    ['000014', 'Access', 'ACCESS BANK PLC', 'access-bank', '044', '000014'],
    ['000005', 'Access Bank (Diamond)', 'Access Diamond', 'Diamond Bank', '063'],
    ['000015', 'Zenith', 'Zenith Bank', 'zenith bank plc', 'ZIB', '057'],
    ['000004', 'UBA', 'uba bank', 'United Bank for Africa', 'United Bank for Africa Plc', '033'],
    ['100004', 'OPay', 'opay', 'Opay Bank', 'Paycom', '999992'],
    ['090267', 'Kuda', 'Kuda Bank', 'Kuda MFB', 'Kuda Micro-finance Bank', '50211'],
    [
      '090405',
      'Moniepoint',
      'Monie Point',
      'Moniepoint Bank',
      'MONIEPOINT MICROFINANCE BANK LIMITED',
      '50515',
    ],
    ['000016', 'First Bank', 'FirstBank', 'First Bank of Nigeria Plc', 'FBN', '011'],
    ['000018', 'Union Bank', 'Union Bank Nigeria', 'Union Bank of Nigeria', '032'],
    ['000017', 'Wema', 'ALAT', 'ALAT by Wema', '035', '035A', '035a'],
    ['000003', 'FCMB', 'First City Monument Bank'],
    ['100033', 'PalmPay', 'Palm Pay', 'PALMPAY'],
  ]
  for (const [key, ...texts] of called) {
    for (const text of texts) expect([text, ...keysFor(text)]).toEqual([text, 'found', key])
  }
})

test('case, accents, punctuation and spaces do not make another bank', () => {
  for (const text of ['  zenith   BANK ', 'Zénith-Bank', 'ZENITH BANK, PLC.', 'Ｚenith Bank']) {
    expect([text, ...keysFor(text)]).toEqual([text, 'found', '000015'])
  }
})

test('the kind of institution makes another bank', () => {
  for (const text of [
    'Access MFB',
    'Zenith Microfinance Bank',
    'Sterling Mortgage Bank',
    'First',
    'Standard',
    'LAPO',
  ]) {
    expect([text, resolveBank(text).outcome]).toEqual([text, 'unknown'])
  }
})

test('a typing error never resolves to a bank, and the right bank is suggested first', () => {
  const typed: ReadonlyArray<readonly [text: string, key: string]> = [
    ['Zennith', '000015'],
    ['Acess Bank', '000014'],
    ['Gauranty Trust Bank', '000013'],
    ['Guarantee Trust', '000013'],
    ['GTBnak', '000013'],
    ['Fisrt Bank', '000016'],
    ['Monipoint', '090405'],
    ['Moneypoint MFB', '090405'],
    ['Kuda Bnk', '090267'],
    ['Opya', '100004'],
    ['Palmpy', '100033'],
    ['Uinted Bank for Africa', '000004'],
    ['Stanbic ITBC', '000012'],
    ['Steling Bank', '000001'],
    ['Providous', '000023'],
    ['First City Monumental Bank', '000003'],
    ['Renmoney', '090198'],
  ]
  for (const [text, key] of typed) {
    const [outcome, first] = keysFor(text)
    expect([text, outcome, first]).toEqual([text, 'unknown', key])
  }
})

test('a code is used unchanged: it is never padded, cut or converted to another family', () => {
  for (const code of ['58', '0058', '44', '000058', '0000013', '950547', '90267']) {
    expect([code, resolveBank(code).outcome]).toEqual([code, 'unknown'])
  }
  // A missing zero leads only to a suggestion.
  expect(keysFor('58')).toEqual(['unknown', '000013'])
})

test('a text that names nothing has no suggestions', () => {
  for (const text of [
    '',
    '   ',
    'bank',
    'Microfinance Bank',
    'xyzzy',
    '🏦',
    '0',
    '__proto__',
    'x'.repeat(10_000),
  ]) {
    expect({ text, ...resolveBank(text) }).toEqual({ text, outcome: 'unknown', suggestions: [] })
  }
})

test('the number of suggestions is limited', () => {
  expect(keysFor('First').length).toBeLessThanOrEqual(1 + 5)
})

test('a directory with a duplicate key is not loaded', () => {
  const bank: Bank = { key: '000001', name: 'One', slug: 'one', kind: 'dmb' }
  expect(() => createBankDirectory([bank, { ...bank, slug: 'two' }])).toThrow(/the same key/)
})

function keysFor(text: string): string[] {
  const resolution = resolveBank(text)
  const banks = resolution.outcome === 'found' ? [resolution.bank] : resolution.suggestions
  return [resolution.outcome, ...banks.map(({ key }) => key)]
}
