import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayerWorld } from '../../../test/payer-world.ts'
import { systemClock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'
import { hashDecision } from '../../records/decisions/decision-text.ts'
import { proposePayments, signPayments, type WholeOrder } from './make-payments.ts'
import { advancePaymentOrder, createPaymentSells } from './pay-items.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
let vault: Awaited<ReturnType<typeof world.start>>
let pool: Pool
let memberPool: Pool
let ngozi = ''
let tunde = ''

beforeAll(async () => {
  world = await createPayerWorld()
  vault = await world.start('payments')
  const url = world.urlOf('afara_people')
  pool = createPool(url, { max: 2, applicationName: 'test', side: 'house' })
  memberPool = createPool(url, { max: 2, applicationName: 'test' })
  ngozi = await hire('owner')
  tunde = await hire('finance')
})
afterAll(async () => {
  await Promise.all([pool.end(), memberPool.end()])
  await world.stop()
})

async function hire(role: string): Promise<string> {
  const id = newId()
  const { credentialId, publicKeyCose } = softwarePasskey(id)
  await world.owner.query(
    `insert into member (id, email, name, created_at, email_confirmed_at) values ($1, $2, $3, now(), now())`,
    [id, `${id}@ada.test`, role],
  )
  await world.owner.query(
    `insert into membership (member_id, business_id, role, created_at) values ($1, $2, $3, now())`,
    [id, world.businessId, role],
  )
  await world.owner.query(
    `insert into passkey (id, member_id, credential_id, public_key, name, created_at) values ($1, $2, $3, $4, 'a test', now())`,
    [newId(), id, credentialId, publicKeyCose],
  )
  return id
}

const payingAs = (memberId: string) => ({ memberId, businessId: world.businessId, mode: 'test' as const })

function deps() {
  const names = { ask: async () => ({ outcome: 'found', accountName: 'ADA OBI' }) as const }
  return { pool, memberPool, clock: systemClock, names, relyingParty: testRelyingParty }
}

const signatureOf = (memberId: string, text: string) =>
  softwarePasskey(memberId).assert({
    challenge: hashDecision(text),
    rpId: testRelyingParty.id,
    origin: testRelyingParty.origin,
  })

async function propose(reference: string, ...signers: readonly string[]): Promise<WholeOrder> {
  const row = { bank: 'GTBank', accountNumber: '0123456789', note: '' }
  const payments = [1, 2].map((number) => ({
    ...row,
    amount: String(1_000 + number),
    reference: `${reference}-${number}`,
  }))
  const whole = await proposePayments(deps(), payingAs(ngozi), { reference, payments })
  for (const signer of signers)
    await signPayments(deps(), payingAs(signer), whole.order.id, signatureOf(signer, whole.order.text))
  return whole
}

/** Accepts, clears and opens the payments of an order, and asks the payer to send them. Returns its answers. */
async function pay({ order }: WholeOrder): Promise<string[]> {
  const { worker, clock, owner } = world
  const failures: unknown[] = []
  await advancePaymentOrder(
    {
      pool: worker,
      clock,
      sells: createPaymentSells({ pool: worker, clock }),
      nudge: async () => {},
      onFailure: (_id, error) => failures.push(error),
    },
    order.id,
  )
  expect(failures).toEqual([])
  const { rows } = await owner.query<{ id: string }>(
    `select transaction_id as id from payment_sell where order_id = $1 order by number`,
    [order.id],
  )
  for (const { id } of rows) {
    await owner.query(
      `select move_transaction(id, version, 'checks_passed', '{}', $2, null) from transaction where id = $1`,
      [id, clock.now()],
    )
    await owner.query(
      `select queue_payout(t.id, 'payout', $2, '0123456789', 'ADA OBI', t.amount_minor, $3) from transaction t where t.id = $1`,
      [id, world.bank, clock.now()],
    )
  }
  const ids = new Set(rows.map(({ id }) => id))
  const opened = (await world.openDue()).filter(({ transactionId }) => ids.has(transactionId))
  const sent = await vault.send(opened.map(({ payoutId }) => payoutId))
  return sent.map(({ outcome, code }) => code ?? outcome)
}

/** What an attacker does who can write every row of the database. */
const approve = async ({ order }: WholeOrder) =>
  world.forge(
    `insert into payment_outcome (order_id, business_id, mode, outcome, people, at)
       values ('${order.id}', '${world.businessId}', 'test', 'approved', 1, now());
     insert into wake (subject_id, type, due_at) values ('${order.id}', 'payment-order', now())`,
  )

test('the payer pays an order that two members signed, and names what was forged', async () => {
  expect(await pay(await propose('honest', ngozi, tunde))).toEqual(['accepted', 'accepted'])
  const paid = (await world.truth()).length

  const changed = await propose('changed', ngozi, tunde)
  await world.forge(
    `update payment_item set amount_minor = 500000 where order_id = '${changed.order.id}' and number = 1`,
  )
  // The other payment is in the same order, and nobody signed the order as it is now.
  expect(await pay(changed)).toEqual(['payment_unsigned', 'payment_unsigned'])

  const single = await propose('single', ngozi)
  await approve(single)
  expect(await pay(single)).toEqual(['payment_unsigned', 'payment_unsigned'])

  const unsigned = await propose('unsigned')
  await approve(unsigned)
  expect(await pay(unsigned)).toEqual(['payment_unsigned', 'payment_unsigned'])

  // A holder of the people process's database role stores a signature that no passkey made.
  const garbled = await propose('garbled', ngozi)
  const { credentialId, authenticatorData, clientData } = signatureOf(tunde, garbled.order.text)
  await pool.query(`select sign_payment_order($1, $2, 'test', $3, $4, $5, $6, $7)`, [
    garbled.order.id,
    world.businessId,
    tunde,
    credentialId,
    authenticatorData,
    clientData,
    Buffer.alloc(70, 1),
  ])
  expect(await pay(garbled)).toEqual(['payment_unsigned', 'payment_unsigned'])

  // The limit that would let one member pay alone is not signed by an owner.
  const small = await propose('small', ngozi)
  await world.forge(
    `insert into payment_limit select '${world.businessId}', 'test', 1, 99999999, E'Afara payment limit 1\\n', member_id, credential_id,
       authenticator_data, client_data, signature, now(), 1 from payment_signature where order_id = '${small.order.id}'`,
  )
  await approve(small)
  expect(await pay(small)).toEqual(['payment_unsigned', 'payment_unsigned'])

  expect((await world.truth()).length).toBe(paid)
  expect(await pay(await propose('honest-again', ngozi, tunde))).toEqual(['accepted', 'accepted'])
})
