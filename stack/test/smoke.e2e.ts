import { spawnSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { simulatedSolana, simulatedStellar } from '../src/chains/simulated-networks.ts'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'

const stack = inject('devStack')

/** Runs `npm run smoke` with only the settings whose names begin so. */
function smoke(args: readonly string[], prefix: string, change: Readonly<Record<string, string>> = {}) {
  const own = Object.entries(stack.environment).filter(([name]) => name.startsWith(prefix))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['server/src/main-smoke.ts', ...args], {
    cwd: REPOSITORY_ROOT,
    env: { ...Object.fromEntries(own), ...change },
    encoding: 'utf8',
  })
  return { status, said: `${stdout}${stderr}` }
}

const laneOnEvm = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  ['kora', '0000000004', 'BANK_TEST_KORA'],
  ['monnify', '0000000001', 'BANK_TEST_MONNIFY'],
  ['paystack', '0000000003', 'BANK_TEST_PAYSTACK'],
])('the steps at %s end well at the simulated bank', (vendor, account, prefix) => {
  const { status, said } = smoke([vendor, '--account', account], prefix)
  expect(said).toContain(`smoke ${vendor} steps=3 failed=0 not_run=1`)
  expect(status).toBe(0)
})

test('a number is opened only if the reader asks for it', () => {
  const { status, said } = smoke(['kora', '--write'], 'BANK_TEST_KORA')
  expect(said).toMatch(/✓ \d{10} at .*, until /)
  expect(status).toBe(0)
})

test.each([
  ['polygon-amoy', laneOnEvm, 'CHAIN_TEST_POLYGON'],
  ['avalanche-fuji', laneOnEvm, 'CHAIN_TEST_AVALANCHE'],
  ['solana-devnet', simulatedSolana.lane, 'CHAIN_TEST_SOLANA'],
  ['stellar-testnet', simulatedStellar.lane, 'CHAIN_TEST_STELLAR'],
])('the steps on %s end well on a local chain', (network, wallet, prefix) => {
  const { status, said } = smoke([network, '--wallet', wallet], prefix)
  expect(said).toMatch(/✓ [\d,.]+ NGNC, \d+ units of gas, next lock \d+/)
  expect(said).toContain(`smoke ${network} steps=4 failed=0 not_run=0`)
  expect(status).toBe(0)
})

test('a node of another network, a wrong key and a key of live mode are named', () => {
  const CHAIN_TEST_POLYGON_URL = stack.environment['CHAIN_TEST_AVALANCHE_URL'] ?? ''
  const elsewhere = smoke(['polygon-amoy', '--wallet', laneOnEvm], 'CHAIN_TEST_POLYGON', {
    CHAIN_TEST_POLYGON_URL,
  })
  expect(elsewhere.said).toMatch(/✗ .*43113/)
  expect(elsewhere.status).toBe(1)
  const wrong = smoke(['paystack', '--account', '0000000003'], 'BANK_TEST_PAYSTACK', {
    BANK_TEST_PAYSTACK_SECRET_KEY: 'sk_test_wrong',
  })
  expect(wrong.said).toContain('✗ the vendor rejects our key')
  expect(wrong.status).toBe(1)
  const live = smoke(['paystack'], 'BANK_TEST_PAYSTACK', { BANK_TEST_PAYSTACK_SECRET_KEY: 'sk_live_1' })
  expect(live.said).toContain('have a key of live mode')
  expect(live.status).toBe(1)
})
