import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { redact } from './redact.ts';
import { installTracing, type Span, type SpanOptions, type Tracing } from './tracing.ts';

export interface TracingOptions {
  /** Share of the traces to record, 0–1. */
  sampledShare: number;
  version: string;
  /** Called at most once a minute while the collector rejects spans or cannot be reached. */
  onProblem: (error: unknown) => void;
  now: () => number;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;
const maxAttributeLength = 2000;
const batchDelayMs = 1000;
const stopTimeoutMs = 3000;
const problemIntervalMs = 60_000;

/**
 * Starts sending traces to the collector configured in the environment
 * (`OTEL_EXPORTER_OTLP_ENDPOINT` and the exporter's other variables). Loaded only if a collector is
 * configured, because the libraries take 60 ms to load.
 */
export function startTracing({ sampledShare, version, onProblem, now }: TracingOptions): Tracing {
  const sampler = new TraceIdRatioBasedSampler(sampledShare);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'svc-reader', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    // Clients choose whether their own request is sampled, so they must not be able to increase the
    // share.
    sampler: new ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: new AlwaysOffSampler(),
    }),
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(new OTLPTraceExporter(), onProblem, now),
        scheduledDelayMillis: batchDelayMs,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('svc-reader');

  const tracing: Tracing = {
    start(name, { kind, attributes = {}, parent, startMs }) {
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes,
          ...(startMs !== undefined && { startTime: new Date(startMs) }),
        },
        parentContext(parent),
      );
      const inside = trace.setSpan(context.active(), span);
      return {
        ...identify(span.spanContext()),
        set: (more) => void span.setAttributes(more),
        run: (work) => context.with(inside, work),
        end(problem) {
          if (problem !== null)
            span.setStatus({ code: SpanStatusCode.ERROR, message: redact(problem) });
          span.end();
        },
      };
    },
    current() {
      const span = trace.getActiveSpan();
      return span ? identify(span.spanContext()) : null;
    },
    async stop() {
      installTracing(null);
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, stopTimeoutMs);
      await Promise.race([provider.shutdown().catch(onProblem), timer.promise]);
      clearTimeout(timeout);
      context.disable();
    },
  };
  installTracing(tracing);
  return tracing;
}

function parentContext(parent: SpanOptions['parent']) {
  if (parent === undefined) return context.active();
  const remote = parent === null ? null : parseTraceParent(parent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
}

function identify({
  traceId,
  spanId,
  traceFlags,
}: {
  traceId: string;
  spanId: string;
  traceFlags: number;
}): Pick<Span, 'traceId' | 'spanId' | 'traceparent'> {
  const flags = traceFlags.toString(16).padStart(2, '0');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

/** Reports failed exports, which the SDK drops silently. */
function reporting(
  exporter: SpanExporter,
  onProblem: (error: unknown) => void,
  now: () => number,
): SpanExporter {
  let reportedMs = -problemIntervalMs;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isFailed = result.code !== 0;
        if (isFailed && now() - reportedMs >= problemIntervalMs) {
          reportedMs = now();
          onProblem(result.error ?? new Error('The collector rejected the spans.'));
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
