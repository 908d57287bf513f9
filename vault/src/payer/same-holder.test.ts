import { expect, test } from 'vitest'
import { isSameHolder } from './same-holder.ts'

test.each([
  ['OKAFOR ADAEZE NKECHI', 'ADAEZE NKECHI OKAFOR'],
  ['OKAFOR ADAEZE NKECHI', '  okafor  adaeze   nkechi '],
  ['OKAFOR ADAEZE', 'OKAFOR ADAEZE NKECHI'],
  ['OKAFOR ADAEZE NKECHI', 'OKAFOR ADAEZ'],
  ['MR OKAFOR ADAEZE', 'OKAFOR, ADAEZE'],
  ['Ọlọ́runfẹ́mi Adébáyọ̀', 'OLORUNFEMI ADEBAYO'],
  ['ADA FOODS LIMITED', 'ADA FOODS LTD'],
  ['BETHEL', 'Bethel Ltd'],
  ['OKAFORADAEZE', 'OKAFOR ADAEZE'],
  ['张伟', ' 张伟'],
])('%s is still %s', (cleared, found) => {
  expect(isSameHolder(cleared, found)).toBe(true)
})

test.each([
  ['OKAFOR ADAEZE', 'BELLO FATIMA'],
  ['OKAFOR ADAEZE', 'OKAFOR CHINEDU'],
  ['OKAFOR ADAEZE', 'AD OK'],
  ['OKAFOR OKAFOR', 'OKAFOR ADAEZE'],
  ['ADA FOODS LIMITED', 'ADA STEEL LIMITED'],
  ['OKAFOR ADAEZE', ''],
  ['MR', 'MRS'],
  ['OKAFOR', 'OKAFOR ADAEZE'],
  ['OKAFOR ADAEZE NKECHI', 'OKAFOR'],
  ['ADA FOODS', 'ADA'],
  ['张伟', 'Мария'],
  ['ADA 张伟', 'ADA Мария'],
  ['АDA OBI', 'ADA OBI'],
  ['.', '.'],
  ['', ''],
])('%s is not %s', (cleared, found) => {
  expect(isSameHolder(cleared, found)).toBe(false)
})
