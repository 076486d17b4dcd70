import { hostname } from 'node:os';
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Config } from './config.ts';
import { watchOutsideCalls } from './outside-calls.ts';

export { SpanKind };

// Spans follow a request through statements, calls to other systems and the jobs that it leaves behind. They hold no
// value of a statement, no path or body of a call to another system. Without a provider the API does nothing.

const tracer = trace.getTracer('tradewind');

export interface Traced {
  kind?: SpanKind;
  attributes?: Attributes;
  /** From `traceHere`, by which the span belongs to the trace of another process. */
  from?: string | undefined;
}

/** Runs `work` in a span of its own. */
export function traced<T>(name: string, { kind, attributes, from }: Traced, work: () => Promise<T>): Promise<T> {
  const parent = from ? propagation.extract(ROOT_CONTEXT, { traceparent: from }) : context.active();
  return tracer.startActiveSpan(
    name,
    { ...(kind !== undefined && { kind }), ...(attributes && { attributes }) },
    parent,
    async (span) => {
      try {
        return await work();
      } catch (error) {
        failed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

function failed(span: Span, error: unknown): void {
  // The message of an error of the database may hold values.
  const { name = 'Error', code } = error as { name?: string; code?: string | number };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', code === undefined ? name : String(code));
}

/** A part of the work that goes on elsewhere: a message to the database. Undefined where nobody follows. */
export function beginSpan(name: string, attributes: () => Attributes): Span | undefined {
  if (!trace.getActiveSpan()?.isRecording()) return undefined;
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: attributes() });
}

/** Where the work stands, for a job that goes on with it: W3C's traceparent. Undefined where nobody follows. */
export function traceHere(): string | undefined {
  if (!trace.getActiveSpan()?.isRecording()) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** More about the work that goes on. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** For lines of the log. */
export function traceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

function followOutsideCalls(): void {
  watchOutsideCalls(({ method, host }) => {
    const span = beginSpan(`${method} ${host}`, () => ({ 'server.address': host }));
    return (
      span &&
      ((outcome) => {
        if ('error' in outcome) failed(span, outcome.error);
        else span.setAttribute('http.response.status_code', outcome.status);
        span.end();
      })
    );
  });
}

/**
 * Sends spans to an OTLP collector, as OpenTelemetry's own variables say (OTEL_EXPORTER_OTLP_ENDPOINT and _HEADERS,
 * OTEL_TRACES_SAMPLER and _ARG, OTEL_SERVICE_NAME). The libraries are loaded only then.
 * @returns sends what is left
 */
export async function startTracing({ roles, tracesUrl }: Config): Promise<(() => Promise<void>) | undefined> {
  if (!tracesUrl) return undefined;
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const own = { 'service.name': 'tradewind', 'service.instance.id': hostname(), 'tradewind.roles': roles.join(',') };
  const resource = resources
    .resourceFromAttributes(own)
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const provider = new NodeTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  followOutsideCalls();
  return () => provider.shutdown();
}
