import type { SpanProcessor } from '@opentelemetry/sdk-trace'
import { noteTrace } from '../entry/http/request-log.ts'

export type Tracing = Readonly<{
  /** Sends what was not sent yet. */
  stop(): Promise<void>
}>

/**
 * Starts traces of requests and of calls by Restate, and sends them to a collector (OTLP over HTTP). Without a URL nothing is loaded and
 * nothing is recorded. Call it before any listener is created. A span names the route, and neither the URL, whose query may name a customer,
 * nor the words of an error.
 */
export async function startTracing(serviceName: string, url: string | undefined): Promise<Tracing> {
  if (url === undefined) return { stop: async () => {} }
  const [{ NodeSDK }, { BatchSpanProcessor }, { OTLPTraceExporter }, { FastifyOtelInstrumentation }] =
    await Promise.all([
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@fastify/otel'),
    ])
  const sending = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${url}/v1/traces` }) })
  const requests = new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    recordExceptions: false,
    // One span per request. A span for each hook would cost several times as much.
    instrumentHooks: false,
    instrumentHandler: false,
    requestHook: (span, request) => {
      const route = request.routeOptions.url ?? 'none'
      span.updateName(`${request.method} ${route}`)
      span.setAttribute('url.path', route)
      noteTrace(request, span.spanContext().traceId)
    },
  })
  const sdk = new NodeSDK({
    serviceName,
    autoDetectResources: false,
    metricReaders: [],
    logRecordProcessors: [],
    spanProcessors: [withoutWords, sending],
    instrumentations: [requests],
  })
  sdk.start()
  return { stop: async () => sdk.shutdown() }
}

/** Takes the message of an error away from a span: it may name a person. */
const withoutWords: SpanProcessor = {
  onStart: () => {},
  onEnding: (span) => {
    if (span.status.message !== undefined) span.setStatus({ code: span.status.code })
  },
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
}
