import type { FastifyInstance } from 'fastify'
import {
  cancelTransaction,
  decideCase,
  readCaseOfTransaction,
} from '../../../flows/business-cases/business-cases.ts'
import { readTransaction } from '../../../flows/transactions/read-transactions.ts'
import type { RefusalCode } from '../../../kernel/refusal.ts'
import type { Choice } from '../../../records/cases/business/questions.ts'
import type { AppDeps } from '../app-deps.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample, walletAddressRefusals } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'
import {
  AnyTransaction,
  readTransactionId,
  TRANSACTION_PATH,
  TransactionPath,
  toToldWire,
} from '../transactions/told-transaction-wire.ts'
import { decidedReply, decidingRefusals } from './case-routes.ts'
import { BeneficiaryChoiceBody, readAnswer, toCaseWire, WalletChoiceBody } from './case-wire.ts'
import { refuseReader, requireDecider, requireScope } from './require-decider.ts'

const CancelReply = namedObject('CancelReply', {
  status: successField,
  message: textReply('The status in a sentence.', 'The business cancelled before any naira arrived.'),
  transaction: AnyTransaction,
})

const cancelTransactionOperation: Operation = {
  id: 'cancelTransaction',
  tag: 'Transactions',
  summary: 'Cancel a transaction without money',
  description:
    'Cancels a buy or a sell for which nothing has arrived. Cancelling it again changes nothing. Money that arrives later is not lost: a case asks you what to do with it. Needs the scope `buy` for a buy and `sell` for a sell.',
  parameters: { path: TransactionPath },
  replies: {
    200: {
      description: 'The cancelled transaction.',
      schema: CancelReply,
      examples: {
        cancelled: successExample('A cancelled buy', 'Cancelled.', {
          transaction: { ...buyTransactionExample, status: 'cancelled' },
        }),
      },
    },
  },
  refusals: ['transaction_unknown', 'transaction_not_cancellable', 'scope_missing', 'not_found'],
}

/** 200: the transaction is cancelled. */
export function cancelTransactionRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post<{ Params: { id: string } }>(
    `${TRANSACTION_PATH}/cancel`,
    {
      onRequest: refuseReader,
      config: { access: 'read', confirmedAccess: 'decide', operation: cancelTransactionOperation },
    },
    async (request) => {
      const key = keyOf(request)
      const id = readTransactionId(request.params)
      const found = await readTransaction(deps.pool, key.tenant, id)
      requireScope(key, key.confirms !== undefined ? 'decide' : found.type === 'buy' ? 'buy' : 'sell')
      const cancelled = await cancelTransaction(deps, key.tenant, id)
      return {
        status: 'success',
        message: 'Cancelled.',
        transaction: toToldWire(cancelled, key.linkTag, deps.addresses),
      }
    },
  )
}

type Path = Readonly<{
  name: 'accept' | 'return' | 'wallet' | 'beneficiary'
  id: string
  summary: string
  description: string
  refusals: readonly RefusalCode[]
}>

const again =
  'The same request again gets the same reply. If several questions followed each other, it answers the newest: to be exact, use `POST /cases/v1/{id}/decisions`.'

const paths: readonly Path[] = [
  {
    name: 'accept',
    id: 'acceptTransaction',
    summary: 'Accept a short or late payment',
    description: `Continues the transaction with what arrived. ${again}`,
    refusals: [],
  },
  {
    name: 'return',
    id: 'returnTransaction',
    summary: 'Return the money',
    description: `Sends naira back to the account that it came from, or tokens back to your balance. ${again}`,
    refusals: [],
  },
]

const bodyPaths: readonly (Path &
  Readonly<{ body: typeof WalletChoiceBody | typeof BeneficiaryChoiceBody; example: object }>)[] = [
  {
    name: 'wallet',
    id: 'changeWallet',
    summary: 'Name another wallet',
    description: `Sends the tokens of a buy to another wallet, if the first cannot receive. Only a key can do this. ${again}`,
    refusals: ['wallet_incomplete', 'network_unknown', ...walletAddressRefusals],
    body: WalletChoiceBody,
    example: { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' },
  },
  {
    name: 'beneficiary',
    id: 'changeBeneficiary',
    summary: 'Name another beneficiary',
    description: `Pays the naira of a sell to another account, if the first cannot be paid. Only a key can do this. ${again}`,
    refusals: ['bank_unknown', 'bank_ambiguous', 'beneficiary_not_enrolled'],
    body: BeneficiaryChoiceBody,
    example: { bank_name: 'GTBank', account_number: '0123456789', account_name: 'ADA OBI' },
  },
]

function operationOf({ id, summary, description, refusals }: Path, example?: object): Operation {
  return {
    id,
    tag: 'Cases',
    summary,
    description,
    parameters: { path: TransactionPath },
    ...(example !== undefined && { requestExamples: { one: { summary, value: example } } }),
    replies: { 200: decidedReply },
    refusals: ['transaction_unknown', 'not_found', ...decidingRefusals, ...refusals],
  }
}

/** 200: the newest question about the transaction is answered. */
export function decideTransactionRoutes(app: FastifyInstance, deps: AppDeps): void {
  for (const path of paths) {
    app.post<{ Params: { id: string } }>(
      `${TRANSACTION_PATH}/${path.name}`,
      {
        onRequest: refuseReader,
        config: { access: 'read', confirmedAccess: 'decide', operation: operationOf(path) },
      },
      async (request, reply) => decide(deps, request, reply, path.name, {}),
    )
  }
  for (const { body, example, ...path } of bodyPaths) {
    app.route<{ Params: { id: string }; Body: object }>({
      method: 'POST',
      url: `${TRANSACTION_PATH}/${path.name}`,
      onRequest: refuseReader,
      config: { access: 'read', confirmedAccess: 'decide', operation: operationOf(path, example) },
      schema: { body },
      handler: async (request, reply) => decide(deps, request, reply, path.name, request.body as object),
    })
  }
}

type Asking = Parameters<typeof keyOf>[0] & Readonly<{ params: Readonly<{ id: string }> }>
type Answering = Readonly<{ header(name: string, value: string): unknown }>

async function decide(deps: AppDeps, request: Asking, reply: Answering, choice: Choice, given: object) {
  const key = keyOf(request)
  const asked = await readCaseOfTransaction(deps.pool, key.tenant, readTransactionId(request.params))
  requireDecider(key, asked, choice)
  const answer = readAnswer(choice, given, key, deps.addresses)
  const { decided, isReplay } = await decideCase(deps, key.tenant, asked.id, answer)
  if (isReplay) reply.header('idempotent-replayed', 'true')
  return { status: 'success', message: `Decided: ${choice}.`, case: toCaseWire(decided, key) }
}
