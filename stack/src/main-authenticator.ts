import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { softwarePasskey } from './authenticator/software-passkey.ts'

// Answers one question with the software passkey of the operator in AFARA_OPERATOR. `afara ops` runs this in development, tests and proofs.
// An email address is looked up in the file that the first argument names. Without AFARA_OPERATOR, it is the first operator of the file.
type Question = { challenge: string; rp_id: string; origin: string }

const [file] = process.argv.slice(2)
const known = file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
const { AFARA_OPERATOR: name = Object.keys(known)[0] } = process.env
if (name === undefined) throw new Error('set AFARA_OPERATOR to the id of an operator')

const asked = JSON.parse(await text(process.stdin)) as Question
const { credentialId, authenticatorData, clientData, signature } = softwarePasskey(
  known[name] ?? name,
).assert({
  challenge: Buffer.from(asked.challenge, 'base64url'),
  rpId: asked.rp_id,
  origin: asked.origin,
})
console.log(
  JSON.stringify({
    credential_id: credentialId.toString('base64url'),
    authenticator_data: authenticatorData.toString('base64url'),
    client_data: clientData.toString('base64url'),
    signature: signature.toString('base64url'),
  }),
)
