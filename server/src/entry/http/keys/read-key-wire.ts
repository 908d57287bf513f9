import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { AuthenticatedKey } from '../../../records/businesses/authenticate-key.ts'
import { keyScopes } from '../../../records/businesses/key-scope.ts'
import { requestWindowMs } from '../../../records/businesses/request-limit.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'

const Key = Type.Object(
  {
    business_id: textReply('The business that it belongs to.', 'biz_01a1dcc264cc7ab5819881f76f5e96ba'),
    link_tag: textReply('The link tag of that business.', 'ada-foods'),
    mode: wordReply(['test', 'live'], 'Which money it moves: none that is real in test.'),
    scopes: Type.Array(wordReply(keyScopes, 'What it may do.'), { description: 'What it may do.' }),
    requests_per_window: Type.Integer({ description: 'How often it may call in a window.', examples: [500] }),
    window_seconds: Type.Integer({ description: 'How long a window is.', examples: [10] }),
  },
  { $id: 'Key', additionalProperties: false, description: 'Who a key speaks for. Never the key itself.' },
)

export const KeyReply = Type.Object(
  { status: successField, message: textReply('For people.', 'A test key of ada-foods.'), key: Key },
  { $id: 'KeyReply', additionalProperties: false },
)

export function toKeyReply({ tenant, linkTag, scopes, requestsPerWindow }: AuthenticatedKey): object {
  return {
    status: 'success',
    message: `A ${tenant.mode} key of ${linkTag}.`,
    key: {
      business_id: formatId('business', tenant.businessId),
      link_tag: linkTag,
      mode: tenant.mode,
      scopes,
      requests_per_window: requestsPerWindow,
      window_seconds: requestWindowMs / 1000,
    },
  }
}
