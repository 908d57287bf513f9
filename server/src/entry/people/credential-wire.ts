import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import type { Assertion } from '../../records/decisions/sign-decision.ts'
import { namedObject } from '../http/object-schemas.ts'
import { textField } from '../http/request-fields.ts'

/** Bytes in base64url, as WebAuthn's own JSON has them. */
function bytesField(description: string, maxLength = 8_192) {
  return Type.String({ description, pattern: '^[A-Za-z0-9_-]+$', maxLength, examples: ['eyJ0eXBlIjoid2Vi'] })
}

const common = {
  id: bytesField('The id of the credential.', 1_400),
  rawId: bytesField('The same as `id`.', 1_400),
  type: Type.Literal('public-key', { description: 'Always public-key.' }),
  authenticatorAttachment: Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Null()], { description: 'Not used.' }),
  ),
  clientExtensionResults: Type.Record(Type.String(), Type.Unknown(), { description: 'Not used.' }),
}

/** A browser's answer to a sign-in: `credential.toJSON()` after `navigator.credentials.get()`. */
export const AssertionWire = namedObject(
  'Assertion',
  {
    ...common,
    response: Type.Object(
      {
        clientDataJSON: bytesField('What the browser signed for: challenge and origin.'),
        authenticatorData: bytesField('What the authenticator vouches for.'),
        signature: bytesField('The signature over both.'),
        userHandle: Type.Optional(
          Type.Union([bytesField('The person that the authenticator stored.', 100), Type.Null()]),
        ),
      },
      { additionalProperties: false },
    ),
  },
  'The answer of a passkey, as `credential.toJSON()` returns it.',
)

/** A browser's answer to an enrolment: `credential.toJSON()` after `navigator.credentials.create()`. */
export const AttestationWire = namedObject(
  'Attestation',
  {
    ...common,
    response: Type.Object(
      {
        clientDataJSON: bytesField('What the browser signed for: challenge and origin.'),
        attestationObject: bytesField('The new public key.', 16_384),
        // Repeated from the object above, and read from there only.
        authenticatorData: Type.Optional(bytesField('Not used.')),
        publicKey: Type.Optional(Type.Union([bytesField('Not used.'), Type.Null()])),
        publicKeyAlgorithm: Type.Optional(Type.Integer({ description: 'Not used.' })),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { description: 'Not used.' })),
      },
      { additionalProperties: false },
    ),
  },
  'The new passkey, as `credential.toJSON()` returns it.',
)

export const passkeyNameField = textField('What you call this passkey.', ['Yubikey'], 100)

/** Options for the browser. They are passed to it unchanged, so they are not described field by field. */
export const OptionsReply = Type.Object(
  { challenge: Type.String({ description: 'Used once, within five minutes.' }) },
  {
    additionalProperties: true,
    description: 'Pass it to the browser: `PublicKeyCredential.parse…FromJSON()`.',
  },
)

export const assertionExample = {
  id: 'p7Qk0mM3',
  rawId: 'p7Qk0mM3',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'eyJ0eXBlIjoid2Vi', authenticatorData: 'SZYN5YgOjGh0', signature: 'MEUCIQDx' },
}

export const attestationExample = {
  id: 'p7Qk0mM3',
  rawId: 'p7Qk0mM3',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'eyJ0eXBlIjoid2Vi', attestationObject: 'o2NmbXRkbm9uZWdhdHRT' },
}

/** Returns the library's form of an answer: it has no nulls. */
export function toAssertion({ response, ...rest }: Static<typeof AssertionWire>): AuthenticationResponseJSON {
  const { userHandle, ...signed } = response
  return {
    id: rest.id,
    rawId: rest.rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { ...signed, ...(typeof userHandle === 'string' && { userHandle }) },
  }
}

/** Returns the form in which signatures of decisions are stored. */
export function toSignature({ id, response }: Static<typeof AssertionWire>): Assertion {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return {
    credentialId: bytes(id),
    authenticatorData: bytes(response.authenticatorData),
    clientData: bytes(response.clientDataJSON),
    signature: bytes(response.signature),
  }
}

export function toAttestation({
  id,
  rawId,
  response,
}: Static<typeof AttestationWire>): RegistrationResponseJSON {
  const { clientDataJSON, attestationObject } = response
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject },
  }
}
