import { Asset, Keypair } from '@stellar/stellar-sdk/base'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { AMOUNT, raiseStellarPayments, signal } from '../../../../test/contracts/stellar-payments.ts'
import { createMuxedIds } from './stellar-address.ts'

const world = await raiseStellarPayments()
const { pay, send, statusOf } = world
afterEach(world.calm)
afterAll(world.stop)
const UNITS = 123_400_000n

describe('a wallet', () => {
  const blockOf = async (to: string, tokensMinor = AMOUNT) => {
    const told = await world.chain.preflight(to, tokensMinor, signal())
    if (told.outcome === 'fine') return 'fine'
    expect(told.message).not.toContain(to)
    expect(told.message).toMatch(/\. [A-Z].*\.$/)
    return told.code
  }
  const open = async (line?: object, account?: object): Promise<string> => {
    const id = Keypair.random().publicKey()
    await world.ground.turn('/accounts', { id, xlm: '10', ...account })
    if (line !== undefined)
      await world.ground.turn('/trustlines', { account: id, asset: world.asset.toString(), ...line })
    return id
  }

  test('with a trustline that has room is fine, and so is its muxed address', async () => {
    const wallet = world.newWallet()
    expect(await blockOf(wallet)).toBe('fine')
    expect(await blockOf(createMuxedIds(wallet)(9n))).toBe('fine')
  })

  test('that does not exist, or has no trustline for the token, is blocked', async () => {
    expect(await blockOf(Keypair.random().publicKey())).toBe('no_account')
    const wallet = await open()
    expect(await blockOf(wallet)).toBe('no_trustline')
    const namesake = new Asset('NGNC', world.customer.publicKey())
    await world.ground.turn('/trustlines', { account: wallet, asset: namesake.toString() })
    expect(await blockOf(wallet)).toBe('no_trustline')
    expect(await blockOf(createMuxedIds(wallet)(9n))).toBe('no_trustline')
  })

  test('that the issuer has not authorised is blocked', async () => {
    expect(await blockOf(await open({ authorized: false }))).toBe('not_authorized')
  })

  test('whose trustline is too full for the amount is blocked, exact to the last unit', async () => {
    const wallet = await open({ limit: '100.0000000', balance: '87.6600000' })
    expect(await blockOf(wallet, 12_34n)).toBe('fine')
    expect(await blockOf(wallet, 12_35n)).toBe('trustline_full')
  })

  test('that requires a memo is blocked, and can be paid by an address that contains the memo', async () => {
    const wallet = await open({}, { data: { 'config.memo_required': '1' } })
    expect(await blockOf(wallet)).toBe('memo_required')
    expect(await blockOf(createMuxedIds(wallet)(9n))).toBe('fine')
  })

  test('that is the issuer or one of our own accounts is blocked', async () => {
    for (const own of [world.issuer, world.hot, world.deposit, ...world.channels]) {
      expect(await blockOf(own.publicKey())).toBe('not_a_wallet')
      expect(await blockOf(createMuxedIds(own.publicKey())(1n))).toBe('not_a_wallet')
    }
  })

  test('with a muxed address is paid at that address, including the id', async () => {
    const wallet = world.newWallet()
    const sent = await pay(createMuxedIds(wallet)(9n))
    await send(sent.attempts[0])
    await world.mine(1)
    expect(await statusOf(sent)).toMatchObject({ state: 'final_ok' })
    expect(await world.unitsOf(wallet)).toBe(UNITS)
  })
})
