import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomAmountText, shortestDecimal } from '../../../test/amount-texts.ts'
import { bank } from '../../../test/ledger-accounts.ts'
import { createSeededRandom } from '../../../test/seeded-random.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { formatMoney, money, parseMoney } from '../../kernel/money/money.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { posting, suspense } from './account.ts'
import { runChecks } from './check-store.ts'
import { postEntry, sumAccount } from './ledger-store.ts'

const AMOUNTS = 20_000
const POSTINGS_OF_AN_ENTRY = 500

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const vendorAccount = newId()

beforeAll(async () => {
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name) values ($1, 'live', 'Afara', '0123456789', '000013', 'GTB')`,
    [vendorAccount],
  )
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end()])
  await database.drop()
})

test('twenty thousand amounts of up to 38 digits are read back from the ledger unchanged', async () => {
  const texts = positiveAmounts(AMOUNTS)
  const entries = Array.from({ length: AMOUNTS / POSTINGS_OF_AN_ENTRY }, (_, index) => ({
    id: newId(),
    texts: texts.slice(index * POSTINGS_OF_AN_ENTRY, (index + 1) * POSTINGS_OF_AN_ENTRY),
  }))
  const account = bank(vendorAccount)
  for (const { id, texts } of entries) {
    const postings = texts.map((text) => posting(account, suspense, parseMoney(text, 'NGN')))
    await postEntry(owner, { id, mode: 'live', transactionId: null, step: 'test', at: new Date(), postings })
  }

  const wrong: string[] = []
  for (const { id, texts } of entries) {
    const { rows } = await worker.query<{ amount_minor: string }>(
      'select amount_minor from posting where entry_id = $1 order by ordinal',
      [id],
    )
    expect(rows).toHaveLength(texts.length)
    for (const [index, { amount_minor }] of rows.entries()) {
      const text = texts[index] ?? ''
      if (formatMoney(money('NGN', BigInt(amount_minor))) !== shortestDecimal(text)) wrong.push(text)
    }
  }
  expect(wrong).toEqual([])

  const sum = texts.reduce((sum, text) => sum + kobo(text), 0n)
  expect(await sumAccount(worker, 'live', account, 'NGN')).toEqual(money('NGN', sum))
  expect(await sumAccount(worker, 'live', suspense, 'NGN')).toEqual(money('NGN', sum))
  expect((await runChecks(worker)).findings).toEqual([])
})

/** Returns random amounts, always with the largest and the smallest one. Zeros are left out, because a posting of zero is refused. */
function positiveAmounts(count: number): string[] {
  const random = createSeededRandom(5)
  const texts = ['0.01', `${'9'.repeat(36)}.99`, `1${'0'.repeat(35)}`]
  while (texts.length < count) {
    const text = randomAmountText(random)
    if (/[1-9]/.test(text)) texts.push(text)
  }
  return texts
}

function kobo(text: string): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
}
