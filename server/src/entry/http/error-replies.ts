import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { isConnectionLoss } from '../../kernel/postgres/database-errors.ts'
import { type FieldProblem, Refusal, type RefusalCode } from '../../kernel/refusal.ts'
import { editDistance } from '../../records/names/edit-distance.ts'
import { errorCatalogue } from './error-catalogue/error-catalogue.ts'
import { NOT_JSON } from './json-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that answered this request. */
    refusalCode?: RefusalCode
  }
}

/** Builds error responses. Each links to the errors page. */
export type ErrorReplies = Readonly<{
  /** Returns only the body, for a response that is not sent through Fastify. */
  bodyOf(refusal: Refusal, requestId: string): object
  onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  onNotFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}>

const RETRY_AFTER_SECONDS = 5

/** The single format of every error response. */
export function createErrorReplies(publicUrl: string): ErrorReplies {
  const bodyOf = (refusal: Refusal, requestId: string) => ({
    status: 'error',
    message: refusal.message,
    code: refusal.code,
    errors: problemsOf(refusal).map(toWire),
    request_id: requestId,
    docs_url: `${publicUrl}/docs/errors#${refusal.code}`,
  })
  const send = async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    const { status } = errorCatalogue[refusal.code]
    request.refusalCode = refusal.code
    if ((status === 503 || status === 429) && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER_SECONDS)
    return reply.code(status).send(bodyOf(refusal, request.id))
  }
  return {
    bodyOf,
    onError: async (error, request, reply) => {
      const refusal = toRefusal(error, request)
      if (refusal.code === 'internal')
        request.log.error({ request_id: request.id, err: error }, 'request failed')
      return send(request, reply, refusal)
    },
    onNotFound: async (request, reply) =>
      send(request, reply, new Refusal('not_found', 'This URL or method does not exist.')),
  }
}

/** Returns what the caller is told. A refusal is shown in full. Any other failure is our fault: we log it, and give no details. */
export function toRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error.validation !== undefined) return fromSchema(error.validation)
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal(
      'body_too_large',
      `The body is larger than ${sizeOf(request.routeOptions?.bodyLimit)}.`,
    )
  const known = frameworkRefusals[error.code]
  if (known !== undefined) return new Refusal(known.code, known.message)
  if (isConnectionLoss(error))
    return new Refusal('unavailable', 'We cannot answer now. Try again in a few seconds.')
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new Refusal('malformed', 'The request cannot be read.')
  }
  return new Refusal('internal', `Something failed on our side. Contact us and quote request ${request.id}.`)
}

/**
 * Returns what the schema of a route with `attachValidation` found wrong, so that the handler can add what it finds itself. Throws if there
 * is no object to read.
 */
export function schemaProblems(request: Pick<FastifyRequest, 'validationError'>): readonly FieldProblem[] {
  const error = request.validationError
  if (error === undefined) return []
  const refusal = fromSchema(error.validation)
  if (refusal.problems.length === 0) throw refusal
  return refusal.problems
}

function fromSchema(errors: NonNullable<FastifyError['validation']>): Refusal {
  const isWhole = errors.some(({ instancePath, keyword }) => instancePath === '' && keyword === 'type')
  if (isWhole) return new Refusal('malformed', 'Send the request as a JSON object in the body.')
  const problems = toProblems(errors)
  const [first] = problems
  return new Refusal(first?.code ?? 'field_invalid', first?.message ?? 'A field is not valid.', { problems })
}

const frameworkRefusals: Readonly<Record<string, { code: RefusalCode; message: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'not_json',
    message: NOT_JSON,
  },
  FST_ERR_BAD_URL: { code: 'not_found', message: 'This URL does not exist.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'This URL does not exist.' },
}

function sizeOf(bytes = 64 * 1024): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`
}

function problemsOf({ code, message, problems, detail }: Refusal): readonly FieldProblem[] {
  if (problems.length > 0) return problems
  const field = fieldOfCode[code]
  return field === undefined ? [] : [{ field, code, message, detail }]
}

function toWire({ field, code, message, detail }: FieldProblem) {
  return { field, code, message, ...detail }
}

/** For codes that refuse the whole request: the field that most likely causes the refusal. */
export const fieldOfCode: Readonly<Partial<Record<RefusalCode, string>>> = {
  amount_below_fee: 'amount',
  amount_too_fine: 'amount',
  beneficiary_name_mismatch: 'account_name',
  beneficiary_not_enrolled: 'account_number',
  business_mismatch: 'business_id',
  case_decided: 'choice',
  choice_not_offered: 'choice',
  colour_invalid: 'colour',
  cursor_invalid: 'after',
  daily_limit: 'amount',
  delivery_not_open: 'network',
  delivery_short: 'amount',
  deposits_not_open: 'wallet_address',
  export_too_large: 'from',
  idempotency_key_conflict: 'Idempotency-Key',
  idempotency_key_invalid: 'Idempotency-Key',
  insufficient_balance: 'amount',
  logo_invalid: 'logo',
  possible_duplicate: 'reference',
  reference_conflict: 'reference',
  return_url_invalid: 'return_url',
  test_vendor_with_live_key: 'vendor_number',
  unknown_vendor: 'vendor_number',
  wallet_cannot_receive: 'wallet_address',
  wallet_incomplete: 'wallet_address',
  wallet_required: 'wallet_address',
  withdrawals_not_open: 'network',
}

// Limits the length of the response. A body of 64 kB can break very many rules.
const MOST = 20

type SchemaError = FastifySchemaValidationError & {
  parentSchema?: { description?: string; properties?: Readonly<Record<string, unknown>> }
}

/** Converts schema errors to our format: a field, a code and a sentence that says what is valid. */
function toProblems(errors: readonly FastifySchemaValidationError[]): FieldProblem[] {
  return errors.slice(0, MOST).map(toProblem)
}

function toProblem(error: SchemaError): FieldProblem {
  const { keyword, params, instancePath, parentSchema } = error
  switch (keyword) {
    case 'required':
      return problem(within(instancePath, params.missingProperty), 'field_required', 'is required.')
    case 'additionalProperties':
      return unknownField(
        String(params.additionalProperty),
        Object.keys(parentSchema?.properties ?? {}),
        instancePath,
      )
    case 'type':
      return problem(instancePath.slice(1), 'field_type', `must be ${typeName(params.type)}.`)
    default:
      return problem(
        instancePath.slice(1),
        'field_invalid',
        `is not valid. Expected: ${parentSchema?.description ?? error.message}`,
      )
  }
}

function unknownField(given: string, fields: readonly string[], instancePath: string): FieldProblem {
  const meant = meantField(given, fields)
  const name = within(instancePath, given)
  if (meant === undefined)
    return problem(name, 'field_unknown', 'is not a field of this request. Remove it or check the spelling.')
  const rule = `is not a field of this request. Did you mean ${meant}?`
  return { ...problem(name, 'field_unknown', rule), detail: { did_you_mean: meant } }
}

const MOST_SLIPS = 2

/** Returns the field whose name is nearest. Case, dashes and underscores do not count as a difference. */
function meantField(name: string, fields: readonly string[]): string | undefined {
  const plain = (text: string) =>
    text
      .slice(0, 60)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
  const typed = plain(name)
  // A short name is near to many others.
  const most = Math.min(MOST_SLIPS, Math.floor(typed.length / 3))
  const near = fields
    .map((field) => ({ field, slips: editDistance(typed, plain(field)) }))
    .filter(({ slips }) => slips <= most)
    .sort((left, right) => left.slips - right.slips)
  return typed === '' ? undefined : near[0]?.field
}

/** Names a field of an object in a list by its place, as in `rows/7/amount`. */
function within(instancePath: string, name: unknown): string {
  return [...instancePath.split('/').filter((part) => part !== ''), String(name)].join('/')
}

function problem(name: unknown, code: RefusalCode, rule: string): FieldProblem {
  const field = String(name).slice(0, 60)
  return { field, code, message: `${field} ${rule}` }
}

function typeName(type: unknown): string {
  const names: Readonly<Record<string, string>> = {
    string: 'text in quotes',
    number: 'a number',
    'number,string': 'a number such as 15000.50',
    object: 'a JSON object',
  }
  return names[String(type)] ?? String(type)
}
