import { hash } from 'node:crypto'
import { Refusal } from '../../kernel/refusal.ts'
import { escapeLinesForTerminal } from '../ops/terminal-text.ts'
import { askAuthenticator, type PasskeyAnswer } from './authenticator-program.ts'
import type { Client } from './client.ts'
import { askPeople } from './people-client.ts'
import { requireOwnPage, requireOwnSite } from './sign-in.ts'

const POLL_MS = 2_000

/**
 * Shows a decision and has the operator's passkey sign it. Returns the signature of the authenticator program. Without a program, waits until
 * the operator has signed in the browser and returns undefined: the people process then keeps the signature for the command.
 */
export async function requestSignature(
  client: Client,
  asked: Readonly<Record<string, unknown>>,
): Promise<PasskeyAnswer | undefined> {
  const { config, printError } = client
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
    await signInBrowser(client, asked, code)
    return undefined
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

/** Opens the page of the decision, and waits until the operator has signed it there. */
async function signInBrowser(
  { config, session, printError, openBrowser, sleep }: Client,
  asked: Readonly<Record<string, unknown>>,
  code: string,
): Promise<void> {
  const url = requireOwnPage(config.origin, String(asked.url))
  const id = String(asked.signature_request_id)
  printError(`Compare the code in your browser, then sign: ${url}`)
  openBrowser(url)
  for (;;) {
    const { signature } = await askPeople(config.url, {
      method: 'GET',
      path: `signatures/${encodeURIComponent(id)}`,
      token: session.read(),
    })
    const { state, short_code: signed } = signature as { state: string; short_code: string }
    if (signed !== code) {
      throw new Refusal(
        'signature_invalid',
        `The page asks for decision ${signed}, and not for ${code}. Do not sign it. Tell an administrator.`,
      )
    }
    if (state === 'signed') return
    await sleep(POLL_MS)
  }
}
