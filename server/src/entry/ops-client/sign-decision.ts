import { hash } from 'node:crypto'
import { Refusal } from '../../kernel/refusal.ts'
import { escapeLinesForTerminal } from '../ops/terminal-text.ts'
import { askAuthenticator, type PasskeyAnswer } from './authenticator-program.ts'
import type { Client } from './client.ts'
import { requireOwnSite } from './sign-in.ts'

/** Shows a decision and has the operator's passkey sign it. */
export async function requestSignature(
  { config, printError }: Client,
  asked: Readonly<Record<string, unknown>>,
): Promise<PasskeyAnswer> {
  const text = String(asked.text)
  // Computed here, so that what is shown is what is signed, whatever the people process says.
  const digest = hash('sha256', text, 'buffer')
  const hex = digest.toString('hex').slice(0, 8).toUpperCase()
  const code = `${hex.slice(0, 4)}-${hex.slice(4)}`
  // Not on the standard output, which other programs read.
  printError(
    `You sign this decision with your passkey:\n\n${escapeLinesForTerminal(text)}\n\nIts code is ${code}.`,
  )
  if (config.authenticator === undefined) {
    throw new Refusal(
      'signature_required',
      'Set AFARA_AUTHENTICATOR to the program that signs with your passkey.',
    )
  }
  return askAuthenticator(config.authenticator, {
    text,
    code,
    challenge: digest.toString('base64url'),
    rp_id: requireOwnSite(config.origin, String(asked.rp_id)),
    origin: config.origin,
    credentials: (asked.credentials as readonly unknown[]).map(String),
  })
}
