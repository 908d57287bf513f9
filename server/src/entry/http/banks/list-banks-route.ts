import type { FastifyInstance } from 'fastify'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { toBanksReply } from './bank-wire.ts'
import { listBanksOperation } from './list-banks-operation.ts'

/** The directory, with how each bank does. */
export function listBanksRoute(app: FastifyInstance, { bankStandings }: AppDeps): void {
  app.get('/banks/v1', { config: { access: 'read', operation: listBanksOperation } }, async (request) =>
    toBanksReply(nigerianBanks.banks, await bankStandings.of(keyOf(request).tenant.mode)),
  )
}
