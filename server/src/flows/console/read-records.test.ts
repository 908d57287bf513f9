import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSearchedObjects } from '../../../test/searched-objects.ts'
import { createSellingWorld } from '../../../test/selling-world.ts'
import { untilVisible } from '../../../test/until-visible.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../movements/feeds/statement.ts'
import { foldBooks } from '../../movements/reconciliation/reconciliation-store.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { selectNewest } from './money-store.ts'
import { previewStatement } from './preview-statement.ts'
import { readMoney } from './read-money.ts'
import { readWholeTransaction } from './read-transaction.ts'
import { searchRecords } from './search-records.ts'

const world = await createSellingWorld()
const searched = createSearchedObjects(world)
const { at, ids } = searched
/** The connection of the people process that serves operators. */
const house = createPool(world.ownerUrl.replace('afara_owner', 'afara_people'), {
  max: 4,
  applicationName: 'test',
  side: 'house',
})

beforeAll(async () => {
  await searched.write({ cell: 'dev', peppers: new Map([[1, Buffer.alloc(32, 7)]]) })
  const reconciler = createPool(world.ownerUrl.replace('afara_owner', 'afara_reconciler'), {
    max: 1,
    applicationName: 'test',
  })
  await untilVisible(reconciler)
  await foldBooks(reconciler)
  await reconciler.end()
})
afterAll(async () => {
  await house.end()
  await world.close()
})

describe('a search', () => {
  const search = async (text: string, mode?: 'live' | 'test') =>
    searchRecords({ sql: house, rules: wireWalletRules() }, { text, most: 20, ...(mode && { mode }) })

  test('says what each thing is, whose, how it stands and how much', async () => {
    const { lines, hasMore } = await search('order-1', 'test')
    expect(hasMore).toBe(false)
    expect(lines).toMatchObject([
      {
        kind: 'transaction',
        id: ids.buy,
        mode: 'test',
        type: 'buy',
        reference: 'order-1',
        amountMinor: 2_000_000n,
        party: 'ADAEZE NGOZI OKONKWO',
        foundBy: 'reference',
      },
    ])
  })

  test('describes every kind of thing', async () => {
    const texts = [at('session'), 'business-1', `key_${at('key').replaceAll('-', '')}`, 'bisi@afara.test']
    const found = await Promise.all([...texts, at('number')].map(async (text) => search(text)))
    const kinds = new Set(found.flatMap(({ lines }) => lines.map(({ kind }) => kind)))
    expect([...kinds].toSorted()).toEqual(['business', 'credit', 'key', 'operator', 'vendorAccount'])
  })

  test('refuses a secret key before it is searched', async () => {
    await expect(search(at('secret'))).rejects.toThrow('We do not store secret keys')
  })
})

describe('a transaction', () => {
  test('of a buy shows its bank line, its ledger and what its business sees', async () => {
    const whole = await readWholeTransaction(house, 'test', at('buy'))
    expect(whole.credits).toMatchObject([{ credit: { id: ids.credit, sessionId: ids.session } }])
    expect(whole.entries.length).toBeGreaterThan(0)
    expect(whole.story.timeline.steps.map(({ event }) => event)).toContain('paid_in_full')
    expect(whole.told.status).toBe(whole.story.status)
    expect(whole.told.frozen).toBeNull()
    expect(whole.events.map(({ id }) => id)).toContain(ids.event)
  })

  test('of a sell shows its payout with what the vendor said', async () => {
    const whole = await readWholeTransaction(house, 'test', at('sell'))
    expect(whole.payouts).toMatchObject([{ id: ids.payout, reference: ids.payoutReference }])
    expect(whole.payouts[0]?.readings.map(({ vendorId }) => vendorId)).toContain('TRF_7')
  })

  test('of a sell from a wallet shows its deposit and the sweep that took it', async () => {
    const whole = await readWholeTransaction(house, 'test', at('depositSell'))
    expect(whole.deposits).toMatchObject([{ id: ids.deposit, outcome: 'dust' }])
    expect(whole.deposits[0]?.sweptBy).toMatch(/^0xcd/)
  })

  test('of the other mode does not exist', async () => {
    await expect(readWholeTransaction(house, 'live', at('buy'))).rejects.toThrow(
      'no such transaction in live',
    )
  })

  test('is among the newest of its mode only', async () => {
    expect(await selectNewest(house, 'test', 50)).toContain(ids.buy)
    expect(await selectNewest(house, 'live', 50)).toEqual([])
  })
})

describe('our money', () => {
  test('is shown by place, with what each had at the end of each day', async () => {
    const { places } = await readMoney(house, 'test', world.clock.now())
    const main = places.find(({ place }) => place === 'paystack:main')
    expect(main?.ledgerMinor).toBeGreaterThan(0n)
    expect(main?.days).toHaveLength(30)
    expect(main?.days.at(-1)?.closingMinor).toBe(main?.ledgerMinor)
    expect(main?.days[0]?.closingMinor).toBe(0n)
  })

  test('that is nobody’s is summed by its age', async () => {
    const account = await world.openAccount()
    await world.pay(account, 1_234, { accountNumber: '8888888888', bankCode: '000014', name: 'A B' })
    const sums = async (now: Date) =>
      (await readMoney(house, 'test', now)).suspense.filter(({ asset }) => asset === 'NGN')
    const now = world.clock.now()
    const fresh = await sums(now)
    expect(fresh.reduce((sum, { minor }) => sum + minor, 0n)).toBeGreaterThanOrEqual(123_400n)
    const later = await sums(new Date(now.getTime() + 30 * 86_400_000))
    expect(later.map(({ age }) => age)).toEqual(['older'])
    expect((await readMoney(house, 'live', now)).suspense).toEqual([])
  })
})

describe('the preview of a statement', () => {
  const statementOf = (accountNumber: string): Statement => ({
    accountNumber,
    openingMinor: 0n,
    closingMinor: 0n,
    from: '2026-11-01',
    to: '2026-11-30',
    lines: [],
    unreadable: [],
    doubtfulDays: [],
  })
  const refuses = (code: 'statement_unreadable' | 'statement_does_not_add_up'): StatementFormat => ({
    profile: code,
    parse: () => {
      throw new Refusal(code, `refused: ${code}`)
    },
  })
  const file = Buffer.from('a file')

  test('finds the format and the account, and says what we recorded', async () => {
    const formats = [
      refuses('statement_unreadable'),
      { profile: 'gtb', parse: () => statementOf(at('number')) },
    ]
    const preview = await previewStatement(house, 'test', formats, file)
    expect(preview).toMatchObject({ profile: 'gtb', account: { accountNumber: ids.number } })
    expect(preview.recorded?.credits.count).toBeGreaterThanOrEqual(0)
    const { rows } = await world.owner.query('select count(*)::int as count from import_run')
    expect(rows[0].count).toBe(0)
  })

  test('refuses a file that does not add up with that reason, and any other with the formats', async () => {
    const both = [refuses('statement_unreadable'), refuses('statement_does_not_add_up')]
    await expect(previewStatement(house, 'test', both, file)).rejects.toThrow('statement_does_not_add_up')
    await expect(previewStatement(house, 'test', [both[0] as StatementFormat], file)).rejects.toThrow(
      'No format reads this file',
    )
  })

  test('refuses an account that is not ours in this mode', async () => {
    const formats = [{ profile: 'gtb', parse: () => statementOf(at('number')) }]
    await expect(previewStatement(house, 'live', formats, file)).rejects.toThrow(
      'not one of our open accounts',
    )
  })
})
