import type { Command } from 'commander'
import { defaultScopes, keyScopes } from '../../../records/keys/key-rights.ts'

export type KeyOptions = {
  scope?: string[]
  ip?: string[]
  label?: string
  rateLimit?: string
  expires?: string
  publicKey?: string
  reason: string
}

/** Adds an option for each right of a key. */
export function addKeyOptions(command: Command): Command {
  return command
    .option(
      '--scope <scope...>',
      `the scopes: ${keyScopes.join(', ')} (default: ${defaultScopes.join(', ')})`,
    )
    .option('--ip <network...>', 'the networks it can be used from (default: any)')
    .option('--label <text>', 'a description')
    .option('--rate-limit <requests>', 'the maximum requests per ten seconds (default: 1000)')
    .option('--expires <date or time>', 'when it stops working, such as 2027-06-30 (default: never)')
    .option(
      '--public-key <key>',
      'the Ed25519 public key of the business in base64url; it then signs what takes money out of its balance',
    )
}
