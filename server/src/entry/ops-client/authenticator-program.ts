import { execFile } from 'node:child_process'
import { Refusal } from '../../kernel/refusal.ts'

/** A question to a passkey, bytes in base64url as WebAuthn names them. */
export type PasskeyQuestion = Readonly<{
  challenge: string
  rp_id: string
  origin: string
  /** The passkeys that may answer. Empty: the authenticator chooses, as at a sign-in. */
  credentials: readonly string[]
  /** Only of a decision: what is signed, and the code to compare. */
  text?: string
  code?: string
}>

/** The answer of a passkey in the form that the people process reads. */
export type PasskeyAnswer = Readonly<{
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: Readonly<Record<string, never>>
  response: Readonly<{ clientDataJSON: string; authenticatorData: string; signature: string }>
}>

/**
 * Asks a program on the operator's machine, such as one that talks to a security key. The program reads the question as one JSON object
 * from its standard input. It answers on its standard output with `credential_id`, `authenticator_data`, `client_data` and `signature`.
 */
export async function askAuthenticator(command: string, question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const answer = JSON.parse(await run(command, JSON.stringify(question))) as Record<string, unknown>
  const read = (name: string) => {
    const value = answer[name]
    // An authenticator that leaves out a value signs nothing. The people process refuses it.
    return typeof value === 'string' ? value : ''
  }
  const id = read('credential_id')
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: read('client_data'),
      authenticatorData: read('authenticator_data'),
      signature: read('signature'),
    },
  }
}

async function run(command: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const program = execFile(command, { shell: true }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const why = stderr.trim() || error.message
      reject(new Refusal('signature_required', `Your authenticator did not sign: ${why}`, { cause: error }))
    })
    program.stdin?.end(input)
  })
}
