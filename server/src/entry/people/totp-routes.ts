import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { encode } from 'uqr'
import { confirmCodes, removeCodes, requestTotp } from '../../records/people/set-up-totp.ts'
import { closedObject } from '../http/object-schemas.ts'
import { codeField } from './email-routes.ts'
import type { PeopleDeps } from './people-deps.ts'
import { limitFailures, signedInOf } from './people-gate.ts'
import { PEOPLE_PATH } from './people-wire.ts'
import { confirmCodesOperation, removeCodesOperation, requestCodesOperation } from './totp-operations.ts'

const CODES_PATH = `${PEOPLE_PATH}/codes`
const CodeBody = closedObject({ code: codeField })

/** 200: the secret is in this reply, and nowhere else in readable form. */
export function requestCodesRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post(
    `${CODES_PATH}/options`,
    { config: { person: 'codes.manage', operation: requestCodesOperation } },
    async (request) => {
      const { secret, uri } = await requestTotp(deps, signedInOf(request))
      return {
        status: 'success',
        message: 'Add the secret to your app, then type its first code.',
        secret,
        uri,
        qr: drawQr(uri),
      }
    },
  )
}

export function confirmCodesRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof CodeBody> }>({
    method: 'POST',
    url: CODES_PATH,
    config: { person: 'codes.manage', operation: confirmCodesOperation },
    schema: { body: CodeBody },
    handler: async (request, reply) => {
      await limitFailures(deps.gate, request, reply, async () =>
        confirmCodes(deps, signedInOf(request), request.body.code),
      )
      return { status: 'success', message: 'Codes are set up.' }
    },
  })
}

export function removeCodesRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post(
    `${CODES_PATH}/remove`,
    { config: { person: 'codes.manage', operation: removeCodesOperation } },
    async (request) => {
      await removeCodes(deps, signedInOf(request).person)
      return { status: 'success', message: 'Codes are removed.' }
    },
  )
}

/** Draws a QR code as one path, so that a page shows it without markup from a reply. */
function drawQr(text: string): Readonly<{ size: number; path: string }> {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
