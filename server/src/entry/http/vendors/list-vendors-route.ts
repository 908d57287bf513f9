import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '../../../kernel/mode.ts'
import type { AppDeps } from '../app-deps.ts'
import { JSON_TYPE } from '../json-bodies.ts'
import { keyOf } from '../require-key.ts'
import {
  listTestVendorsOperation,
  listVendorsAgainOperation,
  listVendorsOperation,
} from './list-vendors-operations.ts'
import { vendorListJson } from './vendor-wire.ts'

/** Two names of one list: the accounts of the key's own mode. */
export function listVendorsRoute(app: FastifyInstance, deps: AppDeps): void {
  for (const [url, operation] of [
    ['/transactions/v1/vendors', listVendorsOperation],
    ['/transactions/v1/list_vendors', listVendorsAgainOperation],
  ] as const) {
    app.get(url, { config: { access: 'read', operation } }, (request, reply) => {
      sendList(deps, request, reply, keyOf(request).tenant.mode)
    })
  }
}

/** The test accounts, with any valid key: the one thing of the other mode that a live key may see. */
export function listTestVendorsRoute(app: FastifyInstance, deps: AppDeps): void {
  const operation = listTestVendorsOperation
  app.get('/transactions/v1/test-vendors', { config: { access: 'read', operation } }, (request, reply) => {
    sendList(deps, request, reply, 'test')
  })
}

// Without waiting where the list is in memory: most requests for it are answered in one turn.
function sendList(
  { vendorAccounts }: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  mode: Mode,
): void {
  const visible = vendorAccounts.visibleTo(keyOf(request).tenant)
  if (visible instanceof Promise) {
    visible.then(
      (accounts) => reply.type(JSON_TYPE).send(vendorListJson(accounts, mode)),
      (error: unknown) => reply.send(error),
    )
    return
  }
  reply.type(JSON_TYPE).send(vendorListJson(visible, mode))
}
