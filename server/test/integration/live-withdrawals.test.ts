import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { goLive } from '@afara/stack/postgres/go-live.ts'
import { createSoftToken } from '@afara/stack/services/soft-token.ts'
import { openJournal } from '@afara/vault/signer/journal/journal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposeWallet, signWallet } from '../../src/flows/payments/order-withdrawals.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool, type Pool } from '../../src/kernel/postgres/pool.ts'
import { hashDecision } from '../../src/records/decisions/decision-text.ts'
import { postEntry } from '../../src/records/ledger/ledger-store.ts'
import { clearWithdrawal } from '../../src/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../src/records/transactions/transaction-store.ts'
import { floatFunded } from '../ledger-entries.ts'
import { requestWithdrawal } from '../request-withdrawal.ts'
import { asking, createVaultWorld } from '../vault-world.ts'

// A signer with a live lane, whose key is in a module.

const folder = mkdtempSync(join(tmpdir(), 'afara-live-'))
const laneId = newId()
let world: Awaited<ReturnType<typeof createVaultWorld>>
let signer: Awaited<ReturnType<typeof world.start>>
let pool: Pool
let memberPool: Pool
let ngozi = ''
let tunde = ''

beforeAll(async () => {
  world = await createVaultWorld()
  const { owner, business, clock, superuser } = world
  const url = new URL(superuser.options.connectionString ?? '')
  url.username = 'afara_people'
  pool = createPool(url.href, { max: 2, applicationName: 'test', side: 'house' })
  memberPool = createPool(url.href, { max: 2, applicationName: 'test' })
  await goLive(owner, business)
  await owner.query(`update business_mode set may_hold_balance = true where business_id = $1`, [business])
  ngozi = await hire('owner')
  tunde = await hire('finance')
  const { address, environment } = await makeKey()
  await owner.query(`select open_lane($1, 'live', 'Polygon', 1, $2, 0, $3)`, [laneId, address, clock.now()])
  await owner.query(
    `insert into declared_posting (step, debit_kind, credit_kind, mode) values ('float_funded', 'float', 'capital', 'live')`,
  )
  await postEntry(owner, {
    id: newId(),
    mode: 'live',
    transactionId: null,
    step: 'float_funded',
    at: clock.now(),
    postings: floatFunded({ network: 'Polygon', number: 1 }, money('NGNC', 1_000_000_00n)),
  })
  await giveBalance(owner, { businessId: business, minor: 100_000_00n, mode: 'live' })
  const asks = { ask_above_minor: '1', ask_above_hour_minor: '1' }
  signer = await world.start(
    'live',
    { mode: 'live', address, key: 'live-lane', ...asks },
    undefined,
    { accounts: [] },
    { keys: { 'live-lane': { pkcs11: { label: 'live-lane' } } }, environment, fillJournal },
  )
})
afterAll(async () => {
  await Promise.all([pool.end(), memberPool.end()])
  await world.stop()
  rmSync(folder, { recursive: true })
})

/** Makes the key of the lane inside the module. */
async function makeKey() {
  const soft = await createSoftToken(folder)
  const environment = {
    ...soft.environment,
    SIGNER_PKCS11_MODULE: soft.module,
    SIGNER_PKCS11_TOKEN: soft.token,
    SIGNER_PKCS11_PIN_FILE: soft.pinFile,
  }
  const make = ['vault/src/main-keys.ts', 'make', 'secp256k1', 'live-lane', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, make, {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH: process.env['PATH'], ...environment },
  })
  const [made] = JSON.parse(stdout) as Array<{ addresses: Array<{ family: string; address: string }> }>
  const address = made?.addresses.find(({ family }) => family === 'evm')?.address ?? ''
  return { address, environment }
}

/** Adds a member with a passkey that the database has known for three days. */
async function hire(role: string): Promise<string> {
  const id = newId()
  const { credentialId, publicKeyCose } = softwarePasskey(id)
  const { owner, business } = world
  await owner.query(
    `insert into member (id, email, name, created_at, email_confirmed_at) values ($1, $2, $3, now(), now())`,
    [id, `${id}@ada.test`, role],
  )
  await owner.query(
    `insert into membership (member_id, business_id, role, created_at) values ($1, $2, $3, now() - interval '3 days')`,
    [id, business, role],
  )
  await owner.query(
    `insert into passkey (id, member_id, credential_id, public_key, name, created_at)
     values ($1, $2, $3, $4, 'a test', now() - interval '3 days')`,
    [newId(), id, credentialId, publicKeyCose],
  )
  return id
}

/** Has the signer know the passkeys for three days, as if it had run all the time. */
async function fillJournal(path: string): Promise<void> {
  const journal = await openJournal(path)
  const payments = [ngozi, tunde].map((id) => {
    const { credentialId, publicKeyCose } = softwarePasskey(id)
    return {
      kind: 'passkey',
      business: world.business,
      member: id,
      credential: credentialId.toString('base64url'),
      key: hash('sha256', publicKeyCose),
    } as const
  })
  journal.noteMembers({ at: new Date(Date.now() - 3 * 86_400_000).toISOString(), payments })
  await journal.close()
}

const newAddress = () => `0x${randomBytes(20).toString('hex')}`

async function enrol(...signers: readonly string[]) {
  const deps = { pool, memberPool, relyingParty: testRelyingParty }
  const as = (memberId: string) => ({ memberId, businessId: world.business, mode: 'live' as const })
  const asked = { network: 'Polygon', address: newAddress(), label: 'Treasury' }
  const { id, text } = await proposeWallet(deps, as(ngozi), asked)
  for (const one of signers) {
    const { id: rpId, origin } = testRelyingParty
    const assertion = softwarePasskey(one).assert({ challenge: hashDecision(text), rpId, origin })
    await signWallet(deps, as(one), id, assertion)
  }
  return { id, address: asked.address }
}

/** What an attacker does who can write every row of the database, without triggers in the way. */
async function forge(statement: string): Promise<void> {
  await world.superuser.query(
    `begin; set local search_path = afara; set local session_replication_role = replica; ${statement}; commit`,
  )
}

/** Accepts a live withdrawal with the role of the api. Throws if PostgreSQL refuses it. */
const accept = async (address: string, at = world.clock.now()): Promise<string> =>
  requestWithdrawal(world.api, {
    businessId: world.business,
    mode: 'live',
    amount: money('NGNC', 1_000_00n),
    wallet: { network: 'Polygon', address },
    at,
  })

/** Clears and opens a withdrawal and asks the signer. Returns its answer. */
async function ask(id: string): Promise<string> {
  const { worker, clock } = world
  const transaction = await findTransaction(worker, id)
  if (transaction === undefined) throw new Error('there is no such withdrawal')
  const list = { name: 'a list', version: '1', loadedAt: clock.now() }
  const screening = { list, subjects: [], hits: [] }
  await clearWithdrawal(worker, { transaction, screening, wallet: { outcome: 'known' } }, clock.now())
  const transfer = (await world.openDue(laneId)).find(({ transactionId }) => transactionId === id)
  if (transfer === undefined) throw new Error('the withdrawal has no transfer')
  const [answer] = await signer.sign(asking(transfer))
  return `${answer?.code ?? answer?.outcome}: ${answer?.message}`
}

test('the api accepts no live withdrawal to a wallet that is not enrolled, cools off or was removed', async () => {
  const refused = 'the withdrawal was wallet_not_enrolled'
  await expect(accept(newAddress())).rejects.toThrow(refused)
  await expect(accept((await enrol()).address)).rejects.toThrow(refused)
  await expect(accept((await enrol(ngozi)).address)).rejects.toThrow(refused)
  const removed = await enrol(ngozi, tunde)
  await pool.query(`select end_wallet($1, $2, 'live', $3)`, [removed.id, world.business, tunde])
  await expect(accept(removed.address)).rejects.toThrow(refused)
})

test('the signer refuses a wallet that only the rows say is enrolled', async () => {
  const forged = await enrol()
  const { credentialId } = softwarePasskey(ngozi)
  await forge(
    `insert into wallet_signature (wallet_id, part, business_id, mode, member_id, credential_id, authenticator_data, client_data, signature, at)
     values ('${forged.id}', 'proposed', '${world.business}', 'live', '${ngozi}', '\\x${credentialId.toString('hex')}',
       '\\x${'00'.repeat(40)}', '\\x01', '\\x01', now() - interval '3 days')`,
  )
  expect(await ask(await accept(forged.address))).toContain(
    'wallet_not_enrolled: no member signed its wallet',
  )

  const moved = await enrol(ngozi, tunde)
  const thief = newAddress()
  await forge(`update enrolled_wallet set address = '${thief}' where id = '${moved.id}'`)
  expect(await ask(await accept(thief))).toContain('wallet_not_enrolled: ')

  const young = await enrol(ngozi)
  await forge(`update wallet_signature set at = at - interval '2 days' where wallet_id = '${young.id}'`)
  expect(await ask(await accept(young.address))).toBe(
    'wallet_not_enrolled: its wallet is new here, and one member signed it',
  )
})

test('the signer refuses a wallet that was removed after the withdrawal was accepted', async () => {
  const wallet = await enrol(ngozi, tunde)
  const id = await accept(wallet.address)
  await pool.query(`select end_wallet($1, $2, 'live', $3)`, [wallet.id, world.business, tunde])
  expect(await ask(id)).toBe('wallet_not_enrolled: its wallet was removed')
})

test('a wallet that two members signed passes: the signer asks next where the tokens came from', async () => {
  expect(await ask(await accept((await enrol(ngozi, tunde)).address))).toContain('balance_unproven: ')
})

test('a caller that names another day uses the limit of today', async () => {
  const { address } = await enrol(ngozi, tunde)
  await world.owner.query(
    `update business_mode b set daily_limit_minor = 150000 + coalesce((
       select sum(u.used_minor) from daily_use u
       where u.business_id = b.business_id and u.mode = b.mode and u.day = (now() at time zone 'Africa/Lagos')::date), 0)
     where b.business_id = $1 and b.mode = 'live'`,
    [world.business],
  )
  const today = Date.now()
  await accept(address, new Date(today))
  // Clocks may differ by ten minutes, so close to midnight in Lagos one of the neighbouring days is allowed.
  const minutes = (today / 60_000 + 60) % 1_440
  const others = [-300, -1, 1, 300].filter((days) => (days < 0 ? minutes > 11 : minutes < 1_429))
  for (const days of others)
    await expect(accept(address, new Date(today + days * 86_400_000))).rejects.toThrow('daily_limit')
})
