import { expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'
import { readSandboxConfig } from './sandbox-config.ts'
import type { Environment } from './setting.ts'

const read = (env: Environment) => readSandboxConfig(readSettings(env, 'api', /^(SANDBOX|CHAIN)_/))

const bank = { SANDBOX_BANK_URL: 'http://127.0.0.1:8091/' }
const polygon = {
  SANDBOX_POLYGON_URL: 'http://127.0.0.1:8545',
  CHAIN_TEST_POLYGON_TOKEN: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  CHAIN_TEST_POLYGON_DECIMALS: '6',
}

test('without a simulated bank there is no sandbox', () => {
  expect(read(polygon)).toBeUndefined()
})

test('a network without a URL is not in the sandbox; one with a URL needs its token', () => {
  expect(read(bank)).toEqual({
    bankUrl: 'http://127.0.0.1:8091',
    networks: {},
    listedName: undefined,
  })
  expect(read({ ...bank, ...polygon })?.networks.Polygon).toEqual({
    url: 'http://127.0.0.1:8545',
    token: polygon.CHAIN_TEST_POLYGON_TOKEN,
    decimals: 6,
  })
  expect(() => read({ ...bank, ...polygon, CHAIN_TEST_POLYGON_TOKEN: '' })).toThrow(
    'CHAIN_TEST_POLYGON_TOKEN',
  )
  expect(() => read({ ...bank, SANDBOX_STELLAR_URL: 'http://127.0.0.1:8094' })).toThrow(
    'CHAIN_TEST_STELLAR_ASSET',
  )
})
