import { parseJson } from '../../json.ts';

interface Part {
  name: string;
  type: string;
  body: string;
}

/** What an answer about a label holds: its data, and files in Base64 by name. */
export interface Paper {
  data: Readonly<Record<string, unknown>>;
  files: Readonly<Record<string, string>>;
}

const HEADER = (name: string) => new RegExp(`^${name}:[ \\t]*(.+)$`, 'im');

function partOf(text: string): Part | undefined {
  const found = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)\s*$/.exec(text);
  const [, head = '', body = ''] = found ?? [];
  const name = /\bname="?([^";]+)"?/i.exec(
    HEADER('content-disposition')
      .exec(head)?.[1]
      ?.replace(/filename="[^"]*"/i, '') ?? '',
  );
  return name?.[1] ? { name: name[1], type: HEADER('content-type').exec(head)?.[1]?.trim() ?? '', body } : undefined;
}

/** Undefined where it is no multipart answer, or one that breaks off before its end. */
function partsOf(contentType: string, text: string): Part[] | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1] ?? /^\s*--(\S+)\r?\n/.exec(text)?.[1];
  if (!boundary || !text.includes(`--${boundary}--`)) return undefined;
  const [whole = ''] = text.split(`--${boundary}--`);
  return whole
    .split(`--${boundary}`)
    .slice(1)
    .flatMap((one) => partOf(one) ?? []);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * USPS answers in parts: data as JSON, then files whose bytes are Base64 whatever their headers say. The same may come
 * as one JSON document. @throws SyntaxError for what is neither
 */
export function readPaper(contentType: string, text: string): Paper {
  const data: Record<string, unknown> = {};
  const files: Record<string, string> = {};
  if (/^multipart\//i.test(contentType) || text.trimStart().startsWith('--')) {
    const parts = partsOf(contentType, text);
    if (!parts) throw new SyntaxError('the parts break off');
    for (const { name, type, body } of parts) {
      if (/json/i.test(type)) data[name] = parseJson(body);
      else files[name] = body;
    }
    return { data, files };
  }
  const whole = parseJson(text);
  if (!isRecord(whole)) throw new SyntaxError('neither parts nor an object');
  for (const [name, value] of Object.entries(whole)) {
    if (typeof value === 'string' && /Image$/.test(name)) files[name] = value;
    else data[name] = value;
  }
  return { data, files };
}
