import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { writeOperatorsFile } from '@afara/stack/authenticator/operators-file.ts'
import { startChild } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { waitUntilReady } from '@afara/stack/processes/wait-until-ready.ts'

const TOKEN = 'a-token-of-the-test-only'

/** Starts the signer process with a policy for sweepers only. */
export async function startSweepSigner(
  superuser: Pool,
  { sweepers, keys }: Readonly<{ sweepers: readonly object[]; keys: Readonly<Record<string, string>> }>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'afara-sweeps-'))
  const port = await findFreePort()
  const operatorsFile = join(folder, 'operators.jsonl')
  const operators_root = writeOperatorsFile(operatorsFile, seedOperators)
  writeFileSync(join(folder, 'policy.json'), JSON.stringify({ operators_root, lanes: [], sweepers }))
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys))
  const databaseUrl = new URL(superuser.options.connectionString ?? '')
  databaseUrl.username = 'afara_signer'
  const child = await startChild({
    name: 'signer',
    command: process.execPath,
    args: ['vault/src/main-signer.ts'],
    directory: resolve(import.meta.dirname, '../..'),
    environment: {
      SIGNER_HOST: '127.0.0.1',
      SIGNER_PORT: String(port),
      SIGNER_TOKEN: TOKEN,
      SIGNER_TOKEN_PEOPLE: `people-${TOKEN}`,
      SIGNER_TOKEN_RECONCILER: `reconciler-${TOKEN}`,
      DATABASE_URL_SIGNER: databaseUrl.href,
      SIGNER_JOURNAL_FILE: join(folder, 'journal.jsonl'),
      SIGNER_POLICY_FILE: join(folder, 'policy.json'),
      SIGNER_OPERATORS_FILE: operatorsFile,
      SIGNER_KEY_FILE: join(folder, 'keys.json'),
      SIGNER_KILL_FILE: join(folder, 'kill'),
    },
    logFile: join(folder, 'signer.log'),
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(
    child,
    async () => (await fetch(`${url}/ready`).catch(() => undefined))?.ok === true,
    'It is the signer.',
  )
  return {
    url,
    token: TOKEN,
    stop: async () => {
      await child.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
