import { Keypair, MuxedAccount, StrKey } from '@stellar/stellar-sdk/base'
import { describe, expect, test } from 'vitest'
import { depositSalt } from '../../../movements/deposits/deposit-address.ts'
import { accountOf, createMuxedAddresses, createMuxedIds, readMuxedAddress } from './stellar-address.ts'

describe('the addresses of sells that share one account', () => {
  const ids = [0n, 1n, 255n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n, 1_234_567_890_123_456_789n]

  test('equal those of the SDK and are read back', () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const account = Keypair.random().publicKey()
      const addressOf = createMuxedIds(account)
      for (const id of ids) {
        const address = addressOf(id)
        expect(StrKey.isValidMed25519PublicKey(address)).toBe(true)
        const read = MuxedAccount.fromAddress(address, '0')
        expect([read.baseAccount().accountId(), read.id()]).toEqual([account, id.toString()])
        expect(readMuxedAddress(address)).toEqual({ account, id })
        expect(accountOf(address)).toBe(account)
      }
    }
  })

  test('contain the first eight bytes of a salt', () => {
    const account = Keypair.random().publicKey()
    const salt = depositSalt({ businessId: 'business', mode: 'test', reference: 'sell-1' })
    const address = createMuxedAddresses(account)(salt)
    expect(readMuxedAddress(address)).toEqual({ account, id: BigInt(salt.slice(0, 18)) })
  })

  test('are muxed: an address G… has no id, and only an address G… can be shared', () => {
    const account = Keypair.random().publicKey()
    expect(readMuxedAddress(account)).toBeUndefined()
    expect(accountOf(account)).toBe(account)
    expect(() => createMuxedIds(createMuxedIds(account)(7n))).toThrow('begins with G')
    expect(() => createMuxedIds(`${account.slice(0, -1)}A`)).toThrow('begins with G')
  })
})
