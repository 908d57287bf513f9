import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

// Without a started SDK (wire/tracing.ts), all of this does nothing.

/** The id of the trace that the running code belongs to, for log lines. */
export function activeTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

// Restate keeps `traceparent` for itself, and passes other headers on.
const HEADER = 'x-afara-traceparent'

/** Headers with which a call of Restate continues the trace. */
export function traceHeaders(): Record<string, string> {
  const { traceparent } = propagated()
  return traceparent === undefined ? {} : { [HEADER]: traceparent }
}

function propagated(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  return headers
}

/** Runs the work in a span of its own, in the trace that these headers name. */
export async function inSpan<T>(
  name: string,
  headers: ReadonlyMap<string, string>,
  work: () => Promise<T>,
): Promise<T> {
  const parent = propagation.extract(context.active(), { traceparent: headers.get(HEADER) })
  const tracer = trace.getTracer('afara')
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER }, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      // Its words may name a person. The log has them.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
