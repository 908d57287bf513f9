import { readFileSync } from 'node:fs'
import type { Pool } from 'pg'
import { rebuildPayerJournal } from './payer/journal/rebuild-payer-journal.ts'
import { readPayerConfig } from './payer/payer-config.ts'
import { readPayerPolicy } from './payer/payer-policy.ts'
import { createPayoutAccounts, readCredentials } from './payer/payout-accounts.ts'
import { type Rebuilt, writeRebuilt } from './shared/journal/rebuilt.ts'
import { createReadOnlyPool } from './shared/start-process.ts'
import { rebuildJournal } from './signer/journal/rebuild-journal.ts'
import { readPolicy } from './signer/policy.ts'
import { readSignerConfig } from './signer/signer-config.ts'

try {
  const [vault] = process.argv.slice(2)
  if (vault === 'payer') await rebuildPayer()
  else if (vault === 'signer') await rebuildSigner()
  else
    throw new Error(
      'Usage: npm run journal -- payer|signer. Rebuilds a lost journal. See docs/runbooks/journal-lost.md',
    )
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function rebuildPayer(): Promise<void> {
  const config = readPayerConfig(process.env)
  const policy = readPayerPolicy(readFileSync(config.policyFile, 'utf8'))
  const accounts = createPayoutAccounts(
    policy,
    readCredentials(readFileSync(config.credentialsFile, 'utf8')),
    Date.now,
  )
  await rebuild(config, async (pool) => rebuildPayerJournal({ ...config, pool, policy, accounts }))
}

async function rebuildSigner(): Promise<void> {
  const config = readSignerConfig(process.env)
  const policy = readPolicy(readFileSync(config.policyFile, 'utf8'))
  await rebuild(config, async (pool) => rebuildJournal({ ...config, pool, policy }))
}

async function rebuild(
  { databaseUrl, journalFile }: Readonly<{ databaseUrl: string; journalFile: string }>,
  work: (pool: Pool) => Promise<Rebuilt>,
): Promise<void> {
  const pool = createReadOnlyPool(databaseUrl, 'afara-journal')
  try {
    const rebuilt = await work(pool)
    for (const { scope, subject, reason } of rebuilt.unexplained)
      console.log(`unexplained: ${scope} ${subject}: ${reason}`)
    console.log(`${journalFile}: ${rebuilt.count} records; the hash of the last one is ${rebuilt.hash}`)
    console.log(
      `Next, by an operator: npx afara ops journal ${writeRebuilt(journalFile, rebuilt)} --reason "…"`,
    )
  } finally {
    await pool.end()
  }
}
