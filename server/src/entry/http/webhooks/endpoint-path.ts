import { Type } from 'typebox'
import { unknownEndpoint } from '../../../flows/webhooks/manage-endpoints.ts'
import { parseId } from '../../../kernel/ids/ids.ts'

export const ENDPOINTS_PATH = '/webhooks/v1/endpoints'
/** Only what looks like an id leads to these routes, so that a mistyped URL stays a URL that leads nowhere. */
export const ENDPOINT_PATH = `${ENDPOINTS_PATH}/:id(^whe_[0-9a-f]{32}$)`

export const EndpointPath = Type.Object({
  id: Type.String({
    pattern: '^whe_[0-9a-f]{32}$',
    description: 'The id of the endpoint.',
    examples: ['whe_01a1dcc4a1b27c3d9e4f5061728394a5'],
  }),
})

export type EndpointParams = Readonly<{ Params: { id: string } }>

export function readEndpointId(params: Readonly<{ id: string }>): string {
  const id = parseId('webhookEndpoint', params.id)
  if (id === undefined) throw unknownEndpoint()
  return id
}
