import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createClearingWorld, polygonWallet } from '../clearing-world.ts'
import { createRunbook } from './follow-runbook.ts'

// Slow: every command line of a runbook starts a process, and the machine may be busy with other tests.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const TRY = mkdtempSync(join(tmpdir(), 'afara-try-'))
const emails = ['bisi@afara.test', 'chidi@afara.test'] as const
const world = await createClearingWorld()
const { owner: pool, clock } = world
clock.advance(Date.now() - 10 * 24 * 3_600_000 - clock.now().getTime())
await world.openLane(1)
const open = async (file: string) =>
  createRunbook(file, {
    environment: {
      ...process.env,
      SOFTHSM2_CONF: join(TRY, 'softhsm2.conf'),
      SIGNER_PKCS11_MODULE: '/usr/lib/softhsm/libsofthsm2.so',
      SIGNER_PKCS11_TOKEN: 'try',
      SIGNER_PKCS11_PIN_FILE: join(TRY, 'pin'),
      SIGNER_POLICY_FILE: join(TRY, 'policy.json'),
      SIGNER_KEY_FILE: join(TRY, 'keys.json'),
    },
    ownerUrl: world.ownerUrl,
    emails,
  })
let made = ''

afterAll(async () => {
  rmSync(TRY, { recursive: true })
  await world.close()
})

test('two operators create keys in a module and configure the signer, as in the runbook', async () => {
  const { follow } = await open('key-ceremony.md')
  await follow('What must be there', { TRY })
  const said = await follow('Make it')
  made = / {2}evm {9}(0x[0-9a-f]{40})\n/.exec(said)?.[1] ?? ''
  expect(made).not.toBe('')
  expect(said).toContain('ed25519         live-solana-lane-1')
  expect(said).toContain('no: the module rejected all')
  const limits = { per_transfer_minor: '1', per_hour_minor: '1', per_day_minor: '1', first_seen_minor: '1' }
  const lane = {
    mode: 'live',
    network: 'Polygon',
    chain_id: 137,
    token: `0x${'01'.repeat(20)}`,
    decimals: 6,
    address: made,
    key: 'polygon-1',
    ...limits,
    max_fee_per_gas: '1',
    max_gas: '1',
  }
  writeFileSync(join(TRY, 'policy.json'), JSON.stringify({ operators_root: '0'.repeat(64), lanes: [lane] }))
  writeFileSync(
    join(TRY, 'keys.json'),
    JSON.stringify({ 'polygon-1': { pkcs11: { label: 'live-polygon-lane-1' } } }),
  )
  expect(await follow('Tell the signer')).toContain('polygon-1 signs, and matches its address')
})

/** The request that waits for the colleague. */
const CASE = async (): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>(
    `select 'cas_' || replace(id::text, '-', '') as id from case_file where kind = 'request' and state <> 'resolved'`,
  )
  return rows[0]?.id ?? ''
}

test('a lane with a new key replaces another, as in the runbook', async () => {
  const { follow, run, operators } = await open('key-rotation.md')
  // Record the balance that a worker would read from the chain.
  const LANE = async (): Promise<string> => {
    await pool.query(
      `select note_reading(l.id, take_lane(l.id, 'a test', now(), 10000), 500000000, 25000000000000000000, 1, now()) from lane l where l.number = 2`,
    )
    return 'test:Polygon:2'
  }
  const said = await follow('A new lane takes its place', { ADDRESS: made, LANE, CASE })
  expect(said).toContain('is done: open Polygon lane 2 for our wallet')
  expect(said).toContain('is done:')
  expect(await follow('Drain the old one')).toContain(
    'gets no new transfers and finishes the ones that it has',
  )
  const { buy } = await world.receive(20_000)
  await world.advance(buy)
  const { rows } = await pool.query<{ number: number }>(
    'select l.number from delivery d join lane l on l.id = d.lane_id where d.transaction_id = $1',
    [buy],
  )
  expect(rows).toEqual([{ number: 2 }])
  expect(await run('npx afara ops lanes', operators.you)).toContain('draining')
})

test('tokens above the cap go to cold storage with a buy of our own, which two operators release, as in the runbook', async () => {
  const { follow } = await open('hot-to-cold.md')
  const COLD = polygonWallet.address
  const said = await follow('Once: a business of our own', { CASE, COLD })
  expect(said).toContain('our-treasury')
  const { rows } = await pool.query<{ id: string }>(`select id from business where link_tag = 'our-treasury'`)
  const { buy } = await world.receive(50_000, {}, { shop: rows[0]?.id ?? '' })
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('on_hold')
  const moved = await follow('Move what is above the cap', { CASE: await world.caseOf(buy, 'over_limit') })
  expect(moved).toContain(`is done: release it: ₦50,000.00 is sent to ${COLD}`)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await world.findings()).toEqual([])
})
