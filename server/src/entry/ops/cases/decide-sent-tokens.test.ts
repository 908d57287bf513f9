import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createLaneWorld } from '../../../../test/lane-world.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const world = await createLaneWorld()
const { owner: pool, clock } = world
const by = { actor: 'system:test', reason: 'a test' }

beforeAll(async () => {
  for (const name of ['bisi', 'chidi']) {
    const email = `${name}@afara.test`
    await hireOperator(pool, { email, name, ...by })
  }
})
afterAll(world.close)

async function ops(who: string, line: string, ...more: string[]): Promise<string> {
  const said: string[] = []
  await runOps(['ops', ...line.split(' '), ...more], {
    readSigning: softwareSigning,
    ...connectAs(pool.options.connectionString ?? '', `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => {
      throw new Error('nothing was restored')
    },
    print: (text) => said.push(text),
    printError: (text) => said.push(text),
  })
  return said.join('\n')
}

async function decide(buy: string, kind: string, option: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and kind = $2 and state <> 'resolved'`,
    [buy, kind],
  )
  const caseId = formatId('case', rows[0]?.id ?? '')
  await ops('bisi', `propose ${caseId} ${option}`, '--reason', 'it was looked at')
  return ops('chidi', `approve ${caseId}`)
}

async function refused(): Promise<string> {
  const [buy = ''] = await world.clear(1)
  world.theSigner(async ({ kind }) =>
    kind === 'pay' ? { outcome: 'refused', code: 'money_missing', message: 'no credit' } : undefined,
  )
  await world.round()
  world.theSigner('signs')
  return buy
}

test('a transfer that the vault refused is decided only after its lock is void, then sent and delivered once', async () => {
  const buy = await refused()
  expect(await decide(buy, 'signer_refused', '--retry-send')).toMatch(/No proposal is waiting for approval/)
  await world.settle()
  expect(await world.statusOf(buy)).toBe('send_failed')
  expect(await decide(buy, 'signer_refused', '--retry-send')).toContain('is done: send the tokens again')
  await world.round()
  await world.settle()
  expect(await world.statusOf(buy)).toBe('completed')
  expect(await world.delivered(buy)).toBe(99_900n)
  expect(await world.findings()).toEqual([])

  const shown = await ops('bisi', `show ${formatId('transaction', buy)}`)
  expect(shown).toContain('final_void: cancelled: no tokens were sent')
  expect(shown).toContain('final_ok: arrived, final')
  expect(shown).toMatch(/pay signed [^:]*:[0-9]*:\s+0x[0-9a-f]{64}/)
  expect(shown).toMatch(/gas_spent .* POL/)
  const [dead, alive] = await world.transfersOf(buy)
  const { rows } = await pool.query<{ hash: string }>('select hash from transfer where id = $1', [alive?.id])
  for (const name of [rows[0]?.hash ?? '', formatId('transfer', dead?.id ?? '')])
    expect(await ops('bisi', `show ${name}`)).toContain(`Buy ${formatId('transaction', buy)}`)
})

test('a transfer that the vault refused is refunded instead, and is never sent afterwards', async () => {
  const buy = await refused()
  await world.settle()
  expect(await decide(buy, 'signer_refused', '--return-all')).toContain('is done: refund ₦1,000.00 to')
  await world.round()
  await world.settle()
  expect(await world.statusOf(buy)).toBe('refunding')
  expect(await world.delivered(buy)).toBe(0n)
  expect(await world.findings()).toEqual([])
})

test('a transfer that is frozen after clearing is not sent until two operators lift the freeze', async () => {
  const [buy = ''] = await world.clear(1)
  await ops('bisi', 'freeze all', '--reason', 'a test')
  await world.round()
  await world.settle()
  expect(await world.transfersOf(buy)).toEqual([])
  const asked = await ops('bisi', 'unfreeze all', '--reason', 'it was nothing')
  await ops('chidi', `approve ${/cas_[0-9a-f]{32}/.exec(asked)?.[0]}`)
  clock.advance(1)
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(99_900n)
  expect(await ops('bisi', 'lanes')).toContain('test:Polygon:1')
  expect(await world.findings()).toEqual([])
})
