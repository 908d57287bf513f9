import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Artifact = Readonly<{ abi: readonly unknown[]; bytecode: string }>

type Output = Readonly<{
  errors?: ReadonlyArray<Readonly<{ severity: string; formattedMessage: string }>>
  contracts: Readonly<
    Record<string, Readonly<Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>>
  >
}>

type Compiler = Readonly<{
  compile(input: string, callbacks: { import(path: string): { contents: string } }): string
}>

export const contractNames = ['TestToken', 'FaultyToken', 'DepositFactory', 'Forger'] as const

const require = createRequire(import.meta.url)

/** Compiles the contracts beside this file. The compiler takes seconds to start, so what it yields is committed. */
export function compileContracts(): Readonly<Record<string, Artifact>> {
  const compiler = require('solc') as Compiler
  const sources = contractNames.map((name) => [`${name}.sol`, { content: readSource(`${name}.sol`) }])
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources) as unknown,
    settings: {
      // The newest that both networks run, and the oldest that the library compiles for.
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      // Without the hash of the sources' metadata the bytecode depends on the code alone.
      metadata: { bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const importing = { import: (path: string) => ({ contents: readSource(path) }) }
  const output = JSON.parse(compiler.compile(JSON.stringify(input), importing)) as Output
  const errors = (output.errors ?? []).map(({ formattedMessage }) => formattedMessage)
  if (errors.length > 0) throw new Error(errors.join('\n'))
  return Object.fromEntries(contractNames.map((name) => [name, artifactOf(output, name)]))
}

function readSource(path: string): string {
  const file = path.startsWith('@') ? require.resolve(path) : join(import.meta.dirname, path)
  return readFileSync(file, 'utf8')
}

function artifactOf({ contracts }: Output, name: string): Artifact {
  const contract = contracts[`${name}.sol`]?.[name]
  if (contract === undefined) throw new Error(`${name}.sol does not define a contract called ${name}`)
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
}
