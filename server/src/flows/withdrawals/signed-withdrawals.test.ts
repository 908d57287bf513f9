import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearedWithdrawal } from '../../../test/cleared-withdrawal.ts'
import { requestWithdrawal } from '../../../test/request-withdrawal.ts'
import { createSigningBusiness } from '../../../test/signing-business.ts'
import { asking, createVaultWorld } from '../../../test/vault-world.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { issueKey } from '../../records/keys/manage-keys.ts'
import { business, capital, posting } from '../../records/ledger/account.ts'
import { postEntry } from '../../records/ledger/ledger-store.ts'
import { clearWithdrawal } from '../../records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../records/transactions/transaction-store.ts'

const PATH = '/transactions/v1/withdrawals'
const signing = createSigningBusiness()
let world: Awaited<ReturnType<typeof createVaultWorld>>
let signer: Awaited<ReturnType<typeof world.start>>
let keyId = ''

beforeAll(async () => {
  world = await createVaultWorld()
  signer = await world.start('signed')
  const postings = [posting(capital, business(world.business), money('NGNC', 1_000_000_00n))]
  const at = world.clock.now()
  await postEntry(world.owner, { id: newId(), mode: 'test', transactionId: null, step: 'test', at, postings })
})
afterAll(async () => world.stop())

/** What an attacker does who can write every row of the database, without triggers in the way. */
async function forge(statement: string): Promise<void> {
  await world.superuser.query(
    `begin; set local search_path = afara; set local session_replication_role = replica; ${statement}; commit`,
  )
}

type Wanted = Readonly<{ amount: string; wallet_address: string; network: string; reference: string }>

const wanted = (reference: string): Wanted => ({
  amount: '1000.00',
  network: 'polygon',
  wallet_address: `0x${randomBytes(20).toString('hex').toUpperCase()}`,
  reference,
})

const sign = (asked: Wanted, path = PATH) => signing.signed(keyId, { path, body: JSON.stringify(asked) })

/** Accepts a withdrawal as the API does, with what was signed for it. Returns its id. */
async function accept(asked: Wanted, signed?: ReturnType<typeof sign>, to = asked): Promise<string> {
  return requestWithdrawal(world.api, {
    businessId: world.business,
    amount: money('NGNC', BigInt(to.amount.replace('.', ''))),
    wallet: { network: 'Polygon', address: to.wallet_address.toLowerCase() },
    at: world.clock.now(),
    reference: to.reference,
    ...(signed && { signed }),
  })
}

/** Clears and opens a withdrawal, and asks the signer. Returns its answer. */
async function withdraw(id: string): Promise<string> {
  const { worker, clock } = world
  const transaction = await findTransaction(worker, id)
  if (transaction === undefined) throw new Error('there is no such withdrawal')
  const screening = { list: undefined, subjects: [], hits: [] }
  await clearWithdrawal(worker, { transaction, screening, wallet: { outcome: 'known' } }, clock.now())
  return ask(id)
}

async function ask(id: string): Promise<string> {
  const transfer = (await world.openDue()).find(({ transactionId }) => transactionId === id)
  if (transfer === undefined) throw new Error('the withdrawal has no transfer')
  const [answer] = await signer.sign(asking(transfer))
  if (answer?.outcome === 'signed') await world.store(transfer, answer)
  else {
    const [cancelled] = await signer.sign(asking(transfer, { kind: 'cancel' }))
    await world.store(transfer, cancelled, 'cancel')
  }
  return answer?.code === undefined ? String(answer?.outcome) : `${answer.code}: ${answer.message}`
}

test('a business without a signing key withdraws without signatures', async () => {
  expect(await ask((await clearedWithdrawal(world, 1_000)).id)).toBe('signed')
})

test('after it has one, the signer signs what the business signed, and nothing else', async () => {
  const issued = await issueKey(
    { pool: world.owner, cell: 'test1', peppers: new Map([[1, Buffer.alloc(32, 7)]]) },
    {
      business: formatId('business', world.business),
      mode: 'test',
      scopes: ['read', 'payouts'],
      publicKey: signing.publicKey,
      actor: 'system:test',
      reason: 'a test',
    },
  )
  keyId = issued.key.id
  const honest = wanted('honest')
  expect(await withdraw(await accept(honest, sign(honest)))).toBe('signed')

  // A withdrawal that nobody signed, as the holder of the role of the API makes it.
  expect(await withdraw(await accept(wanted('unsigned')))).toBe(
    'request_unsigned: its withdrawal is not signed',
  )
  const asked = wanted('asked')
  const cases: ReadonlyArray<readonly [string, Wanted]> = [
    ['amount', { ...asked, amount: '9000.00' }],
    ['wallet_address', { ...asked, wallet_address: wanted('x').wallet_address }],
    ['reference', { ...asked, reference: 'replayed' }],
  ]
  for (const [name, to] of cases)
    expect(
      await withdraw(await accept(asked, sign(asked), { ...to, reference: `${to.reference}-${name}` })),
    ).toBe(`request_unsigned: its business signed another reference`)
  for (const [name, to] of cases.slice(0, 2)) {
    const named = { ...asked, reference: `to-${name}` }
    expect(await withdraw(await accept(named, sign(named), { ...to, reference: named.reference }))).toBe(
      `request_unsigned: its business signed another ${name}`,
    )
  }
  const elsewhere = wanted('elsewhere')
  expect(await withdraw(await accept(elsewhere, sign(elsewhere, '/transactions/v1/offramp')))).toContain(
    'request to /transactions/v1/offramp',
  )
})

test('rows that are changed afterwards do not help', async () => {
  const asked = wanted('changed-body')
  const changed = await accept(asked, sign(asked))
  await forge(`update signed_request set body = convert_to(replace(convert_from(body, 'UTF8'), '1000.00', '9000.00'), 'UTF8')
    where subject_id = '${changed}'`)
  expect(await withdraw(changed)).toContain('the body is another one')

  // A key pair of the attacker in place of that of the business: the signer keeps the first one.
  const thief = createSigningBusiness()
  const stolen = wanted('stolen')
  await forge(
    `update signing_key set public_key = decode('${thief.publicKey.toString('hex')}', 'hex') where key_id = '${keyId}'`,
  )
  const swapped = await accept(stolen, thief.signed(keyId, { path: PATH, body: JSON.stringify(stolen) }))
  expect(await withdraw(swapped)).toContain('it is not of these bytes')

  const gone = await accept(wanted('gone'))
  await forge(`delete from signing_key`)
  expect(await withdraw(gone)).toContain('is not signed')
  await forge(
    `insert into signing_key values ('${keyId}', '${world.business}', 'test', decode('${signing.publicKey.toString('hex')}', 'hex'), now())`,
  )
  const late = wanted('revoked')
  await forge(`update api_key set revoked_at = now() - interval '1 minute' where id = '${keyId}'`)
  expect(await withdraw(await accept(late, sign(late)))).toContain('its key was revoked before')
})
