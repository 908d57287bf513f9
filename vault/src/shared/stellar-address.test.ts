import { Account, Asset, Keypair, MuxedAccount } from '@stellar/stellar-sdk'
import { expect, test } from 'vitest'
import { createSettingReader } from './settings.ts'
import { depositAddress, readAddress, readAssetSetting } from './stellar-address.ts'

const pair = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 5))
const account = pair.publicKey()
const salt = `0x${'ab'.repeat(32)}`
const readAsset = (asset: string) =>
  readAssetSetting(createSettingReader({ asset }, new Set(['asset']), 'the policy'))

test('the asset of a policy has the bytes that another library writes, for short and long codes', () => {
  for (const code of ['N', 'NGNC', 'NAIRA', 'ABCDEFGHIJKL']) {
    const { issuer, bytes } = readAsset(`${code}:${account}`)
    expect(issuer).toBe(account)
    const other = new Asset(code, account).toXdrObject().toXdr()
    expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(other).toString('hex'))
  }
})

test.each([
  ['no code', `:${account}`],
  ['a code that is too long', `ABCDEFGHIJKLM:${account}`],
  ['a sign in its code', `NGN-C:${account}`],
  ['another part', `NGNC:${account}:x`],
  ['an issuer that is no account', `NGNC:${account.slice(0, -1)}A`],
  ['a number behind its issuer', `NGNC:${depositAddress(account, salt)}`],
])('an asset with %s is refused', (_what, asset) => {
  expect(() => readAsset(asset)).toThrow('asset must be <code>:<issuer>')
})

test('a deposit address is the account with the number of the sell, as another library writes it', () => {
  const id = BigInt(`0x${'ab'.repeat(8)}`)
  const address = depositAddress(account, salt)
  expect(address).toBe(new MuxedAccount(new Account(account, '0'), String(id)).accountId())
  expect(readAddress(address)).toEqual({ key: new Uint8Array(pair.rawPublicKey()), id })
  expect(() => depositAddress('GABC', salt)).toThrow('this is not a Stellar account')
})
