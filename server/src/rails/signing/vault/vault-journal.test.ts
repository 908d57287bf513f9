import { expect, test } from 'vitest'
import { createVaultJournal } from './vault-journal.ts'

const ours = { mode: 'test', network: 'Polygon', address: `0x${'Ab'.repeat(20)}` } as const
type Written = Record<string, unknown>

const intent = (lock: number, more: Written = {}): Written => ({
  lock: { mode: 'test', network: 'Polygon', address: ours.address.toLowerCase(), lock: `${lock}` },
  action: 'pay',
  right: `b/test/ref-${lock}/delivery/1`,
  transaction_id: `t${lock}`,
  right_id: `r${lock}`,
  transfer_id: `f${lock}`,
  to: '0xto',
  tokens_minor: '500',
  credits: [{ account: 'a' }],
  ...more,
})
const signed = (of: number, hash: string): Written => ({ of, raw: `0x${hash}`, tx_hash: hash })

/** A signer with this journal. It counts the pages that were requested. */
const journalOf = (records: readonly Written[]) => {
  let pages = 0
  const numbered = records.map((record, place) => ({ n: place + 1, ...record }))
  const journal = createVaultJournal(async (path) => {
    if (path === '/v1/locks') return { head: { count: records.length, hash: '' }, lanes: [] }
    pages += 1
    const { searchParams } = new URL(path, 'http://signer')
    const after = Number(searchParams.get('after'))
    return { records: numbered.slice(after, after + Number(searchParams.get('most'))) }
  })
  return { journal, pages: () => pages }
}
const signal = AbortSignal.timeout(5_000)

test('a lock has all its signed transactions: the first is the payment, the next have higher fees', async () => {
  const { journal } = journalOf([
    intent(7),
    signed(1, 'aa'),
    intent(8),
    intent(7),
    signed(4, 'bb'),
    intent(7, { action: 'cancel', tokens_minor: '0' }),
    signed(6, 'cc'),
  ])
  const [seven, eight, ...more] = await journal.readLocks(ours, 7n, signal)
  expect(more).toEqual([])
  expect(seven).toMatchObject({
    lock: 7n,
    rightKey: 'b/test/ref-7/delivery/1',
    transferId: 'f7',
    tokensMinor: 500n,
  })
  expect(seven?.attempts.map(({ kind, hash }) => [kind, hash])).toEqual([
    ['pay', 'aa'],
    ['bump', 'bb'],
    ['cancel', 'cc'],
  ])
  expect(eight).toMatchObject({ lock: 8n, attempts: [] })
})

test('a lock with only a cancel moves nothing', async () => {
  const { journal } = journalOf([intent(3, { action: 'cancel', tokens_minor: '500' }), signed(1, 'aa')])
  expect(await journal.readLocks(ours, 0n, signal)).toMatchObject([
    { tokensMinor: 0n, attempts: [{ kind: 'cancel' }] },
  ])
})

test('locks of other lanes and earlier locks are omitted, and the journal is read no further back than needed', async () => {
  const other = { mode: 'test', network: 'Avalanche', address: ours.address.toLowerCase(), lock: '5000' }
  const records = Array.from({ length: 4_000 }, (_, lock) => intent(lock))
  const { journal, pages } = journalOf([...records, intent(0, { lock: other })])
  const locks = await journal.readLocks(ours, 3_998n, signal)
  expect(locks.map(({ lock }) => lock)).toEqual([3_998n, 3_999n])
  expect(pages()).toBeLessThan(5)
})

test('records about anything else than a lock are skipped', async () => {
  const { journal } = journalOf([
    { sweep: {} },
    { decisions: [] },
    { payments: [{ kind: 'wallet', wallet: 'w' }] },
    { balances: [] },
    { epoch: 2 },
    intent(3),
  ])
  expect(await journal.readLocks(ours, 0n, signal)).toMatchObject([{ lock: 3n }])
})

test('an empty journal has no locks', async () => {
  expect(await journalOf([]).journal.readLocks(ours, 0n, signal)).toEqual([])
})

test.each([
  ['a record whose lock is not a number', intent(1, { lock: { ...ours, lock: '1e3' } })],
  ['a record with an unknown action', intent(1, { action: 'give' })],
  ['a record whose amount is not text', intent(1, { tokens_minor: 5 })],
])('%s is not read', async (_what, record) => {
  await expect(journalOf([record]).journal.readLocks(ours, 0n, signal)).rejects.toThrow('cannot be read')
})
