import {
  type Call,
  type Envelope,
  type Failure,
  type InputOf,
  type ResultOf,
  SESSION_OVER,
  WEB_HEADER,
} from '@tradewind/contract/call.ts';
import { currentLanguage, i18n } from '../i18n.ts';
import { guardClick } from './click-guard.ts';
import { ApiError } from './errors.ts';
import { isLeaving } from './leaving.ts';
import { toast } from './toast.ts';

const TIMEOUT_MS = 500_000;

export interface SendOptions {
  signal?: AbortSignal;
  /** The caller handles an ended session and a lost network itself (the first check who is signed in). */
  quiet?: boolean;
  /** For `upload` calls. */
  file?: File;
  /** A GET that changes something: a double click runs it once, like every other write. */
  acts?: boolean;
  /** Receives the server's message on success. */
  onMsg?: (msg: string) => void;
}

let onSessionOver: () => void = () => {};
let onForbidden: () => void = () => {};
/** The shell sets what happens when the session has ended or a right is gone. */
export function setSessionHandlers(over: () => void, forbidden: () => void): void {
  onSessionOver = over;
  onForbidden = forbidden;
}

let asleep = false;
/** How often the window fell asleep. */
let nights = 0;
/** While nobody is signed in here, only what strangers may ask is sent. Queries wait (`setLocked`). */
export function setAsleep(value: boolean): void {
  asleep = value;
  if (value) nights++;
}

export function callApi<C extends Call>(call: C, input: InputOf<C>, options?: SendOptions): Promise<ResultOf<C>> {
  return send(call, input, options);
}

/** Like callApi, for input built at run time (filters, forms), which the server checks. */
export function send<C extends Call>(call: C, input: unknown, options: SendOptions = {}): Promise<ResultOf<C>> {
  const work = () => exchange(call, input, options);
  return (call.method !== 'GET' || options.acts) && !options.file ? guardClick(call, input, work) : work();
}

/** The server's answer, in the contract's shape. */
const resultOf = <C extends Call>(_call: C, data: unknown): ResultOf<C> => data as ResultOf<C>;

async function exchange<C extends Call>(call: C, input: unknown, options: SendOptions): Promise<ResultOf<C>> {
  if (asleep && call.access !== 'public') throw new ApiError(0, 'web.asleep', i18n.t('error.network'));
  const night = nights;
  const response = await request(call, input, options);
  const envelope = await readEnvelope(response);
  if (envelope.code === 200) {
    options.onMsg?.(envelope.msg);
    return resultOf(call, envelope.data);
  }
  // A refusal from before the night says nothing about the session that began after it.
  throw failed(envelope as Envelope<Failure | null>, { ...options, quiet: options.quiet || night !== nights });
}

export interface DownloadedFile {
  name: string;
  blob: Blob;
}

/** For `download` calls: the file itself. */
export async function callDownload<C extends Call>(
  call: C,
  input: unknown,
  options: SendOptions = {},
): Promise<DownloadedFile> {
  const response = await request(call, input, options);
  if (!response.ok || response.headers.get('content-type')?.startsWith('application/json'))
    throw failed((await readEnvelope(response)) as Envelope<Failure | null>, options);
  return { name: fileName(response.headers.get('content-disposition')), blob: await response.blob() };
}

/** Fetches a file and hands it to the browser's save dialog. */
export async function saveDownload<C extends Call>(call: C, input: unknown): Promise<void> {
  saveBlob(await callDownload(call, input));
}

export function saveBlob(file: DownloadedFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file.blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function request(call: Call, input: unknown, options: SendOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const headers: Record<string, string> = { [WEB_HEADER]: 'web', 'x-language': currentLanguage() };
  const entries = Object.entries((input ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  let url = `/api${call.path}`;
  let body: BodyInit | undefined;
  if (options.file) {
    // Fields come before the file, because the server reads the parts in order.
    const form = new FormData();
    for (const [name, value] of entries)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    form.append('file', options.file);
    body = form;
  } else if (call.method === 'POST') {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(Object.fromEntries(entries));
  } else {
    const query = queryOf(entries);
    if (query) url += `?${query}`;
  }
  try {
    return await fetch(url, { method: call.method, headers, body, signal, credentials: 'same-origin' });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (isLeaving()) throw takenBack();
    const msg = i18n.t(timeout.aborted ? 'error.timeout' : 'error.network');
    if (!options.quiet) toast.network(msg);
    throw new ApiError(0, timeout.aborted ? 'web.timeout' : 'web.network', msg);
  }
}

function queryOf(entries: [string, unknown][]): string {
  const query = new URLSearchParams();
  for (const [name, value] of entries) {
    if (value === null || value === '') continue;
    query.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return query.toString();
}

/** The browser cancelled it because the user leaves the page. */
const takenBack = () => new ApiError(0, 'web.left', '');

async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  try {
    return (await response.json()) as Envelope<unknown>;
  } catch {
    if (isLeaving()) throw takenBack();
    return {
      code: response.status === 200 ? -1 : response.status,
      msg: i18n.t('error.noAnswer', { status: response.status }),
      data: null,
    };
  }
}

function failed(envelope: Envelope<Failure | null>, options: SendOptions): ApiError {
  if (envelope.code === SESSION_OVER && !options.quiet) onSessionOver();
  if (envelope.code === 403 && !options.quiet) onForbidden();
  const { error = 'web.noAnswer', fields = [], requestId = '' } = envelope.data ?? {};
  return new ApiError(envelope.code, error, envelope.msg, fields, requestId);
}

function fileName(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return disposition?.match(/filename="?([^";]+)"?/i)?.[1] ?? 'download';
}
