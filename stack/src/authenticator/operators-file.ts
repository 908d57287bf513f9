import { hash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { softwarePasskey } from './software-passkey.ts'
import { testRelyingParty } from './software-signing.ts'

type Operator = Readonly<{ id: string; name: string }>

type Line = Readonly<{ statement: Readonly<{ number: number; origin: string; console_origin?: string }> }>
type Sites = Readonly<{ origin: string; consoleOrigin?: string | undefined }>

/**
 * Writes an operators file for the signer or the payer, in which these operators sign with their software passkeys. Returns the hash that
 * the policy names as `operators_root`.
 */
export function writeOperatorsFile(
  path: string,
  operators: readonly Operator[],
  origin = testRelyingParty.origin,
  consoleOrigin?: string,
): string {
  const statement = statementOf(operators, { origin, consoleOrigin }, 1, null)
  writeFileSync(path, `${JSON.stringify({ signatures: [], statement })}\n`)
  return hashOf(statement)
}

/** Adds a statement that names these operators. The two signers must be operators of the statement before. */
export function changeOperators(
  path: string,
  operators: readonly Operator[],
  signers: readonly [string, string],
): void {
  const last = JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '') as Line
  const { number, origin, console_origin: consoleOrigin } = last.statement
  const statement = statementOf(operators, { origin, consoleOrigin }, number + 1, hashOf(last.statement))
  const { id: rpId } = testRelyingParty
  const challenge = Buffer.from(hashOf(statement), 'hex')
  const signatures = signers.map((signer) => {
    const { credentialId, authenticatorData, clientData, signature } = softwarePasskey(signer).assert({
      challenge,
      rpId,
      origin,
    })
    return {
      credential_id: credentialId.toString('base64url'),
      authenticator_data: authenticatorData.toString('base64url'),
      client_data: clientData.toString('base64url'),
      signature: signature.toString('base64url'),
    }
  })
  appendFileSync(path, `${JSON.stringify({ signatures, statement })}\n`)
}

/** Returns a statement. The vault hashes canonical JSON, so the names of each object are in alphabetical order. */
function statementOf(
  operators: readonly Operator[],
  { origin, consoleOrigin }: Sites,
  number: number,
  previous: string | null,
) {
  return {
    ...(consoleOrigin !== undefined && { console_origin: consoleOrigin }),
    number,
    operators: operators.map(({ id, name }) => {
      const { credentialId, publicKeySpki } = softwarePasskey(id)
      const key = publicKeySpki.toString('base64url')
      return { credentials: [{ id: credentialId.toString('base64url'), key }], id, name }
    }),
    origin,
    people_live: 2,
    people_test: 2,
    previous,
    rp_id: testRelyingParty.id,
  }
}

function hashOf(statement: object): string {
  return hash('sha256', JSON.stringify(statement))
}
