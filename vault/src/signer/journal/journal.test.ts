import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Journal, openJournal } from './journal.ts'
import type { Intent } from './journal-record.ts'

let folder: string
let path: string
let open: Journal[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-journal-'))
  path = join(folder, 'journal.jsonl')
  open = []
})

afterEach(async () => {
  for (const journal of open) await journal.close()
  rmSync(folder, { recursive: true })
})

async function openAgain(): Promise<Journal> {
  for (const journal of open.splice(0)) await journal.close()
  const journal = await openJournal(path)
  open.push(journal)
  return journal
}

const lane = { mode: 'test', network: 'Polygon', address: '0x01' }

function payment(lock: number, changes: Partial<Intent> = {}): Intent {
  return {
    at: new Date(1_800_000_000_000 + lock * 1000).toISOString(),
    lock: { ...lane, lock: String(lock) },
    action: 'pay',
    right: `b/test/ref-${lock}/delivery/1`,
    transaction_id: `txn-${lock}`,
    right_id: `right-${lock}`,
    transfer_id: `transfer-${lock}`,
    to: `0xwallet${lock}`,
    tokens_minor: '99',
    credits: [
      {
        account: 'test-bank:0001',
        names: [`feed:${lock}`],
        session_id: null,
        amount_minor: '100',
        gross_minor: '100',
      },
    ],
    digest: `0xdigest${lock}`,
    ...changes,
  }
}

function write(journal: Journal, ...intents: Intent[]): number[] {
  const numbers = intents.map((intent) => journal.add(intent))
  journal.commit()
  return numbers
}

test('a restart keeps locks, rights, credits, sums, wallets and signed bytes', async () => {
  const first = await openAgain()
  const [number = 0] = write(first, payment(7), payment(8))
  first.keepSigned([{ of: number, raw: '0xraw', tx_hash: '0xhash' }])
  const head = first.head()

  const again = await openAgain()
  expect(again.head()).toEqual(head)
  expect(again.nextLock(lane)).toBe(9n)
  expect(again.lanes()).toEqual([{ ...lane, nextLock: 9n }])
  expect(again.nextLock({ ...lane, mode: 'live' })).toBe(0n)
  expect(again.ofLock(payment(7).lock)).toMatchObject([
    { intent: payment(7), signed: { raw: '0xraw', tx_hash: '0xhash' } },
  ])
  expect(again.ofLock(payment(8).lock)).toMatchObject([{ intent: payment(8), signed: undefined }])
  expect(again.ofRight(payment(7).right)).toMatchObject([{ transfer_id: 'transfer-7' }])
  const atMs = again.lastAtMs()
  expect(again.spent(lane, atMs)).toEqual({ hour: 198n, day: 198n })
  expect(again.spent(lane, atMs + 2 * 3_600_000)).toEqual({ hour: 0n, day: 198n })
  expect(again.spent(lane, atMs + 25 * 3_600_000)).toEqual({ hour: 0n, day: 0n })
  expect(again.paidToNewcomer(lane, '0xwallet7', atMs)).toBe(99n)
  expect(again.paidToNewcomer(lane, '0xwallet7', atMs + 25 * 3_600_000)).toBeUndefined()
  expect(again.paidToNewcomer(lane, '0xnever', atMs)).toBe(0n)
  expect(again.page(0, 10).map(({ n }) => n)).toEqual([1, 2, 3])
  expect(again.page(2, 10)).toMatchObject([{ of: number, raw: '0xraw' }])
})

test('a bump, a cancel and a second lock of a right do not count its credits again, and a bump does not count for the caps', async () => {
  const journal = await openAgain()
  const credit = {
    account: 'test-bank:0001',
    names: ['feed:1'],
    session_id: null,
    amount_minor: '100',
    gross_minor: '100',
  }
  write(
    journal,
    payment(1),
    payment(1, { digest: '0xdearer' }),
    payment(1, { action: 'cancel', tokens_minor: '0', credits: [] }),
  )
  expect(journal.creditUsed('test', credit)).toBe(100n)
  expect(journal.spent(lane, journal.lastAtMs()).hour).toBe(99n)
  write(journal, payment(2, { right: payment(1).right, credits: [credit] }))
  expect(journal.creditUsed('test', credit)).toBe(100n)
  expect(journal.spent(lane, journal.lastAtMs()).hour).toBe(198n)
  expect(journal.ofRight(payment(1).right).map(({ lock }) => lock.lock)).toEqual(['2', '1'])
  expect(journal.ofLock(payment(1).lock).map(({ intent }) => intent.action)).toEqual(['cancel', 'pay', 'pay'])
  expect(journal.creditUsed('live', credit)).toBe(0n)
})

test('a credit is recognised by any of its names, also when two credits turn out to be the same', async () => {
  const journal = await openAgain()
  const share = (names: string[], session_id: string | null, amount_minor: string) => ({
    account: 'test-bank:0001',
    names,
    session_id,
    amount_minor,
    gross_minor: '100',
  })
  write(
    journal,
    payment(1, { credits: [share(['feed:a'], null, '30')] }),
    payment(2, { credits: [share(['statement:b'], '1'.repeat(30), '20')] }),
  )
  expect(journal.creditUsed('test', share(['feed:a', 'statement:b'], null, '0'))).toBe(50n)
  expect(journal.creditUsed('test', share(['other:c'], '1'.repeat(30), '0'))).toBe(20n)
  write(journal, payment(3, { credits: [share(['feed:a', 'statement:b'], null, '5')] }))
  for (const names of [['feed:a'], ['statement:b']]) {
    expect(journal.creditUsed('test', share(names, null, '0'))).toBe(55n)
  }
  expect((await openAgain()).creditUsed('test', share(['feed:a'], null, '0'))).toBe(55n)
})

test('a last line that was cut off during a write is dropped, wherever it was cut', async () => {
  write(await openAgain(), payment(1))
  const whole = readFileSync(path).length
  write(await openAgain(), payment(2))
  const longer = readFileSync(path)
  for (let size = whole + 1; size < longer.length; size += 37) {
    writeFileSync(path, longer)
    truncateSync(path, size)
    const journal = await openAgain()
    expect(journal.head().count).toBe(1)
    expect(readFileSync(path).length).toBe(whole)
    write(journal, payment(2))
    expect((await openAgain()).nextLock(lane)).toBe(3n)
  }
})

test('a journal with a changed bit, a removed line or an added line does not open', async () => {
  write(await openAgain(), payment(1), payment(2), payment(3))
  await open.pop()?.close()
  const good = readFileSync(path)
  const lines = good.toString().split('\n').slice(0, -1)
  const damages = [
    ...Array.from({ length: 40 }, (_none, index) => {
      const bytes = Buffer.from(good)
      const place = Math.floor((index * (good.length - 1)) / 40)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      return bytes
    }),
    Buffer.from(`${[lines[0], lines[2]].join('\n')}\n`),
    Buffer.from(`${[lines[1], lines[2]].join('\n')}\n`),
    Buffer.from(`${[lines[0], lines[1], lines[1], lines[2]].join('\n')}\n`),
    Buffer.from(`${[...lines, 'what is this'].join('\n')}\n`),
  ]
  for (const damage of damages) {
    writeFileSync(path, damage)
    await expect(openJournal(path)).rejects.toThrow(/record/)
  }
  writeFileSync(path, good)
  expect((await openAgain()).head().count).toBe(3)
})

test('a second signer on the same journal does not start, and the first continues', async () => {
  const journal = await openAgain()
  await expect(openJournal(path)).rejects.toThrow(/another process/)
  write(journal, payment(1))
  expect((await openAgain()).head().count).toBe(1)
})

test('after another process wrote to a journal, we write to it no more', async () => {
  const journal = await openAgain()
  write(journal, payment(1))
  appendFileSync(path, '{"n":2}\n')
  journal.add(payment(2))
  expect(() => journal.commit()).toThrow(/another process/)
  expect(() => journal.commit()).toThrow(/another process/)
  expect(() => journal.add(payment(3))).toThrow(/another process/)
})
