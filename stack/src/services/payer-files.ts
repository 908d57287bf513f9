import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import {
  FACTORY_ADDRESS,
  simulatedNetworks,
  simulatedSolana,
  simulatedStellar,
  TOKEN_ADDRESS,
  TREASURY_ADDRESS,
} from '../chains/simulated-networks.ts'
import { noStandIns, type StandIns } from '../chains/stand-in-wallets.ts'
import { payoutSecretsOf } from '../simulators/simulated-payout-accounts.ts'

export type PayerFiles = Readonly<{ policy: string; credentials: string; journal: string; kill: string }>

// Wide: the limits are the payer's own tests' concern, and a stack is pushed hard.
const limits = {
  per_payout_minor: '100000000000',
  per_hour_minor: '100000000000000',
  per_day_minor: '1000000000000000',
  first_day_minor: '100000000000',
}

const HALF_AN_HOUR_S = 1_800

/** What the payer is to be told: from which accounts it pays, up to how much, and how their vendors are asked. Safe to repeat. */
export function writePayerFiles(
  directory: string,
  bankUrl: string,
  repeatAfterSeconds = HALF_AN_HOUR_S,
  wallets: StandIns = noStandIns,
): PayerFiles {
  mkdirSync(directory, { recursive: true })
  const accounts = seedPayoutAccounts.map(({ id, vendor }) => ({
    account: id,
    mode: 'test',
    vendor,
    repeat_after_seconds: repeatAfterSeconds,
    ...limits,
  }))
  const tokens = [
    ...Object.values(simulatedNetworks).map(({ name }) => ({
      mode: 'test',
      network: name,
      token: TOKEN_ADDRESS,
      factory: FACTORY_ADDRESS,
      treasury: TREASURY_ADDRESS,
    })),
    {
      family: 'solana',
      mode: 'test',
      network: simulatedSolana.name,
      mint: simulatedSolana.mint,
      token_program: simulatedSolana.tokenProgram,
      sweeper: simulatedSolana.sweeper,
    },
    {
      family: 'stellar',
      mode: 'test',
      network: simulatedStellar.name,
      asset: simulatedStellar.asset,
      sweeper: simulatedStellar.sweeper,
    },
  ]
  const credentials = Object.fromEntries(
    seedPayoutAccounts.map((account) => [account.id, payoutSecretsOf(account, bankUrl)]),
  )
  const files = {
    policy: join(directory, 'policy.json'),
    credentials: join(directory, 'credentials.json'),
    journal: join(directory, 'journal.ndjson'),
    kill: join(directory, 'kill'),
  }
  writeFileSync(files.policy, wallets.spell(`${JSON.stringify({ accounts, tokens }, undefined, 2)}\n`))
  writeFileSync(files.credentials, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 })
  return files
}
