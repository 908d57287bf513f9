import { expect, test } from 'vitest'
import { readChainsConfig, readExplorersConfig, readKnownAddressesConfig } from './chains-config.ts'
import { readSettings } from './read-settings.ts'
import type { Environment, Reader } from './setting.ts'

const settings = (reader: Reader, env: Environment) => readSettings(env, reader, /^CHAIN_/)

const account = (letter: string): string => `G${letter.repeat(55)}`
const key = (letter: string): string => letter.repeat(44)

const solana = {
  CHAIN_TEST_SOLANA_URL: 'http://solana.test',
  CHAIN_TEST_SOLANA_MINT: key('M'),
  CHAIN_TEST_SOLANA_DECIMALS: '6',
  CHAIN_TEST_SOLANA_MARKER_SECRET: 'a secret',
  CHAIN_TEST_SOLANA_TREASURY: key('T'),
  CHAIN_TEST_SOLANA_SWEEPER: key('S'),
}
const stellar = {
  CHAIN_TEST_STELLAR_URL: 'http://horizon.test',
  CHAIN_TEST_STELLAR_ASSET: `NGNC:${account('I')}`,
  CHAIN_TEST_STELLAR_PASSPHRASE: 'a network of a test',
  CHAIN_TEST_STELLAR_CHANNELS: `${account('T')}=${account('C')}:7+${account('D')}:4294967296;${account('H')}=${account('E')}:1`,
  CHAIN_TEST_STELLAR_TREASURY: account('T'),
  CHAIN_TEST_STELLAR_SWEEPER: account('S'),
}

test('a network of each family is read with the settings of its family', () => {
  const { test: chains } = readChainsConfig(settings('worker', { ...solana, ...stellar }))
  expect(chains.Solana).toEqual({
    family: 'solana',
    url: 'http://solana.test',
    witnessUrl: undefined,
    mint: key('M'),
    markerSecret: 'a secret',
    decimals: 6,
    deposits: {
      treasury: key('T'),
      sweeper: key('S'),
      factory: undefined,
      fromBlock: undefined,
      witnessAboveMinor: 0n,
    },
  })
  expect(chains.Stellar).toMatchObject({
    family: 'stellar',
    asset: `NGNC:${account('I')}`,
    decimals: 7,
    lanes: new Map([
      [
        account('T'),
        [
          { address: account('C'), base: 7n },
          { address: account('D'), base: 4_294_967_296n },
        ],
      ],
      [account('H'), [{ address: account('E'), base: 1n }]],
    ]),
  })
})

test('a process that uses no chain gets addresses and no secret', () => {
  const places = readKnownAddressesConfig(settings('api', { ...solana, ...stellar }))
  expect(JSON.stringify(places)).not.toContain('a secret')
  expect(places.test.Solana).toMatchObject({
    tokens: [key('M')],
    deposits: { treasury: key('T'), sweeper: key('S') },
  })
  expect(places.test.Stellar).toMatchObject({
    tokens: [account('I')],
    channels: [account('T'), account('C'), account('D'), account('H'), account('E')],
  })
})

test('in live mode, the process that checks wallets must know the token', () => {
  const live = { CHAIN_LIVE_SOLANA_TREASURY: key('T'), CHAIN_LIVE_SOLANA_SWEEPER: key('S') }
  expect(() => readKnownAddressesConfig(settings('api', live))).toThrow('CHAIN_LIVE_SOLANA_MINT')
})

test.each([
  ['CHAIN_TEST_SOLANA_MINT', '0x5FbDB2315678afecb367f032d93F642f64180aa3'],
  ['CHAIN_TEST_SOLANA_MARKER_SECRET', ''],
  ['CHAIN_TEST_STELLAR_ASSET', account('I')],
  ['CHAIN_TEST_STELLAR_SWEEPER', key('S')],
  ['CHAIN_TEST_STELLAR_CHANNELS', `${account('T')}=${account('C')}`],
  // Both lanes name the same channel, so they would use the same sequence numbers as locks.
  ['CHAIN_TEST_STELLAR_CHANNELS', `${account('T')}=${account('C')}:1;${account('H')}=${account('C')}:1`],
])('%s=%s is refused', (name, value) => {
  expect(() => readChainsConfig(settings('worker', { ...solana, ...stellar, [name]: value }))).toThrow(name)
})

test('a process that only queries wallets needs one node and no secret', () => {
  const live = Object.fromEntries(
    Object.entries(solana)
      .filter(([name]) => !name.endsWith('_MARKER_SECRET'))
      .map(([name, value]) => [name.replace('TEST', 'LIVE'), value]),
  )
  expect(() => readChainsConfig(settings('worker', live))).toThrow('CHAIN_LIVE_SOLANA')
  const asked = readChainsConfig(
    settings('api', { ...live, CHAIN_LIVE_SOLANA_WITNESS_URL: 'http://elsewhere.test' }),
  )
  expect(asked.live.Solana).toMatchObject({ url: 'http://solana.test', witnessUrl: undefined, decimals: 6 })
  expect(readChainsConfig(settings('api', solana)).test.Solana).not.toMatchObject({
    markerSecret: 'a secret',
  })
})

test('an explorer is configured by its URL alone', () => {
  const named = readExplorersConfig(
    settings('api', { CHAIN_TEST_POLYGON_EXPLORER: 'https://amoy.polygonscan.com/' }),
  )
  expect(named).toEqual({ live: {}, test: { Polygon: 'https://amoy.polygonscan.com' } })
})
