import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { softwareSigning, testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveCase } from '../../src/flows/cases/approve-case.ts'
import { requestChange } from '../../src/flows/cases/propose-resolution.ts'
import { lookAtDecisions } from '../../src/flows/reconciliation/reconcile-decisions.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool, inTransaction, type Pool } from '../../src/kernel/postgres/pool.ts'
import { recordStatementLines } from '../../src/movements/credits/bank-line-store.ts'
import { createVaultDecisions } from '../../src/rails/vault-decisions.ts'
import { findCase } from '../../src/records/cases/case-store.ts'
import { formatDecision, hashDecision } from '../../src/records/decisions/decision-text.ts'
import { clearBuy } from '../../src/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../src/records/transactions/transaction-store.ts'
import { createReconciler } from '../reconcile-world.ts'
import { asking, createVaultWorld, type OpenedTransfer } from '../vault-world.ts'

const WALLET = `0x${'ab'.repeat(20)}`

let world: Awaited<ReturnType<typeof createVaultWorld>>
let attacker: Pool

beforeAll(async () => {
  world = await createVaultWorld()
  const url = new URL(world.superuser.options.connectionString ?? '')
  url.username = 'afara_people'
  attacker = createPool(url.href, { max: 1, applicationName: 'test', side: 'house' })
})

afterAll(async () => {
  await attacker.end()
  await world.stop()
})

/** Returns a signature with the passkey of one operator, under the credential of another. */
function signAs(key: string, credential: string, text: string): object {
  const { id: rpId, origin } = testRelyingParty
  const asked = { challenge: hashDecision(text), rpId, origin, isVerified: true }
  const { authenticatorData, clientData, signature } = softwarePasskey(key).assert(asked)
  const encode = (bytes: Buffer) => bytes.toString('base64')
  return {
    credential_id: encode(softwarePasskey(credential).credentialId),
    authenticator_data: encode(authenticatorData),
    client_data: encode(clientData),
    signature: encode(signature),
  }
}

/** Invents a credit and its confirmation, with the database role of the people process and the passkey of one operator. */
async function inventCredit(naira: number): Promise<Readonly<{ caseId: string; lineId: string }>> {
  const { account, clock } = world
  const [one = '', other = ''] = await world.hireBoth()
  return inTransaction(attacker, async (sql) => {
    const [line] = await recordStatementLines(sql, {
      operatorId: one,
      accountId: account.id,
      lines: [world.paymentOf(account, BigInt(naira) * 100n, account.payer)],
      unreadable: [],
      facts: { subject: newId() },
      at: clock.now(),
    })
    const { rows } = await sql.query<{ id: string }>(
      `select id from case_file where kind = 'unconfirmed_import' and state = 'open'`,
    )
    const caseId = rows[0]?.id ?? ''
    const file = await findCase(sql, caseId)
    if (file === undefined) throw new Error('there is no case')
    const resolution = { action: 'confirm_import' } as const
    const seen = await sql.query<{ money: Record<string, unknown> }>('select case_money($1, $2) as money', [
      caseId,
      resolution,
    ])
    const money = seen.rows[0]?.money ?? {}
    const version = file.version + 1
    const text = formatDecision({ file, version, resolution, seen: money, reason: 'x' })
    await sql.query(`select propose_resolution($1, $2, $3, $4, $5, 'x', $6, $7, $8)`, [
      caseId,
      file.version,
      one,
      resolution,
      money,
      clock.now(),
      text,
      signAs(one, one, text),
    ])
    await sql.query(`select approve_resolution($1, $2, $3, 'x', $4, $5, $6)`, [
      caseId,
      version,
      other,
      clock.now(),
      text,
      signAs(one, other, text),
    ])
    await sql.query('select carry_out_confirm_import($1, $2)', [caseId, clock.now()])
    return { caseId, lineId: line?.lineId ?? '' }
  })
}

/** Has the worker match and clear a buy that only the invented credit pays for. */
async function openBuy(naira: number): Promise<OpenedTransfer> {
  const { business, account, worker, clock } = world
  const fee = money('NGN', 100n)
  const id = await world.claim(business, account, naira, {
    fee,
    wallet: { network: 'Polygon', address: WALLET },
  })
  await world.match(account)
  const buy = await findTransaction(worker, id)
  if (buy === undefined) throw new Error('there is no such buy')
  await clearBuy(worker, buy, { list: undefined, subjects: [], hits: [] }, clock.now())
  const [opened] = await world.openDue()
  if (opened?.transactionId !== id) throw new Error('the invented credit does not fund the buy')
  return opened
}

type Signer = Awaited<ReturnType<typeof world.start>>

const answersOf = async ({ sign }: Pick<Signer, 'sign'>, ...transfers: readonly OpenedTransfer[]) =>
  (await sign(...transfers.map((one) => asking(one)))).map(({ code, outcome }) => code ?? outcome)

test('a credit that only a forged confirmation released is never delivered, and two operators end the stop', async () => {
  const [honest, earlier] = await world.open(2)
  if (honest === undefined || earlier === undefined) throw new Error('there is no transfer')
  let signer = await world.start('invented')
  expect(await answersOf(signer, earlier)).toEqual(['signed'])
  const { caseId, lineId } = await inventCredit(4_321)
  const invented = await openBuy(4_321)

  // At once, in the first batch that the signer sees after the forgery.
  expect(await answersOf(signer, invented, honest)).toEqual(['decision_in_doubt', 'decision_in_doubt'])
  // What was signed before can be sent and cancelled.
  expect(await answersOf(signer, earlier)).toEqual(['signed'])
  // After a restart with the same journal, and with a new one.
  signer = await world.start('invented')
  expect(await answersOf(signer, invented)).toEqual(['decision_in_doubt'])
  signer = await world.start('invented-anew')
  expect(await answersOf(signer, invented)).toEqual(['decision_in_doubt'])

  // The signer alone makes the worker freeze everything.
  const reconciler = createReconciler(world, { vaults: [createVaultDecisions('signer', signer)] })
  await lookAtDecisions(reconciler.deps)
  await lookAtDecisions(reconciler.deps)
  expect(reconciler.failures).toEqual([])
  const { rows: freezes } = await world.owner.query<{ id: string; scope: string; reason: string }>(
    'select id, scope, reason from freeze_order where lifted_at is null',
  )
  expect(freezes).toMatchObject([{ scope: 'all', reason: expect.stringContaining(formatId('case', caseId)) }])
  expect(await answersOf(signer, invented, honest)).toEqual(['frozen', 'frozen'])

  // Two operators block the credit, and lift the freeze with a text that names the forged decision.
  const [one = '', other = ''] = await world.hireBoth()
  await world.owner.query(`select place_lien($1, null, 'system:test', 'nobody paid it', $2)`, [
    lineId,
    world.clock.now(),
  ])
  const deps = { pool: world.owner, clock: world.clock, signing: softwareSigning() }
  const lift = await requestChange(deps, {
    operatorId: one,
    reason: 'the credit is blocked',
    change: {
      mode: 'live',
      facts: { subject: `freeze:${freezes[0]?.id}` },
      summary: 'Lift the freeze',
      resolution: { action: 'lift_freeze', freeze_id: freezes[0]?.id ?? '' },
    },
  })
  await approveCase(deps, { caseId: lift.caseId, operatorId: other })
  await lookAtDecisions(reconciler.deps)
  const { rows: after } = await world.owner.query<{ state: string; frozen: boolean; text: string }>(
    `select state, exists (select from freeze_order where lifted_at is null) as frozen,
       (select text from signed_decision where action = 'lift_freeze') as text
     from case_file where facts ->> 'kind' = 'decision'`,
  )
  expect(after).toMatchObject([
    { state: 'resolved', frozen: false, text: expect.stringContaining(formatId('case', caseId)) },
  ])
  expect(await answersOf(signer, invented, honest)).toEqual(['credit_under_lien', 'signed'])
  signer = await world.start('invented-anew')
  expect(await answersOf(signer, invented, honest)).toEqual(['credit_under_lien', 'signed'])
})
