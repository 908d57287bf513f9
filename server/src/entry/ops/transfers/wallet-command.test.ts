import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../../test/clearing-world.ts'
import { connectAs } from '../../../../test/connect-as.ts'
import type { Chain, ChainKey, Preflight } from '../../../movements/transfers/chain.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createClearingWorld()
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const elsewhere = {
  outcome: 'blocked',
  code: 'contract_elsewhere',
  message: 'It is a contract on Avalanche only. Set it up on Polygon.',
} as const
let says: Preflight | Error = { outcome: 'fine' }

beforeAll(async () => {
  const by = { email: 'wale@afara.test', actor: 'system:test', reason: 'a test' }
  await hireOperator(world.owner, { ...by, name: 'Wale' })
  await world.openLane(1)
})
afterAll(world.close)

async function ask(network: string, address: string, ...more: string[]) {
  const out: string[] = []
  const chain: Pick<Chain, 'preflight'> = {
    preflight: async () => {
      if (says instanceof Error) throw says
      return says
    },
  }
  await runOps(['ops', 'wallet', network, address, '--mode', 'test', ...more], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, 'wale@afara.test'),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({
      chains: new Map<ChainKey, Chain>([['test:Polygon', chain as Chain]]),
      journal: absentSigner,
    }),
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => out.push(text),
  })
  return out.join('\n')
}

test('a wallet is shown with its problem, and waiting transactions continue when the problem is fixed', async () => {
  world.wallets.set(wallet, elsewhere)
  const { buy } = await world.receive(20_000, { wallet: { network: 'Polygon', address: wallet } })
  await world.advance(buy)
  says = elsewhere
  expect(await ask('polygon', wallet.toLowerCase())).toMatch(
    /^0x5aAeb.* on Polygon cannot receive\.\n {4}contract_elsewhere: .*Set it up on Polygon\.\n {4}One transaction waits for this wallet/,
  )
  says = { outcome: 'fine', warning: 'It was never used.' }
  world.wallets.delete(wallet)
  world.clock.advance(1_000)
  expect(await ask('Polygon', wallet, '--amount', '20,000')).toMatch(
    /can receive ₦20,000\.00 of tokens\.\n {4}Warning: It was never used\./,
  )

  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('a text that is no address is reported as such and never printed', async () => {
  const told = await ask('Solana', wallet)
  expect(told).toContain('This address on Solana cannot receive.')
  expect(told).toContain('wallet_address_wrong_network')
  expect(told).not.toContain(wallet)
})

test('one of our lanes is no customer wallet', async () => {
  const lane = `0x${'1'.padStart(40, '0')}`
  await world.owner.query(`update lane set address = $1 where number = 1`, [wallet.toLowerCase()])
  expect(await ask('Polygon', wallet)).toContain('own_wallet: This is one of our own wallets')
  await world.owner.query(`update lane set address = $1 where number = 1`, [lane])
})

test.each([
  ['a node that is silent', 'Polygon', wallet, 'it is silent'],
  [
    'a network without a node',
    'Stellar',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'no node of Stellar',
  ],
])('%s: only the spelling is known', async (_, network, address, why) => {
  says = new Error('it is silent')
  const told = await ask(network, address)
  expect(told).toContain('is a valid address; the network was not asked.')
  expect(told).toContain(why)
})
