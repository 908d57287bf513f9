import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createPayerWorld, type Sent } from '../payer-world.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>

beforeAll(async () => {
  world = await createPayerWorld()
})
// Each test has a payer with its own journal. Earlier payouts are made so old that a new journal may lack them.
beforeEach(async () => {
  await world.forge(`update payout set ordered_at = now() - interval '9 days'`)
})

afterAll(async () => {
  await world.stop()
})

const HOUR_CAP = 1_000_000n
const words = (sent: readonly Sent[]) => sent.map(({ outcome, code }) => code ?? outcome)
const paidOut = async () =>
  (await world.truth()).reduce((sum, { arrived_kobo }) => sum + BigInt(arrived_kobo), 0n)

/** Invented blocks, which the worker is able to record. */
let block = 100n
async function inventDeposit(address: string, naira: number): Promise<void> {
  const log = {
    tx_hash: `0x${randomBytes(32).toString('hex')}`,
    log_index: 0,
    block: String(block + 1n),
    block_hash: `0x${'ab'.repeat(32)}`,
    sender: `0x${'22'.repeat(20)}`,
    address,
    token: world.token,
    units: String(BigInt(naira) * 1_000_000n),
  }
  const { rows } = await world.worker.query<{ moved: string[] | null }>(
    `select record_deposits('test', 'Polygon', $1, $2, $3, 0, 10000, $4, '[]', $5) as moved`,
    [String(block), String(block + 1n), log.block_hash, JSON.stringify([log]), world.clock.now()],
  )
  block += 1n
  if (rows[0]?.moved?.length !== 1) throw new Error('the deposit was not recorded')
}

test('an attacker with the role and token of the worker cannot move more than the caps', async () => {
  const vault = await world.start('attacked', {
    per_hour_minor: String(HOUR_CAP),
    per_payout_minor: '400000',
  })
  await world.worker.query(`select open_cursor(gen_random_uuid(), 'test', 'Polygon', $1, $2, $3)`, [
    String(block),
    `0x${'cd'.repeat(32)}`,
    world.clock.now(),
  ])

  // Forged rows.
  for (const statement of [
    `insert into payout_right select * from payout_right`,
    `update payout set state = 'sending'`,
    `update sell set account_number = '0999999999'`,
    `insert into deposit select * from deposit`,
    `insert into sell_payee select * from sell_payee`,
    `select queue_payout(gen_random_uuid(), 'payout', '000013', '0999999999', 'X', 1, now())`,
    `select post_entry(gen_random_uuid(), 'test', null, 'x', now(), '{}', '{}', '{}', '{}', '{}', '{}')`,
    `select end_payout_by_evidence(gen_random_uuid(), false, '{}', now())`,
  ])
    await expect(world.worker.query(statement)).rejects.toThrow(/permission denied|does not exist/)

  // Unknown payouts.
  expect(words(await vault.send(['01a1dee6-1366-7ab8-a780-7f2d4afdd653']))).toEqual(['unknown_payout'])

  // Invented tokens for accepted sells: the ledger shows them, and only the caps limit the loss.
  const answers: Sent[] = []
  for (let time = 0; time < 8; time += 1) {
    const { id, address } = await world.acceptDeposited(3_001)
    await inventDeposit(address, 3_001)
    await world.owner.query(
      `select move_transaction(id, version, 'checks_passed', '{}', $2, null) from transaction where id = $1`,
      [id, world.clock.now()],
    )
    await world.owner.query(`select queue_payout($1, 'payout', $2, '0123456789', 'ADA OBI', 300000, $3)`, [
      id,
      world.bank,
      world.clock.now(),
    ])
    const opened = await world.openDue()
    answers.push(...(await vault.send(opened.map(({ payoutId }) => payoutId))))
  }
  const outcomes = words(answers)
  expect(outcomes.filter((word) => word === 'accepted')).toHaveLength(3)
  expect(new Set(outcomes.filter((word) => word !== 'accepted'))).toEqual(new Set(['over_hour_cap']))
  expect(await paidOut()).toBe(900_000n)
  expect(await paidOut()).toBeLessThanOrEqual(HOUR_CAP)

  // Above the cap of one payout.
  const { id, address } = await world.acceptDeposited(5_001)
  await inventDeposit(address, 5_001)
  await world.owner.query(
    `select move_transaction(id, version, 'checks_passed', '{}', $2, null) from transaction where id = $1`,
    [id, world.clock.now()],
  )
  await world.owner.query(`select queue_payout($1, 'payout', $2, '0123456789', 'ADA OBI', 500000, $3)`, [
    id,
    world.bank,
    world.clock.now(),
  ])
  const [large] = await world.openDue()
  expect(words(await vault.send([large?.payoutId ?? '']))).toEqual(['over_payout_cap'])
})

/** Clears the sell and queues its payout as the owner, then asks the payer to send it. */
async function payFor(id: string, naira: number, send: (ids: string[]) => Promise<Sent[]>) {
  await world.owner.query(
    `select move_transaction(id, version, 'checks_passed', '{}', $2, null) from transaction where id = $1`,
    [id, world.clock.now()],
  )
  await world.owner.query(`select queue_payout($1, 'payout', $2, '0123456789', 'ADA OBI', $3, $4)`, [
    id,
    world.bank,
    naira * 100 - 100,
    world.clock.now(),
  ])
  const opened = await world.openDue()
  return words(await send(opened.map(({ payoutId }) => payoutId)))
}

test('tokens at a foreign wallet are not paid for, although the database has it as the address of the sell', async () => {
  const vault = await world.start('given-out')
  const before = await paidOut()
  const { id, address } = await world.acceptDeposited(700, `0x${randomBytes(20).toString('hex')}`)
  await inventDeposit(address, 700)
  expect(await payFor(id, 700, vault.send)).toEqual(['not_funded'])
  expect(await paidOut()).toBe(before)
})

test('above its policy amount, the payer checks the tokens with its own node, and invented tokens are not paid for', async () => {
  const shows = { eth_getTransactionReceipt: null, eth_chainId: '0x13882' } as Record<string, unknown>
  const node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string }[]
      const results = {
        eth_getBlockByNumber: { number: '0xffff' },
        eth_call: `0x${world.treasury.slice(2).padStart(64, '0')}`,
        ...shows,
      } as Record<string, unknown>
      response.end(
        JSON.stringify(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] }))),
      )
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const vault = await world.start('asks-a-node', {}, { node: { url, aboveMinor: '80000' } })
  const before = await paidOut()

  const invented = await world.acceptDeposited(900)
  await inventDeposit(invented.address, 900)
  expect(await payFor(invented.id, 900, vault.send)).toEqual(['chain_unavailable'])
  shows['eth_getTransactionReceipt'] = {
    status: '0x1',
    transactionHash: `0x${'00'.repeat(32)}`,
    blockNumber: '0x10',
    logs: [],
  }
  const another = await world.acceptDeposited(901)
  await inventDeposit(another.address, 901)
  expect(await payFor(another.id, 901, vault.send)).toEqual(['not_funded'])
  expect(await paidOut()).toBe(before)

  const small = await world.acceptDeposited(700)
  await inventDeposit(small.address, 700)
  expect(await payFor(small.id, 700, vault.send)).toEqual(['accepted'])
  expect(await paidOut()).toBe(before + 69_900n)
  node.close()
})

test('a paid payout that is marked as failed is not paid again', async () => {
  const vault = await world.start('denied')
  const before = await paidOut()
  const [paid] = await world.open(1, 4_000)
  const payoutId = paid?.payoutId ?? ''
  expect(words(await vault.send([payoutId]))).toEqual(['accepted'])
  // The attacker records a failure that no bank reported, and that the naira was returned.
  await world.forge(
    `update payout set state = 'failed', money_back_at = now(), ended_at = now(), next_look_at = null where id = '${payoutId}'`,
  )
  await world.forge(`update transaction set status = 'payout_failed' where id = '${paid?.transactionId}'`)
  await world.owner.query(
    `select reverse_entry(gen_random_uuid(), entry_id, 'payout_dead', $2) from payout where id = $1`,
    [payoutId, world.clock.now()],
  )
  await world.queueAgain(paid?.transactionId ?? '')
  const [again] = await world.openDue()
  expect(again?.reference).not.toBe(paid?.reference)
  expect(words(await vault.send([again?.payoutId ?? '']))).toEqual(['former_alive'])
  expect((await paidOut()) - before).toBe(399_900n)
})

test('the same tokens are not paid for twice, even under another reference after a restore', async () => {
  const vault = await world.start('restored')
  const { rows } = await world.owner.query<{ block: string }>(`select block::text from chain_cursor`)
  block = BigInt(rows[0]?.block ?? '0')
  const pay = async (): Promise<string[]> => {
    await world.owner.query(
      `select move_transaction(id, version, 'checks_passed', '{}', $1, null) from transaction where status = 'deposit_received' and type = 'sell'`,
      [world.clock.now()],
    )
    await world.owner.query(
      `select queue_payout(t.id, 'payout', $1, '0123456789', 'ADA OBI', t.amount_minor - 100, $2) from transaction t
       where t.status = 'cleared' and not exists (select from payout_right r where r.transaction_id = t.id)`,
      [world.bank, world.clock.now()],
    )
    const opened = await world.openDue()
    return words(await vault.send(opened.map(({ payoutId }) => payoutId)))
  }
  const first = await world.acceptDeposited(2_001)
  await inventDeposit(first.address, 2_001)
  expect(await pay()).toEqual(['accepted'])
  // Another sell claims the transfer that paid for the first one.
  const second = await world.acceptDeposited(2_001)
  await inventDeposit(second.address, 2_001)
  await world.forge(
    `update deposit set tx_hash = upper(d.tx_hash), log_index = d.log_index from deposit d
     where d.transaction_id = '${first.id}' and deposit.transaction_id = '${second.id}'`,
  )
  expect(await pay()).toEqual(['source_used'])
})

test('of two payers with separate journals, one pays, and the other names the first', async () => {
  const [one] = await world.open(1, 4_020)
  const before = await paidOut()
  const first = await world.start('first-of-two')
  const second = await world.start('second-of-two', {}, { isBeside: true })
  expect(words(await second.send([one?.payoutId ?? '']))).toEqual(['not_alone'])
  const said = await second.ask('/ready')
  expect(said.status).toBe(503)
  expect(await said.json()).toMatchObject({
    code: 'not_alone',
    message: expect.stringMatching(/afara-payer/),
  })
  expect(words(await first.send([one?.payoutId ?? '']))).toEqual(['accepted'])
  // A payer that takes over with a journal without this payout pays nothing, because it cannot know what was paid.
  await world.forge(
    `update payout set vendor_id = 'TRF_first', sent_count = 1, ordered_at = now() where id = '${one?.payoutId}'`,
  )
  await first.child.kill()
  const [other] = await world.open(1, 4_021)
  await vi.waitFor(async () => expect((await second.ask('/ready')).status).toBe(200), 60_000)
  expect(words(await second.send([other?.payoutId ?? '']))).toEqual(['journal_behind'])
  expect(await paidOut()).toBe(before + 401_900n)
  await world.forge(`update payout set vendor_id = null where id = '${one?.payoutId}'`)
})

test('a lost refusal is repeated, and its vendor is not instructed again', async () => {
  const vault = await world.start('unheard')
  await world.admin('POST', '/faults', { fault: 'refuse_before_create', code: 'insufficient_balance' })
  const [one] = await world.open(1, 4_050)
  const before = await paidOut()
  expect(words(await vault.send([one?.payoutId ?? '']))).toEqual(['insufficient_balance'])
  await world.admin('DELETE', '/faults')
  expect(words(await vault.send([one?.payoutId ?? '']))).toEqual(['rejected_before'])
  expect(await paidOut()).toBe(before)
})

test.each([
  ['has taken', `vendor_id = 'TRF_before'`],
  ['may have taken', `state = 'unknown'`],
])(
  'a journal without a payout that a bank %s counts as an old copy, and nothing is sent',
  async (name, changes) => {
    const [one, other] = await world.open(2, 4_100)
    await world.forge(
      `update payout set ${changes}, sent_count = 1, ordered_at = now() where id = '${one?.payoutId}'`,
    )
    const vault = await world.start(`an-old-copy-${name.replace(/\W/g, '-')}`)
    expect(words(await vault.send([other?.payoutId ?? '']))).toEqual(['journal_behind'])
    await world.forge(`update payout set vendor_id = null, state = 'sending' where id = '${one?.payoutId}'`)
  },
)

/** Writes what the database has after somebody of the business chose another account for a sell. */
const chosen = (transactionId: string, by: string, caseId: string) => `
  insert into sell_payee (transaction_id, number, mode, bank_code, bank_name, account_number, account_name, case_id, at)
    values ('${transactionId}', 1, 'test', '${world.bank}', 'GTBank', '0999999999', 'EVE', '${caseId}', now());
  insert into business_case_end (case_id, business_id, mode, transaction_id, sequence, outcome, choice, amount_minor, bank_code, bank_name,
      account_number, account_name, decided_by, at, event_id)
    values ('${caseId}', '${world.businessId}', 'test', '${transactionId}', 3, 'decided', 'beneficiary', 100000, '${world.bank}', 'GTBank',
      '0999999999', 'EVE', '${by}', now(), gen_random_uuid());
  update payout_right set account_number = '0999999999', account_name = 'EVE' where transaction_id = '${transactionId}'`

test('the payer itself sends nothing to a bank that is out of service', async () => {
  const vault = await world.start('stopped-bank')
  const [opened] = await world.open(1)
  await world.owner.query(
    `select place_freeze('bank', 'test:' || $1, 'it credits nobody', 'system:test', now())`,
    [world.bank],
  )
  expect(words(await vault.send([opened?.payoutId ?? '']))).toEqual(['frozen'])
  await world.forge('delete from freeze_order')
  expect(words(await vault.send([opened?.payoutId ?? '']))).toEqual(['accepted'])
})

test('the payer pays another account because a key of the business named it, never because a member did', async () => {
  const vault = await world.start('chosen-account')
  await world.admin('PUT', `/beneficiaries/${world.bank}/0999999999`, { name: 'EVE' })
  const [byMember, byKey] = await world.open(2)
  await world.forge(
    chosen(byMember?.transactionId ?? '', 'member:mem_01a1dcc33c477feca0d6d2cee34c8ce8', randomUUID()),
  )
  await world.forge(
    chosen(byKey?.transactionId ?? '', 'key:key_01a1dcc33c477feca0d6d2cee34c8ce8', randomUUID()),
  )
  expect(words(await vault.send([byMember?.payoutId ?? '', byKey?.payoutId ?? '']))).toEqual([
    'decision_unsigned',
    'accepted',
  ])
})
