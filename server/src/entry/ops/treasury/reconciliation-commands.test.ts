import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createPayoutWorld } from '../../../../test/payout-world.ts'
import { createReconciler } from '../../../../test/reconcile-world.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
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

test('an invalid day is refused', async () => {
  expect((await ops('close', '--day', 'yesterday')).errors).toContain(
    '--day must be a date such as 2026-11-14.',
  )
})
