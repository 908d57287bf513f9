import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { BankUnderTest } from '../../../simulators/test/bank-under-test.ts'
import { approveCase } from '../../src/flows/cases/approve-case.ts'
import { recordLines } from '../../src/movements/credits/bank-line-store.ts'
import type { BankLine } from '../../src/movements/feeds/bank-line.ts'
import { readTruth } from '../booked-lines.ts'
import { createImportWorld, DAY } from './import-world.ts'

const world = await createImportWorld()
const { pool, clock, operator, second, bring, print, pay, feed } = world

let bank: BankUnderTest
let accountId: string
let number: string
beforeEach(async () => {
  ;({ bank, accountId, number } = await world.openBank())
})
afterEach(async () => bank.close())
afterAll(async () => {
  await world.requireSound()
  await world.close()
})

test('credits imported by one operator are blocked until another confirms them', async () => {
  await pay({ amount: '700' })
  const { brought, opened, news } = await bring('gtb')
  expect(news).toHaveLength(1)
  expect(brought).toMatchObject({ count: 1 })
  expect(opened.map(({ kind }) => kind)).toEqual(['unconfirmed_import'])
  const blocked = async () => {
    const { rows } = await pool.query<{ line_id: string }>(
      'select line_id from credit_fund where vendor_account_id = $1 and blocked_by is not null',
      [accountId],
    )
    return rows.map(({ line_id: id }) => id)
  }
  expect(await blocked()).toEqual(news.map(({ lineId }) => lineId))

  const caseId = brought?.caseId ?? ''
  const decide = async (operatorId: string | undefined) =>
    approveCase({ pool, clock, signing: softwareSigning() }, { caseId, operatorId: operatorId ?? '' })
  await expect(decide(operator?.id)).rejects.toMatchObject({ code: 'approval_by_same_person' })
  expect(await blocked()).toHaveLength(1)
  await decide(second?.id)
  expect(await blocked()).toEqual([])
})

const confirm = async (caseId = '') =>
  approveCase({ pool, clock, signing: softwareSigning() }, { caseId, operatorId: second?.id ?? '' })

test('a feed that confirms an imported statement keeps the proposal', async () => {
  await pay({ amount: '800' })
  const { brought } = await bring('uba')
  expect(brought).toMatchObject({ count: 1 })
  await feed()
  await confirm(brought?.caseId)
})

test('another statement with more facts about imported lines withdraws the proposal', async () => {
  await pay({ amount: '900', faults: ['payer_blank'] })
  const { brought } = await bring('uba')
  const forged = (await print('gtb')).toString().replace(/(E-CHANNELS,)[^\n]*/, '$1NIP/GTB/EZE NGOZI/')
  await bring('gtb', DAY, { file: Buffer.from(forged) })
  await expect(confirm(brought?.caseId)).rejects.toMatchObject({ code: 'proposal_stale' })
})

test('a statement with more facts about a payer than the feed needs confirmation, and one without does not', async () => {
  await pay({ faults: ['payer_blank'] })
  const shown = await bank.ask({ url: `/admin/truth?account=${number}` })
  const [line] = readTruth(shown.body)
  const blank: BankLine = {
    externalId: 'a',
    accountNumber: number,
    direction: 'credit',
    kind: 'payment',
    grossMinor: line?.minor ?? 0n,
    settledMinor: line?.minor ?? 0n,
    bookedAt: new Date(`${line?.day}T10:00:00+01:00`),
    valueDate: line?.day ?? '',
    payer: {},
    narration: 'NIP',
    raw: {},
  }
  const recording = { accountId, source: 'monnify', unreadable: [], cursor: undefined, at: clock.now() }
  await recordLines(pool, { ...recording, lines: [blank] })
  expect((await bring('uba')).brought).toBeUndefined()
  const forged = (await print('gtb')).toString().replace(/(E-CHANNELS,)[^\n]*/, '$1NIP/GTB/EZE NGOZI/')
  const { counts, brought } = await bring('gtb', DAY, { file: Buffer.from(forged) })
  expect({ counts, brought }).toMatchObject({ counts: { new: 0, known: 1 }, brought: { count: 1 } })
})
