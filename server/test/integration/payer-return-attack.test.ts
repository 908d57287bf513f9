import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayerWorld, type Sent } from '../payer-world.ts'
import { createReturnWorld } from '../return-world.ts'

let payers: Awaited<ReturnType<typeof createPayerWorld>>
let credits: Awaited<ReturnType<typeof createReturnWorld>>
let vault: Awaited<ReturnType<typeof payers.start>>

beforeAll(async () => {
  payers = await createPayerWorld()
  credits = await createReturnWorld({
    url: (role = 'postgres') => payers.urlOf(role),
    drop: async () => undefined,
  })
  const { bisi, chidi } = credits
  const others = [
    { id: bisi, name: 'Bisi' },
    { id: chidi, name: 'Chidi' },
  ]
  vault = await payers.start('returns', {}, { others })
})

afterAll(async () => {
  await credits.close()
  await payers.stop()
})

const words = (sent: readonly Sent[]) => sent.map(({ outcome, code }) => code ?? outcome)
const paidOut = async () =>
  (await payers.truth()).reduce((sum, { arrived_kobo }) => sum + BigInt(arrived_kobo), 0n)

/** Creates a return that is ready to be sent. */
async function openReturn(naira: number) {
  const account = await credits.openCollection()
  const { accountNumber, bankCode, name } = account.payer
  await payers.admin('PUT', `/beneficiaries/${bankCode}/${accountNumber}`, { name })
  const { id, lineId } = await credits.returnCredit(account, naira)
  return { account, id, lineId, payoutId: await openedFor(id) }
}

async function openedFor(id: string): Promise<string> {
  const opened = await payers.openDue()
  return opened.find(({ transactionId }) => transactionId === id)?.payoutId ?? ''
}

test('the payer traces a return to the bank’s own line, and pays it once', async () => {
  const before = await paidOut()
  const { payoutId } = await openReturn(5_000)
  expect(words(await vault.send([payoutId]))).toEqual(['accepted'])
  expect(words(await vault.send([payoutId]))).toEqual(['exists'])
  expect((await paidOut()) - before).toBe(500_000n)
})

const right = (payoutId: string) => `(select right_id from payout where id = '${payoutId}')`

const listed = '01a1dee6-1366-7ab8-a780-7f2d4afdd655'

type Opened = Awaited<ReturnType<typeof openReturn>>
const attacks: ReadonlyArray<readonly [string, string, (opened: Opened) => string]> = [
  [
    'to another number',
    'right_mismatch',
    ({ payoutId }) => `update payout_right set account_number = '0999999999' where id = ${right(payoutId)}`,
  ],
  [
    'of more than arrived',
    'not_funded',
    ({ payoutId, id }) =>
      `update payout_right set amount_minor = amount_minor + 100 where id = ${right(payoutId)};
       update credit_return set amount_minor = amount_minor + 100 where id = '${id}'`,
  ],
  ['that nobody decided', 'right_mismatch', ({ id }) => `delete from credit_return where id = '${id}'`],
  [
    'of naira that is still in suspense',
    'not_funded',
    ({ id }) => `update posting set amount_minor = amount_minor + 1 where entry_id = '${id}'`,
  ],
  [
    'that operators pay manually',
    'paid_by_hand',
    ({
      id,
      account,
    }) => `insert into hand_payment (id, return_id, mode, vendor_account_id, amount_minor, decided_at)
       values (gen_random_uuid(), '${id}', 'test', '${account.id}', 200000, now())`,
  ],
  [
    'of naira that the bank took back',
    'credit_taken_back',
    ({ lineId }) => `insert into credit_take_back values (gen_random_uuid(), '${lineId}', 0, now())`,
  ],
  [
    'in the name of a business',
    'right_mismatch',
    ({ payoutId }) => `update payout_right set business_id = gen_random_uuid() where id = ${right(payoutId)}`,
  ],
  [
    'of a credit that a sanctions list holds in part',
    'listed',
    ({
      lineId,
    }) => `insert into allocation (id, mode, line_id, transaction_id, business_id, amount_minor, evidence, ground, decided_by, at)
        values (gen_random_uuid(), 'test', '${lineId}', '${listed}', gen_random_uuid(), 1, 'person', 'person', 'matching', now());
      insert into case_file (id, mode, kind, state, transaction_id, summary, facts, opened_at, due_at)
        values (gen_random_uuid(), 'test', 'screening_hit', 'open', '${listed}', 'x', '{}', now(), now())`,
  ],
]

test.each(attacks)('no return is sent %s: %s', async (_what, code, attack) => {
  const before = await paidOut()
  const opened = await openReturn(2_000)
  await payers.forge(attack(opened))
  expect(words(await vault.send([opened.payoutId]))).toEqual([code])
  expect(await paidOut()).toBe(before)
})

test('a return paid before a restore is not paid again, although the database lost it', async () => {
  const before = await paidOut()
  const { account } = await openReturn(1_000)
  const lineId = await credits.pay(account, 5_000)
  const { id } = await credits.returnRest(account, lineId, '150000')
  const payoutId = await openedFor(id)
  expect(words(await vault.send([payoutId]))).toEqual(['accepted'])
  // The rows are deleted, and the same credit is decided again under another reference.
  await payers.forge(`
    delete from payout where id = '${payoutId}';
    delete from payout_right where transaction_id = '${id}';
    delete from credit_return where id = '${id}';
    update credit_fund set left_minor = 500000 where line_id = '${lineId}'`)
  const again = await credits.returnRest(account, lineId, '150000')
  await payers.forge(`update transaction set reference = 'return-other' where id = '${again.id}'`)
  expect(words(await vault.send([await openedFor(again.id)]))).toEqual(['source_used'])
  expect((await paidOut()) - before).toBe(150_000n)
})
