import { expect, test } from 'vitest'
import { createListedNames } from './listed-names.ts'

const listed = [
  'BIN INVENTED, Usama',
  'AL-KORODU, Khalid',
  'OKPARABIA, Felix Osilamawo',
  'NASRADDIN, Ahmad Idris',
  'MUHAMMAD, Abd al-Karim Yusuf',
  'OGUNTESTI, Oluwole A.',
].map((name, index) => ({ entry: String(index), name }))

test.each([
  ['Osama Invented', '0'],
  ['KHALED ALKORODU', '1'],
  ['Khalid Korodu', '1'],
  ['OKPARABIA OSILAMAWO F', '2'],
  ['Felix Okparabya', '2'],
  ['Ahmed Idriss Nasraddin', '3'],
  ['Abdulkarim Yousouf Mohammed', '4'],
  ['OGUNTESTI WOLE', '5'],
])('%s may be on the list', async (name, entry) => {
  const names = await createListedNames(listed)
  expect(names.find(name).map((found) => found.entry)).toContain(entry)
})

test('fewer than two in a thousand common Nigerian names are a false hit', async () => {
  const names = await createListedNames(listed)
  const people = surnames.flatMap((surname) =>
    givenNames.flatMap((given, index) => [
      `${surname} ${given}`,
      `${surname} ${given} ${givenNames[(index + 7) % givenNames.length]}`,
    ]),
  )
  expect(people.length).toBeGreaterThan(1_000)
  const taken = people.filter((name) => names.find(name).length > 0)
  expect(taken.length / people.length).toBeLessThan(0.002)
})

const surnames =
  'ADEYEMI ADEBAYO AJAYI BALOGUN OGUNLEYE OLADIPO OKAFOR OKONKWO NWOSU EZE OBI IBRAHIM MUSA BELLO ABUBAKAR GARBA LAWAL SULEIMAN YUSUF ALIYU USMAN IDRIS ETIM BASSEY OSAGIE AMADI'.split(
    ' ',
  )
const givenNames =
  'OLUWASEUN OLUWATOBI TEMITOPE TUNDE BISI YETUNDE CHINEDU CHIAMAKA EMEKA NGOZI OBINNA ADAEZE AISHA FATIMA SADIQ HAUWA AMINU ZAINAB KABIRU MARYAM OSARO BLESSING GRACE DAVID SAMUEL FELIX KHALID AHMAD USAMA ABDULKARIM'.split(
    ' ',
  )
