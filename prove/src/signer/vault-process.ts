import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { writeOperatorsFile } from '@afara/stack/authenticator/operators-file.ts'
import { laneKeys, TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { type Child, startChild } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { waitUntilReady } from '@afara/stack/processes/wait-until-ready.ts'

export const LANE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const CHAIN_ID = 80_002

export type Asked = Readonly<{ transfer_id: string; kind: string; unsigned: string }>
export type Answered = Readonly<{
  outcome: string
  raw?: string
  hash?: string
  code?: string
  message?: string
}>
export type Vault = Readonly<{
  child: Child
  journalFile: string
  operatorsFile: string
  killFile: string
  /** Returns the answers. If the signer gave none, each is `unavailable` with the code. */
  sign(asked: readonly Asked[]): Promise<Answered[]>
}>

const TOKEN = 'a-token-of-the-proof-only'
const WIDE = {
  per_transfer_minor: '1000000000000',
  per_hour_minor: '1000000000000000',
  per_day_minor: '1000000000000000',
  first_seen_minor: '1000000000000',
}
const POLYGON = {
  mode: 'test',
  network: 'Polygon',
  number: 1,
  chain_id: CHAIN_ID,
  token: TOKEN_ADDRESS,
  decimals: 6,
  address: LANE,
  key: 'test-lane-1',
  max_fee_per_gas: '500000000000',
  max_gas: '200000',
}

/** Starts the signer's own process, with its journal, policy and keys in this folder. */
export async function startVault(
  directory: string,
  databaseUrl: string,
  limits: Readonly<Record<string, string>> = {},
  lane: object = POLYGON,
  operators: readonly Readonly<{ id: string; name: string }>[] = seedOperators,
): Promise<Vault> {
  mkdirSync(directory, { recursive: true })
  const place = (name: string): string => join(directory, name)
  const operators_root = writeOperatorsFile(place('operators.jsonl'), operators)
  const policy = {
    operators_root,
    uncaused_test_minor: '1000000000000',
    lanes: [{ ...lane, ...WIDE, ...limits }],
  }
  writeFileSync(place('policy.json'), JSON.stringify(policy))
  writeFileSync(place('keys.json'), JSON.stringify(laneKeys))
  const port = await findFreePort()
  const child = await startChild({
    name: 'signer',
    command: process.execPath,
    args: ['vault/src/main-signer.ts'],
    directory: resolve(import.meta.dirname, '../../..'),
    environment: {
      SIGNER_HOST: '127.0.0.1',
      SIGNER_PORT: String(port),
      SIGNER_TOKEN: TOKEN,
      SIGNER_TOKEN_PEOPLE: `people-${TOKEN}`,
      SIGNER_TOKEN_RECONCILER: `reconciler-${TOKEN}`,
      DATABASE_URL_SIGNER: databaseUrl,
      SIGNER_JOURNAL_FILE: place('journal.jsonl'),
      SIGNER_POLICY_FILE: place('policy.json'),
      SIGNER_OPERATORS_FILE: place('operators.jsonl'),
      SIGNER_KEY_FILE: place('keys.json'),
      SIGNER_KILL_FILE: place('kill'),
    },
    logFile: place('signer.log'),
  })
  const ask = async (path: string, body?: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  await waitUntilReady(
    child,
    async () => (await ask('/v1/locks').catch(() => undefined))?.ok === true,
    'The program is vault/src/main-signer.ts.',
  )
  return {
    child,
    journalFile: place('journal.jsonl'),
    operatorsFile: place('operators.jsonl'),
    killFile: place('kill'),
    sign: async (asked) => {
      const answer = await ask('/v1/sign', { requests: asked })
      const { results, code } = (await answer.json()) as { results?: Answered[]; code?: string }
      return results ?? asked.map(() => ({ outcome: 'unavailable', code: code ?? 'none' }))
    },
  }
}
