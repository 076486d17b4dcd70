import { deflateRawSync } from 'node:zlib';
import type { Call } from '@tradewind/contract/call.ts';
import { DEFLATED, type ZipPart, zipDirectory, zipHead } from '../core/zip.ts';
import type { Person, TestServer } from '../testing/harness.ts';

/** A form with a file, written by hand: browsers escape what an attacker would write into a file's name. */
export async function upload(
  server: TestServer,
  call: Call,
  as: Person,
  { name, type = 'application/octet-stream', data }: { name: string; type?: string; data: Buffer },
  fields: Record<string, string | number> = {},
) {
  const edge = 'edge-of-the-parts';
  const before = Object.entries(fields).map(
    ([field, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const response = await fetch(`${server.url}/api${call.path}`, {
    method: 'POST',
    headers: { token: as.token, 'content-type': `multipart/form-data; boundary=${edge}` },
    body: new Uint8Array(
      Buffer.concat([Buffer.from(before.join('') + head), data, Buffer.from(`\r\n--${edge}--\r\n`)]),
    ),
  });
  const { data: answered } = (await response.json()) as { data: Record<string, unknown> & { error?: string } };
  return { status: response.status, data: answered };
}

export async function download(server: TestServer, call: Call, as: Person, input: Record<string, string | number>) {
  const url = new URL(`${server.url}/api${call.path}`);
  for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
  const response = await fetch(url, { headers: { token: as.token } });
  return { status: response.status, headers: response.headers, data: Buffer.from(await response.arrayBuffer()) };
}

const packedBefore = new Map<Buffer, Buffer>();
/** What makes a bomb is large, and the same in all of them: packed once. */
function packedOf(content: string | Buffer): Buffer {
  if (typeof content === 'string') return deflateRawSync(content);
  const packed = packedBefore.get(content) ?? deflateRawSync(content, { level: 1 });
  packedBefore.set(content, packed);
  return packed;
}

/** An archive that names whatever sizes the attacker likes. `again`: the directory names the members so many times. */
export function zipOf(
  members: Record<string, string | Buffer>,
  { claims = {} as Record<string, number>, again = 1 } = {},
) {
  const chunks: Buffer[] = [];
  const parts: ZipPart[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(members)) {
    const packed = packedOf(content);
    const part = { name, crc: 0, size: claims[name] ?? content.length, packed: packed.length, offset };
    const head = zipHead(name, DEFLATED, part);
    parts.push(part);
    chunks.push(head, packed);
    offset += head.length + packed.length;
  }
  const listed = Array.from({ length: again }, (_, i) =>
    parts.map((part) => (i === 0 ? part : { ...part, name: part.name.replace('sheet1', `sheet${i + 1}`) })),
  ).flat();
  return Buffer.concat([...chunks, zipDirectory(listed, DEFLATED, offset)]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook of one sheet, whose texts are all in its table of strings. */
export const workbook = (strings: string, sheet: string, doctype = ''): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<?xml version="1.0"?>${doctype}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/sharedStrings.xml': `<?xml version="1.0"?>${doctype}<sst xmlns="${MAIN}">${strings}</sst>`,
  'xl/worksheets/sheet1.xml': `<?xml version="1.0"?>${doctype}<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`,
});
