import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearedWithdrawal } from '../../../test/cleared-withdrawal.ts'
import { asking, createVaultWorld } from '../../../test/vault-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'
import { hashDecision } from '../../records/decisions/decision-text.ts'
import { business, capital, posting } from '../../records/ledger/account.ts'
import { postEntry } from '../../records/ledger/ledger-store.ts'
import { clearWithdrawal } from '../../records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../records/transactions/transaction-store.ts'
import { advanceWithdrawalOrder, createOrderedWithdrawals } from './make-withdrawals.ts'
import {
  proposeWallet,
  proposeWithdrawal,
  signWallet,
  signWithdrawal,
  type WholeWithdrawal,
} from './order-withdrawals.ts'

let world: Awaited<ReturnType<typeof createVaultWorld>>
let signer: Awaited<ReturnType<typeof world.start>>
let pool: Pool
let memberPool: Pool
let ngozi = ''
let tunde = ''
let wallet = ''

beforeAll(async () => {
  world = await createVaultWorld()
  signer = await world.start('withdrawals')
  const url = new URL(world.superuser.options.connectionString ?? '')
  url.username = 'afara_people'
  pool = createPool(url.href, { max: 2, applicationName: 'test', side: 'house' })
  memberPool = createPool(url.href, { max: 2, applicationName: 'test' })
  ngozi = await hire('owner')
  tunde = await hire('finance')
  const amount = money('NGNC', 1_000_000_00n)
  const postings = [posting(capital, business(world.business), amount)]
  const entry = {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: world.clock.now(),
  } as const
  await postEntry(world.owner, { ...entry, postings })
  wallet = await enrol(ngozi, tunde)
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
    [id, world.business, role],
  )
  await world.owner.query(
    `insert into passkey (id, member_id, credential_id, public_key, name, created_at) values ($1, $2, $3, $4, 'a test', now())`,
    [newId(), id, credentialId, publicKeyCose],
  )
  return id
}

const payingAs = (memberId: string) => ({ memberId, businessId: world.business, mode: 'test' as const })
const deps = () => ({ pool, memberPool, relyingParty: testRelyingParty })
const signatureOf = (memberId: string, text: string) =>
  softwarePasskey(memberId).assert({
    challenge: hashDecision(text),
    rpId: testRelyingParty.id,
    origin: testRelyingParty.origin,
  })

async function enrol(...signers: readonly string[]): Promise<string> {
  const address = `0x${randomBytes(20).toString('hex')}`
  const asked = { network: 'Polygon', address, label: 'Treasury' }
  const { id, text } = await proposeWallet(deps(), payingAs(ngozi), asked)
  for (const one of signers) await signWallet(deps(), payingAs(one), id, signatureOf(one, text))
  return id
}

async function propose(
  reference: string,
  walletId: string,
  ...signers: readonly string[]
): Promise<WholeWithdrawal> {
  const asked = { reference, walletId, amount: money('NGNC', 1_000_00n) }
  const whole = await proposeWithdrawal(deps(), payingAs(ngozi), asked)
  for (const one of signers)
    await signWithdrawal(deps(), payingAs(one), whole.order.id, signatureOf(one, whole.order.text))
  return whole
}

/** Accepts, clears and opens the withdrawal of an order, and asks the signer to sign it. Returns its answer. */
async function withdraw({ order }: WholeWithdrawal): Promise<string> {
  const { worker, clock, owner } = world
  const failures: unknown[] = []
  const making = {
    pool: worker,
    clock,
    withdrawals: createOrderedWithdrawals({ pool: worker, clock }),
    nudge: async () => {},
    onFailure: (_id: string, error: unknown) => failures.push(error),
  }
  await advanceWithdrawalOrder(making, order.id)
  expect(failures).toEqual([])
  const { rows } = await owner.query<{ id: string }>(
    'select transaction_id as id from ordered_withdrawal where order_id = $1',
    [order.id],
  )
  return signIt(rows[0]?.id ?? '')
}

/** Clears and opens a withdrawal, and asks the signer. */
async function signIt(transactionId: string): Promise<string> {
  const { worker, clock } = world
  const transaction = await findTransaction(worker, transactionId)
  if (transaction === undefined) throw new Error('there is no such withdrawal')
  const screening = { list: undefined, subjects: [], hits: [] }
  await clearWithdrawal(worker, { transaction, screening, wallet: { outcome: 'known' } }, clock.now())
  const opened = await world.openDue()
  const transfer = opened.find((one) => one.transactionId === transactionId)
  if (transfer === undefined) throw new Error('the withdrawal has no transfer')
  const [answer] = await signer.sign(asking(transfer))
  if (answer?.outcome === 'signed') await world.store(transfer, answer)
  else {
    const [cancelled] = await signer.sign(asking(transfer, { kind: 'cancel' }))
    await world.store(transfer, cancelled, 'cancel')
  }
  return answer?.code ?? answer?.outcome ?? 'none'
}

/** What an attacker does who can write every row of the database, without triggers in the way. */
async function forge(statement: string): Promise<void> {
  await world.superuser.query(
    `begin; set local search_path = afara; set local session_replication_role = replica; ${statement}; commit`,
  )
}

const approve = async ({ order }: WholeWithdrawal) =>
  forge(
    `insert into withdrawal_outcome (order_id, business_id, mode, outcome, people, at)
       values ('${order.id}', '${world.business}', 'test', 'approved', 1, now());
     insert into wake (subject_id, type, due_at) values ('${order.id}', 'withdrawal-order', now())`,
  )
const change = async (what: string, { order }: WholeWithdrawal) =>
  forge(`update withdrawal_order set ${what} where id = '${order.id}'`)

test('the signer signs a withdrawal that two members signed, and one of the API', async () => {
  expect(await withdraw(await propose('honest', wallet, ngozi, tunde))).toBe('signed')
  const { id } = await clearedWithdrawal(world, 1_000)
  const opened = await world.openDue()
  const transfer = opened.find((one) => one.transactionId === id)
  if (transfer === undefined) throw new Error('the withdrawal has no transfer')
  const [answer] = await signer.sign(asking(transfer))
  expect(answer?.outcome).toBe('signed')
  await world.store(transfer, answer)
})

test('the signer refuses an order with another amount, which the worker then asks for', async () => {
  const order = await propose('amount', wallet, ngozi, tunde)
  await change('amount_minor = 5000000', order)
  expect(await withdraw(order)).toBe('withdrawal_unsigned')
})

test('the signer refuses another address, in the order alone and in the wallet too', async () => {
  const thief = `0x${'ab'.repeat(20)}`
  const order = await propose('address', wallet, ngozi, tunde)
  await change(`address = '${thief}'`, order)
  expect(await withdraw(order)).toBe('withdrawal_unsigned')

  const other = await enrol(ngozi, tunde)
  const both = await propose('both', other, ngozi, tunde)
  await change(`address = '${thief}'`, both)
  await forge(`update enrolled_wallet set address = '${thief}' where id = '${other}'`)
  expect(await withdraw(both)).toBe('withdrawal_unsigned')
})

test('the signer refuses an order that one member signed, or nobody, or a signature that no passkey made', async () => {
  const single = await propose('single', wallet, ngozi)
  await approve(single)
  expect(await withdraw(single)).toBe('withdrawal_unsigned')
  const unsigned = await propose('unsigned', wallet)
  await approve(unsigned)
  expect(await withdraw(unsigned)).toBe('withdrawal_unsigned')

  // A holder of the people process's database role stores a signature that no passkey made.
  const garbled = await propose('garbled', wallet, ngozi)
  const { credentialId, authenticatorData, clientData } = signatureOf(tunde, garbled.order.text)
  const forged = [credentialId, authenticatorData, clientData, Buffer.alloc(70, 1)]
  await pool.query(`select sign_withdrawal_order($1, $2, 'test', $3, $4, $5, $6, $7)`, [
    garbled.order.id,
    world.business,
    tunde,
    ...forged,
  ])
  expect(await withdraw(garbled)).toBe('withdrawal_unsigned')
})

test('the signer refuses a wallet that nobody signed, that one member signed just now, or that was removed', async () => {
  const forgedWallet = await enrol()
  const { credentialId, authenticatorData, clientData } = signatureOf(ngozi, 'anything')
  for (const member of [ngozi, tunde])
    await pool.query(`select sign_wallet($1, $2, 'test', $3, $4, $5, $6, $7)`, [
      forgedWallet,
      world.business,
      member,
      member === ngozi ? credentialId : softwarePasskey(tunde).credentialId,
      authenticatorData,
      clientData,
      Buffer.alloc(70, 1),
    ])
  expect(await withdraw(await propose('forged-wallet', forgedWallet, ngozi, tunde))).toBe(
    'withdrawal_unsigned',
  )

  const young = await enrol(ngozi)
  await forge(`update wallet_signature set at = at - interval '2 days' where wallet_id = '${young}'`)
  expect(await withdraw(await propose('young', young, ngozi, tunde))).toBe('withdrawal_unsigned')

  const removed = await enrol(ngozi, tunde)
  const order = await propose('removed', removed, ngozi, tunde)
  await pool.query(`select end_wallet($1, $2, 'test', $3)`, [removed, world.business, ngozi])
  // The signer sees the end within some seconds, and does not forget it.
  await expect
    .poll(async () => (await readJournal()).includes(`{"kind":"wallet_end","wallet":"${removed}"}`))
    .toBe(true)
  await forge(`delete from wallet_end where wallet_id = '${removed}'`)
  expect(await withdraw(order)).toBe('withdrawal_unsigned')
})

const readJournal = async (): Promise<string> => readFile(signer.journalFile, 'utf8')

test('the signer refuses a member whose role does not allow it, a passkey that was replaced, and a limit that no owner signed', async () => {
  // Somebody who is no member signs in the name of one: the row of the passkey has another key now.
  const order = await propose('passkey', wallet, ngozi)
  const stranger = softwarePasskey(newId())
  await forge(
    `update passkey set public_key = '\\x${stranger.publicKeyCose.toString('hex')}' where member_id = '${tunde}'`,
  )
  const { authenticatorData, clientData, signature } = stranger.assert({
    challenge: hashDecision(order.order.text),
    rpId: testRelyingParty.id,
    origin: testRelyingParty.origin,
  })
  await pool.query(`select sign_withdrawal_order($1, $2, 'test', $3, $4, $5, $6, $7)`, [
    order.order.id,
    world.business,
    tunde,
    softwarePasskey(tunde).credentialId,
    authenticatorData,
    clientData,
    signature,
  ])
  expect(await withdraw(order)).toBe('withdrawal_unsigned')
  await forge(
    `update passkey set public_key = '\\x${softwarePasskey(tunde).publicKeyCose.toString('hex')}' where member_id = '${tunde}'`,
  )

  const developer = await hire('developer')
  const signedByDeveloper = await propose('developer', wallet, ngozi)
  const made = signatureOf(developer, signedByDeveloper.order.text)
  await forge(
    `insert into withdrawal_signature (order_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
     values ('${signedByDeveloper.order.id}', 'approved', '${world.business}', 'test', '${developer}', '\\x${made.credentialId.toString('hex')}',
       '\\x${made.authenticatorData.toString('hex')}', '\\x${made.clientData.toString('hex')}', '\\x${made.signature.toString('hex')}', now())`,
  )
  await approve(signedByDeveloper)
  expect(await withdraw(signedByDeveloper)).toBe('withdrawal_unsigned')

  const small = await propose('small', wallet, ngozi)
  await forge(
    `insert into payment_limit select '${world.business}', 'test', 1, 99999999, E'Afara payment limit 1\\n', member_id, credential_id,
       authenticator_data, client_data, signature, now(), 1 from withdrawal_signature where order_id = '${small.order.id}'`,
  )
  await approve(small)
  expect(await withdraw(small)).toBe('withdrawal_unsigned')
  await forge(`delete from payment_limit where business_id = '${world.business}'`)
  expect(await withdraw(await propose('honest-again', wallet, ngozi, tunde))).toBe('signed')
})
