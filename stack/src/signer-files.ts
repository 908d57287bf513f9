import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedLanes } from '@afara/server/entry/admin/seed-data.ts'
import {
  FACTORY_ADDRESS,
  laneKeys,
  SWEEPER_ADDRESS,
  simulatedNetworks,
  TOKEN_ADDRESS,
} from './simulated-networks.ts'

export type SignerFiles = Readonly<{ policy: string; keys: string; journal: string; kill: string }>

// Wide: the limits are the signer's own tests' concern, and a stack is pushed hard.
const limits = {
  per_transfer_minor: '10000000000',
  per_hour_minor: '100000000000000',
  per_day_minor: '1000000000000000',
  first_seen_minor: '10000000000',
  max_fee_per_gas: '500000000000',
  max_gas: '200000',
}

/** What the signer is to be told: which lanes and sweepers it signs for, up to how much, and with which keys. Safe to repeat. */
export function writeSignerFiles(directory: string): SignerFiles {
  mkdirSync(directory, { recursive: true })
  const lanes = Object.values(simulatedNetworks).flatMap(({ name, chainId, decimals }) =>
    seedLanes
      .filter(({ network }) => network === name)
      .map(({ network, number, address }) => ({
        mode: 'test',
        network,
        number,
        chain_id: chainId,
        token: TOKEN_ADDRESS,
        decimals,
        address,
        key: `test-lane-${number}`,
        ...limits,
      })),
  )
  const sweepers = Object.values(simulatedNetworks).map(({ name: network, chainId }) => ({
    mode: 'test',
    network,
    chain_id: chainId,
    factory: FACTORY_ADDRESS,
    token: TOKEN_ADDRESS,
    address: SWEEPER_ADDRESS,
    key: 'test-sweeper',
    max_cost: '5000000000000000000',
    max_salts: 50,
    per_hour: 2000,
  }))
  const files = {
    policy: join(directory, 'policy.json'),
    keys: join(directory, 'keys.json'),
    journal: join(directory, 'journal.ndjson'),
    kill: join(directory, 'kill'),
  }
  writeFileSync(files.policy, `${JSON.stringify({ lanes, sweepers }, undefined, 2)}\n`)
  writeFileSync(files.keys, `${JSON.stringify(laneKeys, undefined, 2)}\n`, { mode: 0o600 })
  return files
}
