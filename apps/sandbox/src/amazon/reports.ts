import { gzipSync } from 'node:zlib';
import { type Context, param, rawBody } from '../http/app.ts';
import { at, parseJson, text } from '../http/types.ts';
import { isoSeconds } from '../world/clock.ts';
import { dollars } from '../world/orders.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import { AMAZON_MARKETPLACE } from '../world/world.ts';
import { readDate, readList } from './dates.ts';
import type { DocumentStore } from './documents.ts';
import { invalidInput, notFound } from './errors.ts';
import type { OperationBook } from './operations.ts';

const RETURNS = 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE';
const DAY = 86_400_000;
/** A report of returns covers no more. */
const MOST_DAYS = 60;

interface Report {
  reportId: string;
  reportType: string;
  from: number;
  to: number;
  createdAt: number;
  cancelled: boolean;
  documentId: string;
}

/** Reports 2021-06-30: asked for, written while one waits, fetched packed. Source: reports_2021-06-30.json. */
export function registerReports(book: OperationBook, ctx: Context, documents: DocumentStore): void {
  const reports = new Map<string, Report>();
  let counter = 70_000;
  ctx.world.onReset(() => reports.clear());
  const path = '/reports/2021-06-30/reports';

  book.add({
    method: 'POST',
    path,
    name: 'createReport',
    handle: (call) => {
      const body = parseJson(rawBody(call.request));
      const reportType = text(at(body, 'reportType'));
      const places = at(body, 'marketplaceIds');
      if (reportType !== RETURNS) throw invalidInput(`Invalid Report Type ${reportType}`);
      if (!Array.isArray(places) || places.length === 0) throw invalidInput('marketplaceIds is required.');
      if (!places.includes(AMAZON_MARKETPLACE)) throw invalidInput('Invalid marketplaceIds.');
      const now = ctx.world.clock.now();
      const to = readDate('dataEndTime', text(at(body, 'dataEndTime')), false) ?? now;
      const from = readDate('dataStartTime', text(at(body, 'dataStartTime')), false) ?? to - 30 * DAY;
      if (from > to) throw invalidInput('dataStartTime must be before dataEndTime.');
      if (to - from > MOST_DAYS * DAY) throw invalidInput(`The report covers at most ${MOST_DAYS} days.`);
      const reportId = String(++counter);
      reports.set(reportId, { reportId, reportType, from, to, createdAt: now, cancelled: false, documentId: '' });
      return call.reply.code(202).send({ reportId });
    },
  });

  function view(report: Report, shop: Shop) {
    const age = ctx.world.clock.now() - report.createdAt;
    const step = ctx.world.settings.feedStepMs;
    const over = age >= step * 2;
    const content = over ? returnsTable(shop, report.from, report.to) : undefined;
    // Amazon writes nothing where there is nothing to write.
    const nothing = over && content === undefined;
    if (content !== undefined && report.documentId === '')
      report.documentId = documents.make('text/tab-separated-values; charset=UTF-8', gzipSync(content)).id;
    const status = report.cancelled || nothing ? 'CANCELLED' : over ? 'DONE' : age < step ? 'IN_QUEUE' : 'IN_PROGRESS';
    return {
      reportId: report.reportId,
      reportType: report.reportType,
      marketplaceIds: [AMAZON_MARKETPLACE],
      dataStartTime: isoSeconds(report.from),
      dataEndTime: isoSeconds(report.to),
      createdTime: isoSeconds(report.createdAt),
      processingStatus: status,
      ...(status === 'DONE' && { reportDocumentId: report.documentId }),
    };
  }

  book.add({
    method: 'GET',
    path: `${path}/{reportId}`,
    name: 'getReport',
    handle: (call) => {
      const report = reports.get(param(call.request, 'reportId'));
      if (!report) throw notFound();
      return call.reply.send(view(report, call.shop));
    },
  });
  book.add({
    method: 'GET',
    path,
    name: 'getReports',
    handle: (call) => {
      const types = readList(call.query.reportTypes);
      if (types.length === 0) throw invalidInput('reportTypes or nextToken is required.');
      const all = [...reports.values()].filter((one) => types.includes(one.reportType)).reverse();
      return call.reply.send({
        reports: all.slice(0, Number(call.query.pageSize ?? 10)).map((one) => view(one, call.shop)),
      });
    },
  });
  book.add({
    method: 'DELETE',
    path: `${path}/{reportId}`,
    name: 'cancelReport',
    handle: (call) => {
      const report = reports.get(param(call.request, 'reportId'));
      if (!report) throw notFound();
      if (view(report, call.shop).processingStatus !== 'IN_QUEUE')
        throw invalidInput('Only a report in the queue can be cancelled.');
      report.cancelled = true;
      return call.reply.code(200).send();
    },
  });
  book.add({
    method: 'GET',
    path: '/reports/2021-06-30/documents/{reportDocumentId}',
    name: 'getReportDocument',
    handle: (call) => {
      const document = documents.get(param(call.request, 'reportDocumentId'));
      if (!document) throw notFound();
      const url = documents.addressOf(document);
      return call.reply.send({ reportDocumentId: document.id, url, compressionAlgorithm: 'GZIP' });
    },
  });
}

const COLUMNS = [
  ...['Order ID', 'Order date', 'Return request date', 'Return request status', 'Amazon RMA ID', 'Merchant RMA ID'],
  ...['Label type', 'Label cost', 'Currency code', 'Return carrier', 'Tracking ID', 'Label to be paid by'],
  ...['A-to-Z Claim', 'Is prime', 'ASIN', 'Merchant SKU', 'Item Name', 'Return quantity', 'Return Reason'],
  ...['In policy', 'Return type', 'Resolution', 'Invoice number', 'Return delivery date', 'Order Amount'],
  ...['Order quantity', 'Refunded Amount', 'Order Item ID'],
];
const STATUS: Record<ReturnState, string> = {
  requested: 'Pending',
  approved: 'Approved',
  shipped: 'Approved',
  received: 'Approved',
  refunded: 'Completed',
  rejected: 'Denied',
};
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const day = (ms: number): string => {
  const date = new Date(ms);
  return `${String(date.getUTCDate()).padStart(2, '0')}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()}`;
};

/** One row an article. Undefined where no return was asked for in the time. */
function returnsTable(shop: Shop, from: number, to: number): string | undefined {
  // By the day of the request, whole days.
  const start = from - (from % DAY);
  const found = shop.returns.filter((one) => one.createdAt >= start && one.createdAt <= to + DAY);
  if (found.length === 0) return undefined;
  const rows = found.flatMap((one) => rowsOf(shop, one));
  const cells = rows.map((row) => COLUMNS.map((name) => row[name] ?? '').join('\t'));
  return `${[COLUMNS.join('\t'), ...cells].join('\n')}\n`;
}

function rowsOf(shop: Shop, one: SandboxReturn): Record<string, string>[] {
  const order = shop.byId.get(one.orderId);
  return one.lines.map((line, index) => {
    const sold = order?.lines.find((candidate) => candidate.id === line.lineId);
    return {
      'Order ID': one.orderId,
      'Order date': day(order?.createdAt ?? one.createdAt),
      'Return request date': day(one.createdAt),
      'Return request status': STATUS[one.state],
      'Amazon RMA ID': `D${one.id}RRMA`,
      'Label type': 'AmazonUnPaidLabel',
      'Label cost': '0.00',
      'Currency code': 'USD',
      'Tracking ID': one.tracking,
      'Label to be paid by': 'Customer',
      'A-to-Z Claim': 'N',
      'Is prime': 'N',
      ASIN: sold?.asin ?? '',
      'Merchant SKU': line.sku,
      'Item Name': sold?.title ?? '',
      'Return quantity': String(line.quantity),
      'Return Reason': 'CR-UNWANTED_ITEM',
      'In policy': 'Y',
      'Return type': 'C-Returns',
      Resolution: 'StandardRefund',
      'Return delivery date': one.state === 'received' || one.state === 'refunded' ? day(one.updatedAt) : '',
      'Order Amount': dollars((sold?.priceCents ?? 0) * (sold?.quantity ?? 0)),
      'Order quantity': String(sold?.quantity ?? 0),
      'Refunded Amount': one.state === 'refunded' ? dollars(index === 0 ? one.refundCents : 0) : '0.00',
      'Order Item ID': line.lineId,
    };
  });
}
