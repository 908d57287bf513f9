import { expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import type { Stake } from '../../records/cases/stake-store.ts'
import { evidenceOf } from './evidence.ts'

const stake = { type: null, payerName: null, heldMinor: 0n, lineMinor: 0n } as unknown as Stake
const shop = newId()
const names = new Map([[shop, 'Kano Fabrics']])
const exact = 'the amount is exactly what the buy needs'

function evidenceAbout(candidates: readonly Readonly<{ for: readonly string[] }>[]) {
  const facts = {
    candidates: candidates.map((one) => ({
      transaction_id: newId(),
      business_id: shop,
      against: [],
      ...one,
    })),
  }
  return evidenceOf({ facts } as unknown as CaseFile, stake, names).for
}

test('a fact that is true of many buys is said once', () => {
  const all = Array.from({ length: 6 }, () => ({ for: [exact] }))
  expect(evidenceAbout(all)).toEqual([
    { text: 'The amount is exactly what the buy needs', detail: 'All 6 buys' },
  ])
  expect(evidenceAbout(all.slice(0, 2))).toMatchObject([{ detail: 'Both buys' }])
  expect(evidenceAbout(all.slice(0, 1))).toMatchObject([{ detail: null }])
})

test('a fact that is true of some buys names three of them', () => {
  const some = Array.from({ length: 6 }, (_, place) => ({ for: place < 5 ? [exact] : [] }))
  const [point] = evidenceAbout(some)
  expect(point?.detail?.match(/Kano Fabrics, txn_/g)).toHaveLength(3)
  expect(point?.detail).toMatch(/; and 2 more$/)
})
