import { randomUUID } from 'node:crypto';
import { isRecord, text } from '../http/types.ts';
import { type Call, type Operation, ok } from './api.ts';
import { bad, DscoError } from './errors.ts';
import { itemView } from './inventory.ts';

const TYPES = [
  ...['order', 'invoice', 'inventory', 'catalog', 'catalogchangelog', 'orderitemchange'],
  ...['undeliverableshipment', 'returns', 'validation'],
];
const PAGE = 1000;
const MOST_EVENTS = 50_000;

interface Stream {
  id: string;
  objectType: string;
  description: string;
  query: Record<string, unknown>;
  position: string;
  maxPosition: string;
  /** An article's event shows it as it is when it is read. */
  events: { id: string; sku: string; visibleAt: number }[];
}

/** "z/2026/11/21/07/30/1795246200000-0000000": sorts by its time, then by its number. */
function positionAt(ms: number, n: number): string {
  const [year, month, day, hour, minute] = new Date(ms).toISOString().split(/[-T:]/);
  return `z/${year}/${month}/${day}/${hour}/${minute}/${ms}-${String(n).padStart(7, '0')}`;
}

const streamView = ({ id, objectType, description, query, position, maxPosition }: Stream) => ({
  id,
  objectType,
  description,
  query,
  partitions: [{ partitionId: 0, status: 'active', position, maxPosition }],
});

/** Sequences of what happened; only a dump of all articles flows here. Source: Stream. */
export function streamOperations(): Operation[] {
  const streams = new Map<string, Stream>();

  function streamIn({ ids: [id = '', partition = '0'] }: Call): Stream {
    const stream = streams.get(id);
    if (!stream || partition !== '0') throw new DscoError(404, 'not_found', `Stream ${id} was not found.`);
    return stream;
  }

  function create({ body, now }: Call) {
    if (!isRecord(body) || !TYPES.includes(text(body.objectType))) throw bad(`objectType must be one of ${TYPES}.`);
    if (!isRecord(body.query) || text(body.query.queryType) !== body.objectType)
      throw bad('query is required, and its queryType must be the objectType.');
    const partitions = Number(body.numPartitions ?? 1);
    if (!Number.isInteger(partitions) || partitions < 1 || partitions > 20)
      throw bad('There may be 1 to 20 partitions.');
    const id = text(body.id) || randomUUID();
    if (streams.has(id)) throw bad(`Stream ${id} already exists.`);
    const position = positionAt(now, 0);
    const stream: Stream = {
      id,
      objectType: text(body.objectType),
      description: text(body.description),
      query: body.query,
      position,
      maxPosition: position,
      events: [],
    };
    streams.set(id, stream);
    return ok(streamView(stream), 201);
  }

  function operate(call: Call) {
    const { body, shop, ctx, now } = call;
    const stream = streamIn(call);
    const type = isRecord(body) ? text(body.operationType) : '';
    if (type !== 'sync') throw bad('operationType must be one of sync, setpartitionowner, repartition.');
    if (stream.objectType !== 'inventory' && stream.objectType !== 'catalog')
      throw bad('This operation may only be used on inventory and catalog streams.');
    const visibleAt = now + ctx.world.settings.feedStepMs;
    for (const [n, { sku }] of shop.listings.all.entries())
      stream.events.push({ id: positionAt(visibleAt, n), sku, visibleAt });
    stream.events.splice(0, Math.max(0, stream.events.length - MOST_EVENTS));
    return ok({ operationType: 'sync', operationUuid: randomUUID() }, 202);
  }

  function read(call: Call) {
    const { ids, shop, now, ctx, account } = call;
    const stream = streamIn(call);
    const answered = ids[2] ?? '';
    const after = /^\d{4}-/.test(answered) ? positionAt(Date.parse(answered), 0) : answered;
    if (!after.startsWith('z/')) throw bad(`${answered} is not a position.`);
    const found = stream.events.filter((one) => one.id > after && one.visibleAt <= now).slice(0, PAGE);
    stream.maxPosition = stream.events.findLast((one) => one.visibleAt <= now)?.id ?? stream.maxPosition;
    const events = found.flatMap(({ id, sku }) => {
      const listing = shop.listings.bySku(sku);
      return listing ? [{ id, payload: itemView(call, listing), source: 'sync', partitionId: 0 }] : [];
    });
    const lost = events.length > 0 && ctx.faults.take(account.platform, 'losePage');
    return ok({ partitionId: 0, ownerId: null, events: lost ? [] : events });
  }

  function commit(call: Call) {
    streamIn(call).position = call.ids[2] ?? '';
    return ok({ status: 'success' });
  }

  const at = '/stream/{id}/{partitionId}/{position}';
  return [
    { method: 'POST', path: '/stream', name: 'createStream', handle: create },
    {
      method: 'GET',
      path: '/stream',
      name: 'listStreams',
      query: ['id', 'partitionId'],
      handle: ({ query }) => {
        const id = query.get('id');
        return ok([...streams.values()].filter((one) => id === null || one.id === id).map(streamView));
      },
    },
    { method: 'PUT', path: '/stream/{id}', name: 'createStreamOperation', handle: operate },
    {
      method: 'DELETE',
      path: '/stream/{id}',
      name: 'deleteStream',
      handle: (call) => {
        const stream = streamIn(call);
        streams.delete(stream.id);
        return ok(streamView(stream));
      },
    },
    { method: 'GET', path: at, name: 'getStreamEventsFromPosition', handle: read },
    { method: 'PUT', path: at, name: 'updateStreamPosition', handle: commit },
  ];
}
