import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, TRANSACTION } from '../../../test/credit-rows.ts'
import { changed } from '../../../test/refusals.ts'
import { buy, LANE, laneLine, WALLET } from '../../../test/transfer-rows.ts'
import type { TransferFacts } from '../money/transfer-facts.ts'
import { readPolicy } from '../policy.ts'
import { rebuildJournal } from './rebuild-journal.ts'

const policy = readPolicy(JSON.stringify({ operators_root: ROOT, lanes: [laneLine] }))
const signed_at = new Date('2026-11-16T09:00:00Z')
const attempt = {
  transfer_id: buy.transfer_id,
  kind: 'pay',
  raw: Buffer.from('aa', 'hex'),
  hash: '0x01',
  signed_at,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-rebuild-signer-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Given = Readonly<{
  facts?: TransferFacts | undefined
  attempts?: readonly object[]
  adopted?: readonly object[]
}>

/** Rebuilds the journal from one transfer and the adopted locks. */
async function rebuilt({ facts = buy, attempts = [attempt], adopted = [], ...rest }: Given) {
  const read = 'facts' in rest ? undefined : facts
  const journalFile = join(folder, `journal-${Math.random()}.jsonl`)
  const query = async (given: string | { name?: string; text: string }) => {
    const text = typeof given === 'string' ? given : (given.name ?? given.text)
    if (text === 'facts')
      return { rows: read === undefined ? [] : [{ ...read, is_copy: false, epoch: 0, unproven: [] }] }
    if (text.includes('select x.id from transfer')) return { rows: [{ id: buy.transfer_id }] }
    if (text.includes('from transfer_attempt')) return { rows: attempts }
    if (text.includes('from adopted_lock')) return { rows: adopted }
    return { rows: [] }
  }
  const { unexplained } = await rebuildJournal({ pool: { query } as unknown as Pool, policy, journalFile })
  const records = readFileSync(journalFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  return { reasons: unexplained.map(({ scope, reason }) => `${scope}: ${reason}`), records }
}

const intents = (records: readonly Readonly<Record<string, unknown>>[]) =>
  records.flatMap(({ action, to, tokens_minor }) =>
    action === undefined ? [] : [[action, to, tokens_minor]],
  )

test('a rebuilt journal has the action, wallet and amount of every attempt of a transfer', async () => {
  const cancel = { ...attempt, kind: 'cancel', hash: '0x02' }
  const { reasons, records } = await rebuilt({ attempts: [attempt, { ...attempt, kind: 'replace' }, cancel] })
  expect(reasons).toEqual([])
  expect(intents(records)).toEqual([
    ['pay', WALLET, '9900'],
    ['pay', WALLET, '9900'],
    ['cancel', LANE, '0'],
  ])
})

test('a lock without bytes was abandoned, so nothing is paid on it', async () => {
  expect(intents((await rebuilt({ attempts: [] })).records)).toEqual([['cancel', LANE, '0']])
})

test('a transfer that the rows do not explain is named, unless it moved nothing', async () => {
  const unfunded = changed(buy, { allocations: [] })
  const { reasons, records } = await rebuilt({ facts: unfunded })
  expect(reasons).toEqual([expect.stringMatching(/^business: transfer transfer-1: /)])
  expect(intents(records)).toEqual([['pay', WALLET, '9900']])
  for (const state of ['final_failed', 'final_void'])
    expect((await rebuilt({ facts: { ...unfunded, state } })).reasons).toEqual([])
  expect((await rebuilt({ facts: { ...buy, transaction: null } })).reasons.length).toBe(1)
})

test('a journal is not rebuilt from a transfer without a right', async () => {
  await expect(rebuilt({ facts: { ...buy, right: null } })).rejects.toThrow('no right')
})

const adopted = {
  mode: 'test',
  network: 'Polygon',
  address: LANE,
  lock: '9',
  right_key: 'b/test/buy-9/delivery/1',
  transfer_id: 'transfer-9',
  right_id: 'right-9',
  transaction_id: TRANSACTION,
  to: WALLET,
  tokens_minor: '5',
  credits: [],
  attempts: [
    { kind: 'pay', raw: 'aa', hash: '0x09' },
    { kind: 'pay', raw: 'not hex', hash: '0x0a' },
  ],
  adopted_at: signed_at,
}

test('a lock that was adopted after a restore is in the rebuilt journal', async () => {
  const { records } = await rebuilt({ adopted: [adopted] })
  expect(intents(records).slice(1)).toEqual([
    ['pay', WALLET, '5'],
    ['pay', WALLET, '5'],
  ])
  await expect(rebuilt({ adopted: [{ ...adopted, address: WALLET }] })).rejects.toThrow(
    'no entry for the lane',
  )
})

test('a mistake of the program ends the rebuild, and explains nothing', async () => {
  const broken = { ...buy, allocations: undefined as never }
  await expect(rebuilt({ facts: broken })).rejects.toThrow(TypeError)
})
