import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTemporaryRun, type TemporaryRun } from '../src/processes/temporary-run.ts'
import { copyRepository } from './copied-repository.ts'

const ROOT = resolve(import.meta.dirname, '../..')

type Edit = Readonly<{ file: string; before: string; added: string }>

const facts: Edit = {
  file: 'server/src/kernel/networks.ts',
  before: '] as const satisfies ReadonlyArray<EvmFacts',
  added: `  {
    name: 'Base',
    family: 'evm',
    gasAsset: 'ETH',
    gasDecimals: 18,
    comparesCaseInsensitively: true,
    opensDepositAccounts: false,
    finality: 'finalized',
    explorer: { live: 'https://basescan.org', transaction: '/tx/', address: '/address/' },
    chainIds: { live: 8_453, test: 84_532 },
    leastTip: 1_000_000n,
  },
`,
}

const settings: Edit = {
  file: 'stack/src/chains/simulated-networks.ts',
  before: '}\n\nfunction simulate(',
  added: `  base: simulate({ name: 'Base', decimals: 6, port: 8547 }),
`,
}

let run: TemporaryRun
let copy: string
beforeAll(async () => {
  run = await createTemporaryRun()
  copy = join(run.directory, 'repository')
  copyRepository(ROOT, copy)
})
afterAll(() => run?.remove())
beforeEach(() => {
  for (const { file } of [facts, settings]) writeFileSync(join(copy, file), readFileSync(join(ROOT, file)))
})

function apply({ file, before, added }: Edit): void {
  const text = readFileSync(join(ROOT, file), 'utf8')
  expect(text.split(before), `${file} must contain the edited text exactly once`).toHaveLength(2)
  writeFileSync(
    join(copy, file),
    text.replace(before, () => `${added}${before}`),
  )
}

async function runInCopy(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy })
  return stdout
}

const checkBase = async () => runInCopy('stack/src/main-dev.ts', '--check', '--network', 'Base')

test('a network with settings but no facts is refused before anything starts', async () => {
  apply(settings)
  await expect(checkBase()).rejects.toThrow('no network is called Base')
})

test('a network with facts but no settings is refused before anything starts', async () => {
  apply(facts)
  await expect(checkBase()).rejects.toThrow('The stack has no settings for an EVM network Base')
})

test('a third EVM network needs one entry of facts and one of settings: a buy and a sell settle on it', async () => {
  apply(facts)
  apply(settings)
  await runInCopy('tools/generate.ts')
  const said = await checkBase()
  expect(said).toMatch(/^ {2}base +http:/m)
  expect(said).toMatch(/\n {2}a buy to a wallet on Base was delivered by 0x[0-9a-f]{64}\n/)
  expect(said).toMatch(/\n {2}a sell from a wallet on Base was paid out in session [0-9A-Za-z]+\n/)
  expect(said).toMatch(/\ndev ready_ms=[0-9]+ paid_ms=[0-9]+ completed_ms=[0-9]+ wallet_sold_ms=[0-9]+ ok\n$/)
})
