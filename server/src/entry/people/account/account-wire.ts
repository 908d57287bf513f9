import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { namedObject } from '../../http/object-schemas.ts'
import { textReply } from '../../http/reply-fields.ts'

/** Where members act for their businesses. */
export const ACCOUNT_PATH = '/account/v1'

export const message = textReply('A message for people.', 'Copy the key now. We do not show it again.')

export const IssuedKeyWire = namedObject(
  'IssuedKey',
  {
    key_id: textReply('The id of the key.', 'key_01a1dcc264cc7ab5819881f76f5e96ba'),
    secret: textReply('The secret. We show it once and do not store it.', 'svc_test_lag1_…'),
  },
  'A key that was just issued.',
)

export const issuedKeyExample = {
  key_id: 'key_01a1dcc264cc7ab5819881f76f5e96ba',
  secret: 'svc_test_lag1_7Yh3kq…',
}

export function toIssuedKey({ id, secret }: Readonly<{ id: string; secret: string }>) {
  return { key_id: formatId('key', id), secret }
}

export const businessPath = { business_id: Type.String({ description: 'The id of the business (biz_…).' }) }
