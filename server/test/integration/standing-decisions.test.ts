import { readFileSync } from 'node:fs'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { softwareSigning, testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveCase } from '../../src/flows/cases/approve-case.ts'
import { proposeResolution, requestChange } from '../../src/flows/cases/propose-resolution.ts'
import { formatId, newId, parseId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool, inTransaction } from '../../src/kernel/postgres/pool.ts'
import { carryOutInRecord } from '../../src/records/cases/carry-out-store.ts'
import {
  approveResolution,
  proposeResolution as storeProposal,
} from '../../src/records/cases/case-step-store.ts'
import { requireCase } from '../../src/records/cases/case-store.ts'
import { openRequest } from '../../src/records/cases/open-request-store.ts'
import type { StandingTerms } from '../../src/records/cases/standing.ts'
import { formatDecision, hashDecision } from '../../src/records/decisions/decision-text.ts'
import { clearBuy } from '../../src/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../src/records/transactions/transaction-store.ts'
import { asking, createVaultWorld, type OpenedTransfer } from '../vault-world.ts'

const HOUR_MS = 3_600_000
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

let world: Awaited<ReturnType<typeof createVaultWorld>>
let vault: Awaited<ReturnType<typeof world.start>>
let people: ReturnType<typeof createPool>
let deps: Parameters<typeof approveCase>[0]

beforeAll(async () => {
  world = await createVaultWorld()
  vault = await world.start('standing')
  const ownerUrl = world.owner.options.connectionString ?? ''
  const url = ownerUrl.replace('afara_owner', 'afara_people')
  people = createPool(url, { max: 2, applicationName: 'test', side: 'house' })
  // The commands run with the rights of the people process.
  deps = { pool: people, clock: world.clock, signing: softwareSigning() }
})
afterAll(async () => {
  await people.end()
  await world.stop()
})

const terms = (more: Partial<StandingTerms> = {}): StandingTerms => ({
  action: 'allow_standing',
  kind: 'accept_short',
  ground: 'underpaid',
  cap_minor: '100000',
  total_minor: '400000',
  // Cases wait for days here.
  expires_at: new Date(world.clock.now().getTime() + 60 * 24 * HOUR_MS).toISOString(),
  business_id: world.business,
  ...more,
})

/** Two operators sign a standing decision. */
async function allow(more: Partial<StandingTerms> = {}): Promise<string> {
  const { caseId } = await requestChange(deps, {
    change: {
      mode: 'test',
      facts: { subject: `standing:${newId()}` },
      summary: 'one person accepts short payments',
      resolution: terms(more),
    },
    operatorId: vault.people[0].id,
    reason: 'many payers forget the fee of their bank',
  })
  await approveCase(deps, { caseId, operatorId: vault.people[1].id })
  return caseId
}

/** Creates a buy of ₦1,500 that was paid with less, after the time to pay the rest. */
async function underpaid(naira = 1_000) {
  const account = await world.openAccount(world.business)
  const buy = await world.claim(world.business, account, 1_500, {
    fee: money('NGN', 100n),
    wallet: { network: 'Polygon', address: WALLET },
  })
  const credit = world.paymentOf(account, BigInt(naira) * 100n, account.payer)
  await world.record(account, [credit])
  world.clock.advance(HOUR_MS)
  await world.match(account)
  world.clock.advance(49 * HOUR_MS)
  const { rows } = await world.owner.query<{ id: string }>(
    `select open_underpaid_case($1, $2, $3, $3) as id`,
    [newId(), buy, world.clock.now()],
  )
  return { buy, account, credit, caseId: formatId('case', rows[0]?.id ?? '') }
}

/** Halima alone proposes and approves. */
async function closeAlone(caseId: string, under: string): Promise<void> {
  const operatorId = vault.people[0].id
  const wanted = { action: 'accept_short' }
  await proposeResolution(deps, { caseId, operatorId, wanted, reason: 'the payer agreed', under })
  await approveCase(deps, { caseId, operatorId })
}

/** Clears a buy whose short payment was accepted, and opens its transfer. */
async function openTransfer(buy: string): Promise<OpenedTransfer> {
  const found = await findTransaction(world.worker, buy)
  if (found === undefined) throw new Error('there is no such buy')
  await clearBuy(world.worker, found, { list: undefined, subjects: [], hits: [] }, world.clock.now())
  const transfer = (await world.openDue()).find(({ transactionId }) => transactionId === buy)
  if (transfer === undefined) throw new Error('the buy has no transfer')
  return transfer
}

const sign = async (transfer: OpenedTransfer) => (await vault.sign(asking(transfer)))[0]

/** The signer refuses and says why. */
async function expectRefused(buy: string, why: string): Promise<void> {
  expect(await sign(await openTransfer(buy))).toMatchObject({
    code: 'decision_unsigned',
    message: expect.stringContaining(why),
  })
}

/** How often the signer wrote down that it pays for a transfer. */
const intents = ({ transferId }: OpenedTransfer) =>
  readFileSync(vault.journalFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes(transferId) && line.includes('"pay"')).length

test('one person closes a case, its money moves once, and one reversal ends the standing decision', async () => {
  const under = await allow()
  const first = await underpaid()
  await closeAlone(first.caseId, under)
  const transfer = await openTransfer(first.buy)
  const signed = await sign(transfer)
  expect(signed?.outcome).toBe('signed')
  expect(await sign(transfer)).toEqual(signed)
  expect(intents(transfer)).toBe(1)
  await world.store(transfer, signed)
  await world.end(transfer, 'final_ok')
  expect(await world.statusOf(first.buy)).toBe('completed')

  const second = await underpaid()
  await closeAlone(second.caseId, under)
  const { sessionId: _, ...debit } = world.paymentOf(first.account, first.credit.grossMinor, {}, 'RECALL')
  const undoes = {
    externalId: `${first.credit.externalId}:reversed`,
    undoesExternalId: first.credit.externalId,
  }
  await world.record(first.account, [{ ...debit, direction: 'debit', kind: 'recall', ...undoes }])
  expect(await world.statusOf(first.buy)).toBe('recalled')

  const third = await underpaid()
  await expect(closeAlone(third.caseId, under)).rejects.toMatchObject({
    code: 'standing_exceeded',
    message: expect.stringContaining('the bank recalled its credit'),
  })
  // What one person had closed before the reversal still counts.
  expect((await sign(await openTransfer(second.buy)))?.outcome).toBe('signed')
})

test('the signer does not believe a standing decision that the people process forged', async () => {
  const [halima, tunde] = vault.people
  const id = newId()
  const at = world.clock.now()
  const resolution = terms()
  await inTransaction(people, async (sql) => {
    const facts = { subject: 'standing:forged' }
    await openRequest(sql, {
      id,
      mode: 'test',
      operatorId: halima.id,
      facts,
      summary: 'x',
      resolution,
      at,
      dueAt: at,
    })
    const file = await requireCase(sql, formatId('case', id))
    const text = formatDecision({ file, version: 2, resolution, seen: {}, reason: 'x' })
    const by = (operatorId: string, signs: string) =>
      softwarePasskey(operatorId).assert({
        challenge: hashDecision(signs),
        rpId: testRelyingParty.id,
        origin: testRelyingParty.origin,
      })
    const step = { caseId: id, reason: 'x', at }
    const signed = { text, assertion: by(halima.id, text) }
    await storeProposal(sql, { ...step, version: 1, operatorId: halima.id }, resolution, {}, signed)
    const other = by(tunde.id, 'Afara decision 1')
    await approveResolution(sql, { ...step, version: 2, operatorId: tunde.id }, text, other)
    await carryOutInRecord(sql, id, 'allow_standing', at)
  })
  const { buy, caseId } = await underpaid()
  await closeAlone(caseId, formatId('case', id))
  await expectRefused(buy, 'the standing decision does not count: 1 of 2 people signed it')
})

test('if PostgreSQL is made to accept everything, the signer still refuses', async () => {
  const [narrow, ended, used] = [
    await allow({ cap_minor: '99999' }),
    await allow(),
    await allow({ total_minor: '150000' }),
  ]
  const other = await allow({ business_id: await world.openBusiness() })
  await people.query('select end_standing($1, $2, $3, $4)', [
    parseId('case', ended),
    vault.people[0].id,
    'a doubt',
    world.clock.now(),
  ])
  const before = await underpaid()
  await closeAlone(before.caseId, used)
  await world.superuser.query(
    `create or replace function afara.require_standing(p_file afara.case_file) returns void language sql as ''`,
  )
  for (const [under, why] of [
    [narrow, 'allows ₦999.99, not ₦1,000'],
    [ended, 'had ended: an operator ended it'],
    [used, 'allows ₦1,500.00 in total, and ₦2,000.00 is decided'],
    [other, 'another business'],
  ] as const) {
    const { buy, caseId } = await underpaid()
    await closeAlone(caseId, under)
    await expectRefused(buy, why)
  }
})
