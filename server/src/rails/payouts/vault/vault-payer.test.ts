import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPayerWorld, type Sent } from '../../../../test/payer-world.ts'
import { PayerUnavailable } from '../../../movements/payouts/payout-rail.ts'
import { createVaultHooks, createVaultNames, createVaultPayer } from './vault-payer.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
let vault: Awaited<ReturnType<typeof world.start>>

beforeAll(async () => {
  world = await createPayerWorld()
  vault = await world.start('honest')
})

beforeEach(async () => {
  await world.admin('DELETE', '/faults')
})

afterAll(async () => {
  await world.stop()
})

const never = new AbortController().signal
const words = (sent: readonly Sent[]) => sent.map(({ outcome, code }) => code ?? outcome)
const first = (payoutId: string) => ({ payoutId, kind: 'first' as const })

test('payouts that were cleared, opened and started are paid once, in order, and read back from the bank', async () => {
  const payer = createVaultPayer({ url: vault.url, token: world.tokens.worker })
  const opened = await world.open(3)
  const ids = opened.map(({ payoutId }) => payoutId)
  const answers = await payer.send(ids.map(first), never)
  expect(answers.map(({ payoutId, outcome }) => [payoutId, outcome])).toEqual(
    ids.map((id) => [id, 'accepted']),
  )

  const readings = await payer.requery(ids, never)
  expect(readings.map((reading) => [reading.payoutId, reading.kind])).toEqual(
    ids.map((id) => [id, 'success']),
  )
  const told = readings.map((reading) => ('amountMinor' in reading ? reading.amountMinor : null))
  expect(new Set(told)).toEqual(new Set([99_900n, 100_000n, 100_100n]))
  expect(readings[0]).toMatchObject({ accountNumber: '0123456789', bankCode: world.bank })
  const { lines, isWhole } = await payer.lines(world.accountId, null, never)
  const paid = lines.filter(({ kind }) => kind === 'payment').map(({ reference }) => reference)
  expect(paid).toHaveLength(3)
  expect(new Set(paid)).toEqual(new Set(opened.map(({ reference }) => reference)))
  expect(isWhole).toBe(true)
  const { availableMinor } = await payer.balance(world.accountId, never)
  expect(availableMinor).toBeLessThan(1_000_000_000n)
  const journal = await payer.journal(0, never)
  expect(journal.isWhole).toBe(true)
  expect(journal.payouts).toHaveLength(3)
  expect(new Set(journal.payouts.map(({ reference }) => reference))).toEqual(new Set(paid))
  expect((await payer.journal(journal.last, never)).payouts).toEqual([])

  // A repeated request after a lost response, and after a restart, pays nobody twice.
  expect((await payer.send(ids.map(first), never)).map(({ outcome }) => outcome)).toEqual(
    ids.map(() => 'exists'),
  )
  await vault.child.kill()
  await expect(payer.send(ids.map(first), never)).rejects.toThrow(PayerUnavailable)
  vault = await world.start('honest')
  expect(words(await vault.send(ids))).toEqual(['exists', 'exists', 'exists'])
  expect(await world.truth()).toHaveLength(3)
})

test('fifty concurrent requests for one payout pay it once', async () => {
  const before = (await world.truth()).length
  const [opened] = await world.open(1, 2_000)
  const all = await Promise.all(Array.from({ length: 50 }, async () => vault.send([opened?.payoutId ?? ''])))
  const outcomes = all.flat().map(({ outcome }) => outcome)
  // A request while the bank has not answered gets the same answer. A later request gets `exists`.
  expect(outcomes).toContain('accepted')
  expect(outcomes.filter((outcome) => outcome !== 'accepted' && outcome !== 'exists')).toEqual([])
  expect(await world.truth()).toHaveLength(before + 1)
})

test('no payment is sent if the bank now names another holder, names nobody, or does not answer', async () => {
  const before = (await world.truth()).length
  const [one] = await world.open(1, 2_100)
  const send = async () => words(await vault.send([one?.payoutId ?? '']))
  for (const [fault, code] of [
    ['name_other', 'name_drift'],
    ['name_not_found', 'name_not_found'],
    ['name_unavailable', 'name_unavailable'],
  ]) {
    await world.admin('POST', '/faults', { fault })
    expect(await send()).toEqual([code])
    await world.admin('DELETE', '/faults')
  }
  expect(await world.truth()).toHaveLength(before)
  expect(await send()).toEqual(['accepted'])
})

test('after a lost answer, the same request sends nothing; only a repeat pays, after the bank found no payment', async () => {
  const before = (await world.truth()).length
  await world.admin('POST', '/faults', { fault: 'lost_then_502' })
  const [lost] = await world.open(1, 2_200)
  const id = lost?.payoutId ?? ''
  expect(words(await vault.send([id]))).toEqual(['502'])
  await world.admin('DELETE', '/faults')
  expect(words(await vault.send([id]))).toEqual(['exists'])
  expect(words(await vault.send([id], 'repeat'))).toEqual(['too_soon'])
  const requery = async () => vault.ask('/v1/requery', { payout_ids: [id] })
  await requery()
  expect(words(await vault.send([id], 'repeat'))).toEqual(['too_soon'])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await requery()
  expect(words(await vault.send([id], 'repeat'))).toEqual(['accepted'])
  expect(await world.truth()).toHaveLength(before + 1)
  expect(words(await vault.send([id], 'repeat'))).toEqual(['too_soon'])
})

test('inconsistent rows are refused, whichever row was changed', async () => {
  const before = (await world.truth()).length
  const [one] = await world.open(1, 2_300)
  const id = one?.payoutId ?? ''
  const asked = async (statement: string, back: string): Promise<string | null | undefined> => {
    await world.forge(statement)
    const [sent] = await vault.send([id])
    await world.forge(back)
    return sent?.code
  }
  const right = `(select right_id from payout where id = '${id}')`
  const sell = `'${one?.transactionId}'`
  const cases: ReadonlyArray<readonly [string, string, string]> = [
    [
      'right_mismatch',
      `update payout_right set account_number = '0999999999' where id = ${right}`,
      `update payout_right set account_number = '0123456789' where id = ${right}`,
    ],
    [
      'right_mismatch',
      `update payout_right set bank_code = '000014' where id = ${right}`,
      `update payout_right set bank_code = '000013' where id = ${right}`,
    ],
    [
      'right_mismatch',
      `update payout_right set amount_minor = amount_minor + 1 where id = ${right}`,
      `update payout_right set amount_minor = amount_minor - 1 where id = ${right}`,
    ],
    [
      'right_mismatch',
      `update payout set attempt = 2 where id = '${id}'`,
      `update payout set attempt = 1 where id = '${id}'`,
    ],
    [
      'not_funded',
      `update transaction set amount_minor = amount_minor + 100 where id = ${sell}`,
      `update transaction set amount_minor = amount_minor - 100 where id = ${sell}`,
    ],
    [
      'status_forbids',
      `update transaction set status = 'completed' where id = ${sell}`,
      `update transaction set status = 'paying_out' where id = ${sell}`,
    ],
    [
      'tokens_taken',
      `insert into case_file (id, mode, kind, transaction_id, summary, facts, opened_at, due_at)
       values ('01999999-0000-7000-8000-000000000001', 'test', 'recall', ${sell}, 'the issuer took tokens', '{}', now(), now())`,
      `delete from case_file where id = '01999999-0000-7000-8000-000000000001'`,
    ],
    [
      'payout_over',
      `update payout set state = 'unknown' where id = '${id}'`,
      `update payout set state = 'sending' where id = '${id}'`,
    ],
    [
      'opening_missing',
      `update posting set amount_minor = amount_minor + 1 where entry_id = (select entry_id from payout where id = '${id}') and ordinal = 2`,
      `update posting set amount_minor = amount_minor - 1 where entry_id = (select entry_id from payout where id = '${id}') and ordinal = 2`,
    ],
    [
      'account_stopped',
      `update payout_account set state = 'frozen', frozen_because = 'x' where id = '${world.accountId}'`,
      `update payout_account set state = 'active', frozen_because = null where id = '${world.accountId}'`,
    ],
    [
      'not_held',
      `update payout_account set lease_until = now() - interval '1 second' where id = '${world.accountId}'`,
      `update payout_account set lease_until = now() + interval '1 hour' where id = '${world.accountId}'`,
    ],
  ]
  for (const [code, statement, back] of cases)
    expect([statement, await asked(statement, back)]).toEqual([statement, code])
  await world.freeze('business', world.businessId)
  expect(words(await vault.send([id]))).toEqual(['frozen'])
  // A row alone does not lift a freeze for the payer.
  await world.forge('delete from afara.freeze_order')
  expect(await world.truth()).toHaveLength(before)
  expect(words(await vault.send([id]))).toEqual(['accepted'])
})

test('while the kill switch is on nothing is sent, but banks are still queried', async () => {
  const [one] = await world.open(1, 2_400)
  writeFileSync(world.killFile, '')
  expect(words(await vault.send([one?.payoutId ?? '']))).toEqual(['killed'])
  expect((await vault.ask('/v1/requery', { payout_ids: [one?.payoutId] })).status).toBe(200)
  rmSync(world.killFile)
  expect(words(await vault.send([one?.payoutId ?? '']))).toEqual(['accepted'])
})

test('the api may only send name enquiries and verify notifications', async () => {
  const settings = { url: vault.url, token: world.tokens.api }
  const names = createVaultNames(settings)
  const account = { bankCode: world.bank, accountNumber: '0123456789', mode: 'test' } as const
  expect(await names.ask(account)).toEqual({ outcome: 'found', accountName: 'ADA OBI' })
  expect(await names.ask({ ...account, mode: 'live' })).toBeUndefined()
  const hook = { mode: 'test', vendor: 'paystack', headers: {}, body: Buffer.from('{}') } as const
  expect(await createVaultHooks(settings).verify(hook)).toBeUndefined()
  for (const path of ['/v1/send', '/v1/requery', '/v1/journal', `/v1/accounts/${world.accountId}/balance`])
    expect((await vault.ask(path, undefined, world.tokens.api)).status).toBe(403)
  expect((await vault.ask('/v1/enquire', {}, 'another-token-of-nobody')).status).toBe(401)
})
