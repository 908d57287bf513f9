import type { FastifyInstance } from 'fastify'
import { formatId } from '../../kernel/ids/ids.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { listBusinesses, type OwnBusiness, requireBusiness } from '../../records/businesses/business-store.ts'
import { type ListedKey, listKeys } from '../../records/keys/api-key-store.ts'
import { type Person, requireRoleIn } from '../../records/people/person.ts'
import { listOperators } from '../../records/people/person-store.ts'
import {
  listBusinessesOperation,
  listKeysOperation,
  listOperatorsOperation,
  readMeOperation,
} from './directory-operations.ts'
import type { PeopleDeps } from './people-deps.ts'
import { signedInOf } from './people-gate.ts'
import {
  PEOPLE_PATH,
  readIdOr,
  toApiKeyWire,
  toBusinessWire,
  toOperatorWire,
  toPersonWire,
} from './people-wire.ts'

export function readMeRoute(app: FastifyInstance): void {
  app.get(
    `${PEOPLE_PATH}/me`,
    { config: { person: 'self.read', operation: readMeOperation } },
    async (request) => {
      const { person } = signedInOf(request)
      return { status: 'success', message: `You are ${person.name}.`, person: toPersonWire(person) }
    },
  )
}

export function listOperatorsRoute(app: FastifyInstance, { pool }: PeopleDeps): void {
  app.get(
    `${PEOPLE_PATH}/operators`,
    { config: { person: 'operators.list', operation: listOperatorsOperation } },
    async () => {
      const operators = await listOperators(pool)
      return {
        status: 'success',
        message: counted(operators.length, 'operator', 'operators'),
        operators: operators.map(toOperatorWire),
      }
    },
  )
}

export function listBusinessesRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.get(
    `${PEOPLE_PATH}/businesses`,
    { config: { person: 'businesses.list', operation: listBusinessesOperation } },
    async (request) => {
      const businesses = await businessesOf(deps, signedInOf(request).person)
      return {
        status: 'success',
        message: counted(businesses.length, 'business', 'businesses'),
        businesses: businesses.map(toBusinessWire),
      }
    },
  )
}

export function listKeysRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.get<{ Params: { business_id: string } }>(
    `${PEOPLE_PATH}/businesses/:business_id/keys`,
    { config: { person: 'keys.list', operation: listKeysOperation } },
    async (request) => {
      const { business_id: text } = request.params
      const id = readIdOr('business', text, 'business_unknown', 'This business does not exist.')
      const keys = await keysOf(deps, signedInOf(request).person, id)
      return {
        status: 'success',
        message: counted(keys.length, 'key', 'keys'),
        keys: keys.map(toApiKeyWire),
      }
    },
  )
}

export async function businessesOf(
  { pool, memberPool }: PeopleDeps,
  person: Person,
): Promise<readonly OwnBusiness[]> {
  if (person.side === 'operator') return listBusinesses(pool)
  const own = await Promise.all(
    person.memberships.map(async ({ businessId }) =>
      asTenant(memberPool, { businessId, mode: 'live' }, async (sql) => listBusinesses(sql)),
    ),
  )
  return own.flat().toSorted((one, other) => one.name.localeCompare(other.name))
}

async function keysOf(
  { pool, memberPool }: PeopleDeps,
  person: Person,
  businessId: string,
): Promise<readonly ListedKey[]> {
  requireRoleIn(person, businessId, 'keys.list')
  if (person.side === 'member') {
    return asTenant(memberPool, { businessId, mode: 'live' }, async (sql) => listKeys(sql, businessId))
  }
  await requireBusiness(pool, formatId('business', businessId))
  return listKeys(pool, businessId)
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}.` : `${count} ${many}.`
}
