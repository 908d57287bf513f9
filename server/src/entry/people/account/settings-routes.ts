import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { selectTerms } from '../../../records/businesses/business-store.ts'
import { readLook } from '../../../records/businesses/look-store.ts'
import {
  changeLook,
  requestTolerance,
  requestWallet,
  setTolerance,
  setWallet,
} from '../../../records/people/change-settings.ts'
import { readWallet } from '../../http/transaction-wire.ts'
import { toAssertion } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { limitFailures, signedInOf } from '../people-gate.ts'
import { ACCOUNT_PATH } from './account-wire.ts'
import {
  readSettingsOperation,
  requestToleranceOperation,
  requestWalletOperation,
  setLookOperation,
  setToleranceOperation,
  setWalletOperation,
} from './settings-operations.ts'
import {
  LookBody,
  readTolerance,
  SignedToleranceBody,
  SignedWalletBody,
  ToleranceBody,
  toSettings,
  WalletBody,
} from './settings-wire.ts'
import { businessOf } from './team-routes.ts'
import { readChangeId } from './team-wire.ts'

const BUSINESS_PATH = `${ACCOUNT_PATH}/businesses/:business_id`
/** A logo in base64, with room for the rest. */
const MOST_LOOK_BYTES = 150_000

type OfBusiness = { business_id: string }

export function readSettingsRoute(app: FastifyInstance, { memberPool, tools }: PeopleDeps): void {
  app.get<{ Params: OfBusiness }>(
    `${BUSINESS_PATH}/settings`,
    { config: { person: 'settings.read', operation: readSettingsOperation } },
    async (request) => {
      const businessId = businessOf(request, 'settings.read')
      const settings = await asTenant(memberPool, { businessId, mode: 'live' }, async (sql) => ({
        look: await readLook(sql, businessId),
        test: await selectTerms(sql, businessId, 'test'),
        live: await selectTerms(sql, businessId, 'live'),
      }))
      const rules = await tools.readWalletRules()
      return { status: 'success', message: 'The settings.', settings: toSettings(rules, settings) }
    },
  )
}

export function setLookRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof LookBody> }>({
    method: 'POST',
    url: `${BUSINESS_PATH}/look`,
    bodyLimit: MOST_LOOK_BYTES,
    config: { person: 'look.manage', operation: setLookOperation },
    schema: { body: LookBody },
    handler: async (request) => {
      const businessId = businessOf(request, 'look.manage')
      const { colour, logo } = request.body
      await changeLook(
        deps,
        { memberId: signedInOf(request).person.id, businessId },
        { colour, logo: typeof logo === 'string' ? Buffer.from(logo, 'base64') : logo },
      )
      return { status: 'success', message: 'Your pay page looks like this now.' }
    },
  })
}

export function requestWalletRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof WalletBody> }>({
    method: 'POST',
    url: `${BUSINESS_PATH}/wallet/options`,
    config: { person: 'wallets.manage', operation: requestWalletOperation },
    schema: { body: WalletBody },
    handler: async (request) => {
      const businessId = businessOf(request, 'wallets.manage')
      const wallet = readWallet(await deps.tools.readWalletRules(), request.body)
      const { id, text, options } = await requestWallet(deps, signedInOf(request), businessId, wallet)
      return {
        status: 'success',
        message: 'Confirm with your passkey.',
        change_id: formatId('change', id),
        text,
        options,
      }
    },
  })
}

export function setWalletRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof SignedWalletBody> }>({
    method: 'POST',
    url: `${BUSINESS_PATH}/wallet`,
    config: { person: 'wallets.manage', operation: setWalletOperation },
    schema: { body: SignedWalletBody },
    handler: async (request, reply) => {
      const businessId = businessOf(request, 'wallets.manage')
      const { change_id: text, credential } = request.body
      const wallet = readWallet(await deps.tools.readWalletRules(), request.body)
      const signed = { id: readChangeId(text), answer: toAssertion(credential) }
      await limitFailures(deps.gate, request, reply, async () =>
        setWallet(deps, signedInOf(request), businessId, wallet, signed),
      )
      const message = wallet === null ? 'There is no default wallet now.' : 'The default wallet is set.'
      return { status: 'success', message }
    },
  })
}

export function requestToleranceRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof ToleranceBody> }>({
    method: 'POST',
    url: `${BUSINESS_PATH}/tolerance/options`,
    config: { person: 'tolerance.manage', operation: requestToleranceOperation },
    schema: { body: ToleranceBody },
    handler: async (request) => {
      const businessId = businessOf(request, 'tolerance.manage')
      const wanted = readTolerance(request.body)
      const { id, text, options } = await requestTolerance(deps, signedInOf(request), businessId, wanted)
      return {
        status: 'success',
        message: 'Confirm with your passkey.',
        change_id: formatId('change', id),
        text,
        options,
      }
    },
  })
}

export function setToleranceRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: OfBusiness; Body: Static<typeof SignedToleranceBody> }>({
    method: 'POST',
    url: `${BUSINESS_PATH}/tolerance`,
    config: { person: 'tolerance.manage', operation: setToleranceOperation },
    schema: { body: SignedToleranceBody },
    handler: async (request, reply) => {
      const businessId = businessOf(request, 'tolerance.manage')
      const { change_id: text, credential } = request.body
      const signed = { id: readChangeId(text), answer: toAssertion(credential) }
      await limitFailures(deps.gate, request, reply, async () =>
        setTolerance(deps, signedInOf(request), businessId, readTolerance(request.body), signed),
      )
      return { status: 'success', message: 'The tolerance is set.' }
    },
  })
}
