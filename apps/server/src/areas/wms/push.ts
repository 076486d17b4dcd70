import { storable, storableText } from '@tradewind/connectors/storable.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../core/app.ts';
import { systemContext } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { addJob, defineJob, type Job } from '../../core/jobs/jobs.ts';
import { readAccount, speakTo } from './access.ts';
import { takeHint } from './poll.ts';

const HINT_JOB: Job<{ connectionId: number; orderNo?: string; inboundNo?: string }> = { name: 'wms.hint' };
defineJob<{ connectionId: number; orderNo?: string; inboundNo?: string }>(
  HINT_JOB.name,
  ['处理仓储服务商推送', 'Process a warehouse provider webhook'],
  async (app, ctx, { connectionId, ...hint }) => takeHint(app, ctx, connectionId, hint),
);

/**
 * Provider webhooks: verified, queued as a job, answered at once. Their content is not trusted; the job reads the
 * document.
 */
export function wmsRaw(app: App, server: FastifyInstance): void {
  void server.register(async (inner) => {
    // The signature covers the original bytes.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    inner.post<{ Params: { token: string } }>('/api/push/wms/:token', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
      );
      return reply.code(await receive(app, request.params.token, headers, body)).send();
    });
  });
}

async function receive(
  app: App,
  token: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
): Promise<number> {
  const [found] = await app.database.asOwner<{ id: number; companyId: number }>(
    sql`select id, company_id from wms_connection where push_token = ${storableText(token)} and enabled`,
  );
  if (!found) return 404;
  const ctx = systemContext(found.companyId, 'wms.push');
  const connectionId = found.id;
  const account = await readAccount(app, ctx, connectionId);
  const { wms } = speakTo(app, account);
  try {
    const push = storable(wms.readPush?.(account.keys.pushSecret ?? '', headers, body));
    if (!push) return 404;
    const { orderNo, inboundNo } = push;
    const about = { ...(orderNo ? { orderNo } : {}), ...(inboundNo ? { inboundNo } : {}) };
    if (!orderNo && !inboundNo) return 200;
    await app.database.inCompany(ctx, async (tx) => {
      // Repeated or out of order: one job per document is enough.
      await addJob(
        tx,
        HINT_JOB,
        { connectionId, ...about },
        { key: `wms.hint:${connectionId}:${orderNo ?? inboundNo}`, queue: `wms:${connectionId}` },
      );
    });
    return 200;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return error.kind === 'unauthorized' ? 401 : 200;
  }
}
