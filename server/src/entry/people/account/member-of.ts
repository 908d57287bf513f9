import type { FastifyRequest } from 'fastify'
import { requireMembership, requireRoleIn } from '../../../records/people/person.ts'
import type { Action } from '../../../records/people/role-actions.ts'
import { signedInOf } from '../people-gate.ts'
import { readIdOr } from '../people-wire.ts'

/** Returns the member who acts, and the business in the URL. Refuses a business that is not theirs as if it did not exist. */
export function memberOf(
  request: FastifyRequest<{ Params: { business_id: string } }>,
  action: Action,
): Readonly<{ memberId: string; businessId: string }> {
  const { person } = signedInOf(request)
  const unknown = 'This business does not exist.'
  const businessId = readIdOr('business', request.params.business_id, 'business_unknown', unknown)
  requireMembership(person, businessId)
  requireRoleIn(person, businessId, action)
  return { memberId: person.id, businessId }
}
