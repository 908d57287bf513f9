import { expect, test } from 'vitest'
import type { Chain, ChainKey, Preflight } from '../../movements/transfers/chain.ts'
import type { WalletTarget } from '../../records/transactions/wallets/wallet.ts'
import { createWalletAsks } from './ask-wallets.ts'

const now = new Date('2026-11-15T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

function target(more: Partial<WalletTarget> = {}): WalletTarget {
  return {
    mode: 'test',
    network: 'Polygon',
    address: '0xaa',
    tokensMinor: 1_000n,
    fine: undefined,
    paidAt: undefined,
    isOurs: false,
    ...more,
  }
}

/** A network that answers only when the test tells it to. */
function createNetwork() {
  const asked: string[] = []
  const answers: Array<(answer: Preflight | Error) => void> = []
  const preflight: Chain['preflight'] = async (to) => {
    asked.push(to)
    return new Promise((resolve, reject) => {
      answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
    })
  }
  const chain = { network: 'Polygon', preflight } as Partial<Chain> as Chain
  const ask = createWalletAsks(
    { chains: new Map<ChainKey, Chain>([['test:Polygon', chain]]), onFailure: () => {} },
    { atOnce: 2, askMs: 1_000, restMs: 60_000 },
  )
  return { asked, ask, answer: (answer: Preflight | Error) => answers.shift()?.(answer) }
}

test.each([
  ['a buy for the balance', undefined],
  [
    'a wallet that could receive this amount less than an hour ago',
    { fine: { at: ago(59 * MINUTE), tokensMinor: 1_000n } },
  ],
  [
    'a wallet that was paid within the last month',
    { fine: { at: ago(48 * HOUR), tokensMinor: 1n }, paidAt: ago(29 * 24 * HOUR) },
  ],
])('no network is queried about %s', async (_, more) => {
  const { ask, asked } = createNetwork()
  expect(await ask(more && target(more), now)).toEqual({ outcome: 'known' })
  expect(asked).toEqual([])
})

test.each([
  ['the wallet is new', {}],
  ['the last query was about a smaller amount', { fine: { at: now, tokensMinor: 999n } }],
  ['the last query was an hour ago', { fine: { at: ago(HOUR), tokensMinor: 1_000n } }],
  [
    'the last payment was too long ago',
    { fine: { at: ago(HOUR), tokensMinor: 1_000n }, paidAt: ago(30 * 24 * HOUR) },
  ],
  ['the wallet was paid, and could not receive later', { paidAt: now }],
])('the network is queried when %s', async (_, more) => {
  const { ask, asked, answer } = createNetwork()
  const asking = ask(target(more), now)
  answer({ outcome: 'fine', warning: 'never seen' })
  expect(await asking).toEqual({ outcome: 'fine', warning: 'never seen' })
  expect(asked).toEqual(['0xaa'])
})

test('one of our own wallets is never paid, whatever its network answers', async () => {
  const { ask } = createNetwork()
  const own = target({ isOurs: true, fine: { at: now, tokensMinor: 1_000n } })
  expect(await ask(own, now)).toMatchObject({ outcome: 'blocked', code: 'own_wallet' })
})

test('concurrent callers share one query per wallet, and the number of queries at a time is limited', async () => {
  const { ask, asked, answer } = createNetwork()
  const same = Array.from({ length: 5 }, async () => ask(target(), now))
  const others = ['0xbb', '0xcc'].map(async (address) => ask(target({ address }), now))
  await Promise.resolve()
  expect(asked).toEqual(['0xaa', '0xbb'])
  answer({ outcome: 'fine' })
  expect(await Promise.all(same)).toEqual(Array.from({ length: 5 }, () => ({ outcome: 'fine' })))
  expect(asked).toEqual(['0xaa', '0xbb', '0xcc'])
  answer({ outcome: 'fine' })
  answer({ outcome: 'blocked', code: 'token_refuses', message: 'no' })
  expect((await Promise.all(others)).map(({ outcome }) => outcome)).toEqual(['fine', 'blocked'])
})

test('a network that fails is not queried for a while, and callers do not wait for it', async () => {
  const { ask, asked, answer } = createNetwork()
  const first = ask(target(), now)
  answer(new Error('it is silent'))
  expect(await first).toEqual({ outcome: 'unasked', why: 'it is silent' })
  expect(await ask(target({ address: '0xbb' }), now)).toMatchObject({ outcome: 'unasked' })
  expect(asked).toEqual(['0xaa'])
})

test('a network without a node cannot be queried', async () => {
  const { ask } = createNetwork()
  expect(await ask(target({ network: 'Stellar' }), now)).toMatchObject({ outcome: 'unasked' })
})
