/** The parts of an error body, if it has the shape of our errors. */
export type ErrorBody = Readonly<{
  code: string | undefined
  fields: readonly string[]
  request_id: string | undefined
}>

export function readErrorBody(text: string): ErrorBody {
  const body = parse(text)
  const errors = Array.isArray(body.errors)
    ? (body.errors as readonly Readonly<Record<string, unknown>>[])
    : []
  return {
    code: typeof body.code === 'string' ? body.code : undefined,
    fields: errors.map(({ field }) => String(field)),
    request_id: typeof body.request_id === 'string' ? body.request_id : undefined,
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
