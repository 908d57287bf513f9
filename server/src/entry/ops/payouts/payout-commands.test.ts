import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createPayoutWorld } from '../../../../test/payout-world.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createPayoutWorld()
const MAIN = 'test:paystack:main'

beforeAll(async () => {
  for (const name of ['bisi', 'chidi']) {
    const why = { actor: 'system:test', reason: 'a test' }
    await hireOperator(world.owner, { email: `${name}@afara.test`, name, ...why })
  }
})
afterAll(world.close)

type Told = Readonly<{ code: number; text: string; errors: string }>

async function told(
  run: (host: { print(text: string): void; printError(text: string): void }) => Promise<number>,
): Promise<Told> {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await run({ print: (text) => out.push(text), printError: (text) => errors.push(text) })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}
const ops = async (who: string, line: string, ...more: string[]) =>
  told(async (host) =>
    runOps(['ops', ...line.split(' '), ...more], {
      readSigning: softwareSigning,
      ...connectAs(world.ownerUrl, `${who}@afara.test`),
      readStatementFormats: async () => [],
      readWalletRules: async () => wireWalletRules(),
      readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
      ...host,
    }),
  )
const WHY = ['--reason', 'the bank paid twice'] as const

test('an account is opened and funded; in live mode two operators decide both', async () => {
  const decide = async (line: string) => {
    const asked = await ops('bisi', line, '--reason', 'the vendor confirmed it')
    const caseId = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? asked.errors
    return ops('chidi', `approve ${caseId}`)
  }
  expect((await decide('payout-account open --vendor paystack --name main')).text).toContain(
    'open payout account',
  )
  expect(
    (await ops('bisi', 'payout-account open --vendor paystack --name main', '--reason', 'again')).errors,
  ).toMatch(/already open/)
  expect((await decide('payout-account fund live:paystack:main --naira 5000')).text).toContain(
    'book ₦5,000.00',
  )
  const open = 'payout-account open --mode test --vendor'
  expect((await decide(`${open} paystack --name main`)).text).toContain('open payout account paystack:main')
  expect((await ops('bisi', `${open} paystack --name main`, '--reason', 'again')).errors).toMatch(
    /already open/,
  )
  expect((await ops('bisi', `${open} paypal --name main`, '--reason', 'x')).errors).toMatch(/field_invalid/)
  expect((await decide(`payout-account fund ${MAIN} --naira 500000.50`)).text).toContain('book ₦500,000.50')
  const none = await ops('bisi', 'payout-account fund test:paystack:none --naira 1', '--reason', 'x')
  expect(none.errors).toMatch(/payout_account_unknown/)
  const shown = await ops('bisi', 'payout-accounts')
  expect(shown.text).toMatch(/test:paystack:main +active +₦500,000\.50/)
  expect(shown.text).toContain('not read yet')
})

test('one operator freezes an account, and two let it pay again', async () => {
  expect((await ops('bisi', `payout-account freeze ${MAIN}`, ...WHY)).text).toContain('pays nothing')
  expect((await ops('chidi', `payout-account freeze ${MAIN}`, ...WHY)).text).toContain('already frozen')
  expect((await ops('bisi', `payout-account drain ${MAIN}`, ...WHY)).errors).toMatch(
    /payout_account_move_refused/,
  )
  expect((await ops('bisi', 'payout-accounts')).text).toContain('frozen: the bank paid twice')
  const asked = await ops('bisi', `payout-account resume ${MAIN}`, '--reason', 'it was nothing')
  const caseId = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/approval_by_same_person/)
  expect((await ops('chidi', `approve ${caseId}`)).text).toContain('resume payouts from the account')
  expect((await ops('bisi', `payout-account resume ${MAIN}`, '--reason', 'again')).errors).toMatch(
    /Nothing was done/,
  )
})

test('pending payouts and the success rate of banks are listed', async () => {
  expect((await ops('bisi', 'payouts')).text).toBe('No payout is pending.')
  expect((await ops('bisi', 'banks --mode test')).text).toContain('No payouts in the last hour')
  const account = await world.openAccount('monnify')
  await world.clear(3)
  await world.round(account)
  const out = await ops('bisi', 'payouts')
  expect(out.text).toMatch(/pay_[0-9a-f]{32} +accepted +₦999\.00/)
  world.payer.settle('success')
  world.clock.advance(5_000)
  await world.round(account)
  expect((await ops('bisi', 'payouts')).text).toBe('No payout is pending.')
  expect((await ops('bisi', 'banks --mode test')).text).toMatch(/monnify +3 +3 +0 +0 +5\.0 s/)
})

test('a bank that accepts no payouts is recorded as down, and the other vendor is chosen first', async () => {
  await world.retireAccounts()
  world.clock.advance(20 * 60_000)
  const down = await world.openAccount('monnify')
  world.payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  await world.clear(6)
  await world.round(down)
  world.clock.advance(30_000)
  await world.round(down)
  const { rows } = await world.owner.query(`select vendor, bank_code, attempts, succeeded from bank_trouble`)
  expect(rows).toEqual([
    { vendor: 'monnify', bank_code: world.bank, attempts: expect.any(Number), succeeded: expect.any(Number) },
  ])
  const up = await world.openAccount('paystack')
  const [chosen] = (
    await world.owner.query<{ id: string }>(`select choose_payout_account('test', $1, 100, null) as id`, [
      world.bank,
    ])
  ).rows
  expect(chosen?.id).toBe(up)
})
