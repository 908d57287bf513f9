import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { SoftToken } from '@afara/stack/services/soft-token.ts'

/** A key in the output of `npm run keys`. */
export type CeremonyKey = Readonly<{
  place: Readonly<{ pkcs11: Readonly<{ label: string }> }>
  addresses: readonly Readonly<{ family: string; address: string }>[]
  /** Attempts to export the key from the module, and those that succeeded. */
  exports: Readonly<{ tried: number; open: readonly string[] }>
}>

const ROOT = resolve(import.meta.dirname, '../../..')

export async function runCeremony(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<CeremonyKey[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['vault/src/main-keys.ts', ...args, '--json'],
    { cwd: ROOT, env: { PATH: process.env.PATH, ...environment } },
  ).catch((error: Error & { stdout?: string }) => {
    // The command fails if a key can be exported, but still prints its result.
    if (error.stdout?.startsWith('[') === true) return { stdout: error.stdout }
    throw error
  })
  return JSON.parse(stdout) as CeremonyKey[]
}

/** Returns the environment of a process that opens the module. */
export function moduleEnvironment({
  module,
  token,
  pinFile,
  environment,
}: SoftToken): Record<string, string> {
  return {
    ...environment,
    SIGNER_PKCS11_MODULE: module,
    SIGNER_PKCS11_TOKEN: token,
    SIGNER_PKCS11_PIN_FILE: pinFile,
  }
}
