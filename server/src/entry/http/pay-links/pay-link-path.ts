import { Type } from 'typebox'
import { unknownPayLink } from '../../../flows/pay-links/read-pay-link.ts'
import { parseId } from '../../../kernel/ids/ids.ts'

/** Only what looks like an id leads to these routes, so that a mistyped URL stays a URL that leads nowhere. */
export const PAY_LINK_PATH = '/pay-links/v1/:id(^lnk_[0-9a-f]{32}$)'

export const PayLinkPath = Type.Object({
  id: Type.String({
    pattern: '^lnk_[0-9a-f]{32}$',
    description: 'The id of the pay link.',
    examples: ['lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e'],
  }),
})

export function readPayLinkId(params: Readonly<{ id: string }>): string {
  const id = parseId('payLink', params.id)
  if (id === undefined) throw unknownPayLink()
  return id
}
