import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { Keypair } from '@stellar/stellar-sdk'
import { expect, test } from 'vitest'
import {
  customerKeys,
  issuerKeys,
  laneKeys,
  simulatedSolana,
  simulatedStellar,
} from './simulated-networks.ts'

const seedOf = (key: string | undefined) => Buffer.from((key ?? '').slice(2), 'hex')
const solana = async (key: string | undefined) =>
  (await createKeyPairSignerFromPrivateKeyBytes(seedOf(key))).address
const stellar = (key: string | undefined) => Keypair.fromRawEd25519Seed(seedOf(key)).publicKey()

test('the wallets of Solana and Stellar match their keys', async () => {
  expect(await solana(laneKeys['test-solana-lane-1'])).toBe(simulatedSolana.lane)
  expect(await solana(laneKeys['test-solana-sweeper'])).toBe(simulatedSolana.sweeper)
  expect(await solana(issuerKeys.solana)).toBe(simulatedSolana.mintAuthority)
  expect(stellar(laneKeys['test-stellar-lane-1'])).toBe(simulatedStellar.lane)
  expect(stellar(laneKeys['test-stellar-sweeper'])).toBe(simulatedStellar.sweeper)
  expect(await solana(customerKeys.solana)).toBe(simulatedSolana.customer)
  expect(stellar(customerKeys.stellar)).toBe(simulatedStellar.customer)
  expect(stellar(issuerKeys.stellar)).toBe(simulatedStellar.issuer)
  for (const { key, address } of simulatedStellar.channels) expect(stellar(laneKeys[key])).toBe(address)
})
