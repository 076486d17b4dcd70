import { createHttp, kindOfStatus, type Outbound, rawOf, retryAfter } from '../../http.ts';
import { cut } from '../../read.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';

export const PLATFORM = 'homedepotdock';
/** What the partner sent, and what it is sent. */
export type Folder = 'in' | 'out';
export interface MailFile {
  name: string;
  modifiedAt: number;
}

const LIMITS = { mailbox: { perSecond: 20, burst: 40 } };
const RESPONSE = /<(?:[\w-]+:)?response\b[^>]*>([\s\S]*?)<\/(?:[\w-]+:)?response>/g;
const HREF = /<(?:[\w-]+:)?href\b[^>]*>([^<]*)</;
const MODIFIED = /<(?:[\w-]+:)?getlastmodified\b[^>]*>([^<]*)</;

/** A seller's mailbox of EDI files over WebDAV (RFC 4918). Files are only ever added: one is never changed. */
export function createMailbox(options: HttpOptions, address: string) {
  const http = createHttp(PLATFORM, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.mailbox ?? address;

  async function call(access: ShopAccess, what: Omit<Outbound, 'pace' | 'url'> & { path: string }, fine: number[]) {
    const { path, ...rest } = what;
    const { user = '', password = '' } = access.tokens.keys ?? {};
    const sign = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
    const answer = await http({
      ...rest,
      url: `${base}/${path}`,
      headers: { ...rest.headers, accept: '*/*', authorization: `Basic ${sign}` },
      pace: { account: access.account, kind: 'mailbox' },
    });
    if (fine.includes(answer.status)) return answer;
    const kind = kindOfStatus(answer.status, rest.effect);
    throw new ConnectorError(PLATFORM, kind, `mailbox: ${cut(answer.text).slice(0, 300) || `HTTP ${answer.status}`}`, {
      status: answer.status,
      code: `HTTP ${answer.status}`,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? 1000 } : {}),
    });
  }

  /** Oldest first. */
  async function list(access: ShopAccess, folder: Folder): Promise<MailFile[]> {
    const { text } = await call(
      access,
      { method: 'PROPFIND', path: `${folder}/`, headers: { depth: '1' }, effect: 'read' },
      [207],
    );
    const files = [...text.matchAll(RESPONSE)].flatMap(([, one = '']): MailFile[] => {
      const href = HREF.exec(one)?.[1] ?? '';
      const modifiedAt = Date.parse(MODIFIED.exec(one)?.[1] ?? '');
      const name = decodeURIComponent(href.split('/').at(-1) ?? '');
      return name === '' || Number.isNaN(modifiedAt) ? [] : [{ name, modifiedAt }];
    });
    return files.sort((a, b) => a.modifiedAt - b.modifiedAt || (a.name < b.name ? -1 : 1));
  }

  async function read(access: ShopAccess, folder: Folder, name: string): Promise<string> {
    const path = `${folder}/${encodeURIComponent(name)}`;
    return (await call(access, { method: 'GET', path, effect: 'read' }, [200])).text;
  }

  /** @returns false when a file of this name is there already: then nothing is written */
  async function put(access: ShopAccess, name: string, content: string): Promise<boolean> {
    const answer = await call(
      access,
      {
        method: 'PUT',
        path: `out/${encodeURIComponent(name)}`,
        headers: { 'if-none-match': '*' },
        body: { type: 'application/edi-x12', content },
        effect: 'repeatable',
      },
      [200, 201, 204, 412],
    );
    return answer.status !== 412;
  }

  return { list, read, put };
}

export type Mailbox = ReturnType<typeof createMailbox>;
