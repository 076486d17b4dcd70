import type { FileKind } from '@tradewind/contract/call.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** The end of an archive names its members. */
const DIRECTORY = 64 * 1024;
const CONTENT = /\.(jpe?g|png|gif|csv|txt|tsv|edi|x12)/i;

/** The type of a file by its first bytes. An .xlsx is a zip that holds xl/workbook.xml; other zips are known by pictures or tables. */
export function sniff(data: Buffer): FileKind | undefined {
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg';
  if (data.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (/^GIF8[79]a/.test(data.subarray(0, 6).toString('latin1'))) return 'gif';
  if (data.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  if (data.subarray(0, 8).equals(OLE)) return 'xls';
  if (data.subarray(0, 4).equals(ZIP) && data.includes('xl/workbook.xml')) return 'xlsx';
  if (data.subarray(0, 4).equals(ZIP) && CONTENT.test(data.subarray(-DIRECTORY).toString('latin1'))) return 'zip';
  return (
    statementKind(data.subarray(0, 4096).toString('latin1')) ??
    (isTable(data.subarray(0, 4096).toString('latin1')) ? 'csv' : undefined)
  );
}

/** Statements of banks are text: OFX in SGML or XML, SWIFT's fields, or ISO 20022 by its name space. */
function statementKind(start: string): FileKind | undefined {
  const text = start.replace(/^\xEF\xBB\xBF/, '').trimStart();
  if (/^OFXHEADER[:=]/.test(text) || /^(<\?[^>]*>\s*)*<OFX>/.test(text)) return 'ofx';
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(\w+:)?Document[^>]*camt\.053/.test(text)) return 'camt';
  return /^:20:/m.test(text) && /^:25:/m.test(text) && /^:60[FM]:/m.test(text) ? 'mt940' : undefined;
}

/** X12: each interchange begins so, and its fourth character separates. */
const INTERCHANGE = /^ISA([^\w\s]).{2}\1/;

/** Reports of Amazon in XML. */
const AMAZON_REPORT = /^\s*(<\?xml[^>]*>\s*)?<AmazonEnvelope\b/;

/** Words may stand above a table, as in remittances of Wayfair. */
const TABLE_WITHIN = 12;

/** Text (in whatever code page) of whose first lines one has several cells, and that begins like no page, script or program. */
function isTable(start: string): boolean {
  const text = start.replace(/^\xEF\xBB\xBF/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that no text has any is the point
  if (/[\x00-\x08\x0B\x0C\x0E-\x1F]/.test(text)) return false;
  const [first = '', ...next] = text.split(/\r?\n/, TABLE_WITHIN);
  if (INTERCHANGE.test(text) || AMAZON_REPORT.test(text)) return true;
  return /^["'\w*\x80-\xFF]/.test(first) && [first, ...next].some((line) => /[,;\t]/.test(line));
}

const NAME_LENGTH = 200;

/** A name to show and to save under: no path, no control characters, no marks that turn the direction of writing. */
export function fileName(supplied: string, kind: FileKind): string {
  const name = (supplied.split(/[\\/]/).pop() ?? '')
    .slice(0, NAME_LENGTH)
    // The cut may leave half of a pair, which no column of JSON takes.
    .replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
  return /^[\s.]*$/.test(name) ? `file.${kind}` : name;
}
