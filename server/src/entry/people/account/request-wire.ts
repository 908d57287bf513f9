import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { RefusalCode } from '../../../kernel/refusal.ts'
import type { LoggedRequest } from '../../../records/requests/request-log-store.ts'
import { errorCatalogue } from '../../http/error-catalogue/error-catalogue.ts'
import { namedObject } from '../../http/object-schemas.ts'
import { successField, textReply } from '../../http/reply-fields.ts'
import { timeReply } from '../people-wire.ts'
import { message } from './account-wire.ts'

const maybeText = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const RequestWire = namedObject('LoggedRequest', {
  request_id: textReply(
    'The id of the request, which its reply names too.',
    '7c1f0e9a-4d0b-4d55-9a51-2f6f6f0f3a11',
  ),
  key_id: textReply('The key that sent it.', 'key_01a1dcc264cc7ab5819881f76f5e96ba'),
  at: timeReply('When we answered.'),
  method: textReply('The method.', 'POST'),
  path: textReply('The path, without the query.', '/transactions/v1/onramp'),
  status: Type.Integer({ description: 'The HTTP status of the reply.', examples: [422] }),
  duration_ms: Type.Integer({
    description: 'How long it took, in milliseconds.',
    minimum: 0,
    examples: [12],
  }),
  is_replay: Type.Boolean({ description: 'Whether the reply repeats an earlier one (Idempotency-Key).' }),
  code: maybeText('The error code; null if the request succeeded.'),
  meaning: maybeText('What the error means.'),
  fix: maybeText('What to do.'),
})

export const RequestsReply = namedObject('RequestsReply', {
  status: successField,
  message,
  requests: Type.Array(RequestWire, { description: 'Newest first.' }),
  next: maybeText('Send it as `after` to get the next page; null on the last page.'),
})

export const requestExample = {
  request_id: '7c1f0e9a-4d0b-4d55-9a51-2f6f6f0f3a11',
  key_id: 'key_01a1dcc264cc7ab5819881f76f5e96ba',
  at: '2026-11-15T09:30:00.000Z',
  method: 'POST',
  path: '/transactions/v1/onramp',
  status: 422,
  duration_ms: 12,
  is_replay: false,
  code: 'unknown_vendor',
  meaning: errorCatalogue.unknown_vendor.meaning,
  fix: errorCatalogue.unknown_vendor.fix,
}

export function toRequestWire(request: LoggedRequest) {
  const entry = request.code === null ? undefined : explain(request.code)
  return {
    request_id: request.requestId,
    key_id: formatId('key', request.keyId),
    at: request.at.toISOString(),
    method: request.method,
    path: request.path,
    status: request.status,
    duration_ms: request.durationMs,
    is_replay: request.isReplay,
    code: request.code,
    meaning: entry?.meaning ?? null,
    fix: entry?.fix ?? null,
  }
}

/** A code that an earlier release had may be gone. */
function explain(code: string): Readonly<{ meaning: string; fix: string }> | undefined {
  return Object.hasOwn(errorCatalogue, code) ? errorCatalogue[code as RefusalCode] : undefined
}

export function toCursor({ at, requestId }: LoggedRequest): string {
  return `${at.getTime()}_${requestId}`
}

/** Reads a text that its schema checked. */
export function readCursor(text: string): Readonly<{ at: Date; requestId: string }> {
  return { at: new Date(Number(text.slice(0, 13))), requestId: text.slice(14) }
}
