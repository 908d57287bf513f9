import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { formatId } from '../../kernel/ids/ids.ts'
import { shortCode } from '../../records/decisions/decision-text.ts'
import {
  readSignatureRequest,
  refuseSignature,
  signRequest,
} from '../../records/decisions/request-signature.ts'
import type { SignatureRequest } from '../../records/decisions/signature-request-store.ts'
import { closedObject } from '../http/object-schemas.ts'
import { AssertionWire, toSignature } from './credential-wire.ts'
import type { PeopleDeps } from './people-deps.ts'
import { signedInOf } from './people-gate.ts'
import { PEOPLE_PATH, readIdOr } from './people-wire.ts'
import { readSignatureOperation, refuseSignatureOperation, signOperation } from './signature-operations.ts'

const ONE_PATH = `${PEOPLE_PATH}/signatures/:signature_request_id`
const SignBody = closedObject({ credential: AssertionWire })

type Named = { signature_request_id: string }

export function readSignatureRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.get<{ Params: Named }>(
    ONE_PATH,
    { config: { person: 'signatures.give', operation: readSignatureOperation } },
    async (request) => {
      const found = await readSignatureRequest(deps, askedOf(request))
      const code = shortCode(found.text)
      const message =
        found.signedAt === null ? `Decision ${code} waits for your signature.` : `Decision ${code} is signed.`
      return { status: 'success', message, signature: toSignatureWire(found) }
    },
  )
}

export function signRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: Named; Body: Static<typeof SignBody> }>({
    method: 'POST',
    url: `${ONE_PATH}/sign`,
    config: { person: 'signatures.give', operation: signOperation },
    schema: { body: SignBody },
    handler: async (request) => {
      const signed = await signRequest(deps, askedOf(request), toSignature(request.body.credential))
      return {
        status: 'success',
        message: `Decision ${shortCode(signed.text)} is signed. Return to your terminal.`,
        signature: toSignatureWire(signed),
      }
    },
  })
}

export function refuseSignatureRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<{ Params: Named }>(
    `${ONE_PATH}/refuse`,
    { config: { person: 'signatures.give', operation: refuseSignatureOperation } },
    async (request) => {
      await refuseSignature(deps, askedOf(request))
      return { status: 'success', message: 'You signed nothing.' }
    },
  )
}

/** Names a request of the person who asks. A request of somebody else does not exist for them. */
export function askedOf(request: FastifyRequest<{ Params: Named }>) {
  const text = request.params.signature_request_id
  const unknown = ['signature_request_unknown', 'Nothing waits for your signature here.'] as const
  return { id: readIdOr('signatureRequest', text, ...unknown), operatorId: signedInOf(request).person.id }
}

function toSignatureWire({ id, text, signedAt, expiresAt }: SignatureRequest) {
  return {
    signature_request_id: formatId('signatureRequest', id),
    short_code: shortCode(text),
    state: signedAt === null ? 'waiting' : 'signed',
    expires_at: expiresAt.toISOString(),
  }
}
