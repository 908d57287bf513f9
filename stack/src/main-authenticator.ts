import { text } from 'node:stream/consumers'
import { softwarePasskey } from './authenticator/software-passkey.ts'

// Answers one signing request with the software passkey of its operator. `afara ops` runs this in development, tests and proofs.
type Question = { operator: string; challenge: string; rp_id: string; origin: string }

const asked = JSON.parse(await text(process.stdin)) as Question
const { credentialId, authenticatorData, clientData, signature } = softwarePasskey(asked.operator).assert({
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
