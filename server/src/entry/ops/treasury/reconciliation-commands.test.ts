import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createPayoutWorld } from '../../../../test/payout-world.ts'
import { createReconciler } from '../../../../test/reconcile-world.ts'
import { selectAudit } from '../../../flows/console/audit-store.ts'
import { readBooks, readBooksDay } from '../../../flows/console/read-books.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { sealNextBatch } from '../../../records/ledger/seals/seal-rows.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createPayoutWorld()
const reconciler = createReconciler(world, { payer: world.payer.rail })
let account = ''

beforeAll(async () => {
  const by = { email: 'bisi@afara.test', actor: 'system:test', reason: 'a test' }
  await hireOperator(world.owner, { ...by, name: 'Bisi' })
  account = await world.openAccount()
  world.payer.has(1_000_000_00n)
  await world.round(account)
  await reconciler.look(2)
})
afterAll(async () => {
  await reconciler.close()
  await world.close()
})

async function ops(...line: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  await runOps(['ops', ...line], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, 'bisi@afara.test'),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => errors.push(text),
  })
  return { text: out.join('\n'), errors: errors.join('\n') }
}

test('the state of every comparison is shown', async () => {
  const { text } = await ops('reconciliation', '--mode', 'test')
  expect(text).toMatch(new RegExp(`payout lines +${account} +agrees +₦0\\.00`))
  expect(text).toContain('Next: nothing.')
})

test('a day that has not ended is shown in its current state, and cannot be closed', async () => {
  const { text, errors } = await ops('close', '--mode', 'test', '--day', '2036-11-16')
  expect(text).toMatch(/payout_bank:\S+ NGN .*₦1,000,000\.00 +₦0\.00/)
  expect(errors).toContain('day_not_closed')
})

test('a day cannot be closed while something differs, the refusal says what differs, and a closed day is shown', async () => {
  world.clock.advance(86_400_000)
  world.payer.has(1_000_000_00n - 1n)
  await reconciler.look(1)
  const refused = await ops('close', '--mode', 'test', '--day', '2036-11-16')
  expect(refused.errors).toContain(`payout balance ${account} by -1`)
  world.payer.has(1_000_000_00n)
  await reconciler.look(1)
  const closed = await ops('close', '--mode', 'test', '--day', '2036-11-16')
  expect([closed.errors, closed.text]).toEqual([
    '',
    expect.stringMatching(/2036-11-16, test mode.*closed at/),
  ])
})

test('one operator signs off a closed day once, and the signature is verified each time it is read', async () => {
  const house = createPool(world.ownerUrl.replace('afara_owner', 'afara_people'), {
    max: 2,
    applicationName: 'test',
    side: 'house',
  })
  const relyingParty = { id: 'localhost', origin: 'http://localhost:8085' }
  const day = { mode: 'test', day: '2036-11-16' } as const
  expect((await readBooksDay(house, relyingParty, day)).signOff).toBeUndefined()
  expect((await ops('books', 'sign-off', '2036-11-17', '--mode', 'test', '--reason', 'x')).errors).toContain(
    'day_not_closed',
  )
  const signOff = async () => ops('books', 'sign-off', day.day, '--mode', 'test', '--reason', 'compared')
  const both = await Promise.all([signOff(), signOff()])
  expect(both.filter(({ text }) => text.includes('Signed off 2036-11-16 in test mode'))).toHaveLength(1)
  expect(both.filter(({ errors }) => errors.includes('day_signed_off'))).toHaveLength(1)
  const { signOff: found } = await readBooksDay(house, relyingParty, day)
  expect(found).toMatchObject({
    name: 'Bisi',
    text: expect.stringMatching(/^Afara close 1\nmode: "test"\nday: "2036/),
  })
  expect(found?.signedAtSite).toBeDefined()
  const books = await readBooks(house, 'test', world.clock.now())
  expect(books.closes[0]).toMatchObject({ day: day.day, signedBy: 'Bisi' })
  const deeds = await selectAudit(
    house,
    'test',
    { what: 'close', from: new Date(0), until: new Date('2100-01-01') },
    10,
  )
  expect(deeds).toMatchObject([{ name: 'Bisi', what: 'close.signed_off', reason: 'compared' }])
  expect(
    await selectAudit(house, 'live', { what: 'close', from: new Date(0), until: new Date('2100-01-01') }, 10),
  ).toEqual([])
  // A changed figure in the text no longer matches the signature.
  await reconciler.tamper(`update daily_close_sign_off set text = replace(text, 'compared', 'nothing')`)
  expect((await readBooksDay(house, relyingParty, day)).signOff?.signedAtSite).toBeUndefined()
  await house.end()
})

test('a difference is traced to the rows of both sides', async () => {
  const books = await readBooks(world.owner, 'test', world.clock.now())
  expect(books.scopes.find(({ kind }) => kind === 'payout_lines')).toMatchObject({
    state: 'agrees',
    compares: 'ledger and vendor’s lines',
    asset: 'NGN',
  })
  const [row] = (await world.owner.query<{ id: string }>(`select id from entry limit 1`)).rows
  await reconciler.settle()
  await sealNextBatch({ pool: reconciler.sealer, clock: world.clock })
  await reconciler.tamper(`update entry set step = 'forged' where id = '${row?.id}'`)
  await reconciler.settle()
  await reconciler.look(1)
  const found = await readBooks(world.owner, 'test', world.clock.now())
  expect(found.tampering[0]).toMatchObject({ row: `entry ${row?.id}`, problem: 'row changed' })
  expect(found.tamperedSince).not.toBeNull()
})

test('an invalid day is refused', async () => {
  expect((await ops('close', '--day', 'yesterday')).errors).toContain(
    '--day must be a date such as 2026-11-14.',
  )
})
