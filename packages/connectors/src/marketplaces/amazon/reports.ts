import { z } from 'zod';
import type { Sleep } from '../../pace.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { type AmazonClient, marketplacesOf, PLATFORM, shaped } from './client.ts';
import type { Documents } from './documents.ts';

const REPORTS = '/reports/2021-06-30';
/** How long a report is waited for before other work of the shop gets its turn. */
const PAUSES_MS = [300, 600, 1200, 2400, 4800];
const ASK_AGAIN_MS = 30_000;

const reportMade = z.object({ reportId: z.string().min(1) });
const reportShape = z.object({
  processingStatus: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'CANCELLED', 'FATAL']),
  reportDocumentId: z.string().nullish(),
});
const documentShape = z.object({ url: z.url(), compressionAlgorithm: z.string().nullish() });

/** Reports: asked for, written by Amazon within minutes, then fetched. */
export function createReports(call: AmazonClient, documents: Documents, sleep: Sleep) {
  const look = async (access: ShopAccess, reportId: string) =>
    shaped(
      reportShape,
      await call(access, {
        operation: 'getReport',
        method: 'GET',
        path: `${REPORTS}/reports/${encodeURIComponent(reportId)}`,
      }),
      'getReport',
    );

  /** @throws ConnectorError `throttled` while Amazon is still writing: the report is asked for again later */
  async function finished(access: ShopAccess, reportId: string): Promise<z.output<typeof reportShape>> {
    for (const pause of [...PAUSES_MS, undefined]) {
      const report = await look(access, reportId);
      if (report.processingStatus !== 'IN_QUEUE' && report.processingStatus !== 'IN_PROGRESS') return report;
      if (pause !== undefined) await sleep(pause);
    }
    throw new ConnectorError(PLATFORM, 'throttled', 'Amazon is still writing the report', {
      code: 'REPORT_PENDING',
      retryAfterMs: ASK_AGAIN_MS,
    });
  }

  return {
    /** @returns the report's id */
    async ask(access: ShopAccess, reportType: string, from: Instant, to: Instant): Promise<string> {
      const made = await call(access, {
        operation: 'createReport',
        method: 'POST',
        path: `${REPORTS}/reports`,
        json: { reportType, marketplaceIds: marketplacesOf(access), dataStartTime: from, dataEndTime: to },
      });
      return shaped(reportMade, made, 'createReport').reportId;
    },

    /** The report's text; null where Amazon had nothing to report (it then calls the report cancelled). */
    async fetch(access: ShopAccess, reportId: string): Promise<Buffer | null> {
      const report = await finished(access, reportId);
      if (report.processingStatus === 'CANCELLED') return null;
      if (report.processingStatus === 'FATAL' || !report.reportDocumentId) {
        throw new ConnectorError(PLATFORM, 'unavailable', `Amazon could not write the report ${reportId}`, {
          code: 'REPORT_FATAL',
        });
      }
      const document = await call(access, {
        operation: 'getReportDocument',
        method: 'GET',
        path: `${REPORTS}/documents/${encodeURIComponent(report.reportDocumentId)}`,
      });
      return documents.download(shaped(documentShape, document, 'getReportDocument'));
    },
  };
}

export type Reports = ReturnType<typeof createReports>;
