import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { draftPayeeRestriction, restrictPayees } from '../../../flows/payments/restrict-payees.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { AssertionWire, toSignature } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { draftRestrictionOperation, setRestrictionOperation } from './beneficiary-operations.ts'
import { MODE_PATH, memberRoutes } from './payment-routes.ts'
import { toPayeeRestrictionWire, toSigned } from './payment-wire.ts'

const isOn = Type.Boolean({ description: 'true turns it on, false turns it off.', examples: [true] })
const DraftBody = closedObject({ is_on: isOn })
const RestrictionBody = closedObject({
  is_on: isOn,
  version: Type.Integer({ description: 'The version of the draft.', minimum: 1, examples: [1] }),
  credential: AssertionWire,
})

/** Adds the routes with which an owner restricts sells to beneficiaries. */
export function addPayeeRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  const route = memberRoutes(app)
  route(
    'POST',
    `${MODE_PATH}/payee-restriction/draft`,
    'payments.limit',
    draftRestrictionOperation,
    async (paying, request) => {
      const { is_on: asked } = request.body as Static<typeof DraftBody>
      const { version, text } = await draftPayeeRestriction(deps, paying, asked)
      return { message: 'Sign the change with your passkey.', version, ...toSigned(text) }
    },
    DraftBody,
  )
  route(
    'POST',
    `${MODE_PATH}/payee-restriction`,
    'payments.limit',
    setRestrictionOperation,
    async (paying, request) => {
      const { is_on: asked, version, credential } = request.body as Static<typeof RestrictionBody>
      const change = { version, isOn: asked }
      const restriction = await restrictPayees(deps, paying, change, toSignature(credential))
      const message = asked
        ? 'Sells are accepted only to beneficiaries.'
        : 'The restriction ends at the time in ends_at.'
      return { message, restriction: toPayeeRestrictionWire(restriction) }
    },
    RestrictionBody,
  )
}
