import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileAnswer } from './http/routes.ts';
import { onDemand } from './on-demand.ts';

export type Pdf = PDFKit.PDFDocument;

const pdfkit = onDemand<typeof import('pdfkit')>('pdfkit');
const bwip = onDemand<typeof import('bwip-js/node')>('bwip-js/node');

/** Points of a millimetre: sizes on paper are in millimetres. */
export const MM = 72 / 25.4;
export const A4 = { width: 210 * MM, height: 297 * MM };

export interface PageFormat {
  widthMm: number;
  heightMm: number;
  marginMm: number;
}
export const A4_PAGE: PageFormat = { widthMm: 210, heightMm: 297, marginMm: 12 };

const FONTS = new URL('../fonts/', import.meta.resolve('@embedpdf/fonts-sc'));
const fonts = new Map<string, Buffer>();

/** Read for the first document of the process: eight megabytes that most processes never need. */
function font(name: 'Regular' | 'Bold'): Buffer {
  const known = fonts.get(name);
  if (known) return known;
  const data = readFileSync(fileURLToPath(new URL(`NotoSansHans-${name}.otf`, FONTS)));
  fonts.set(name, data);
  return data;
}

/** Draws a document with a font that has Latin and Chinese letters: `regular` and `bold`. Only used letters are embedded. */
export async function drawPdf(
  file: { name: string; page: PageFormat },
  draw: (pdf: Pdf) => void | Promise<void>,
): Promise<FileAnswer> {
  const { widthMm, heightMm, marginMm } = file.page;
  const Document = pdfkit();
  const pdf = new Document({
    size: [widthMm * MM, heightMm * MM],
    margin: marginMm * MM,
    autoFirstPage: false,
    bufferPages: true,
    info: { Title: file.name, Producer: 'Tradewind' },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  narrowQuotes(pdf);
  pdf.registerFont('regular', font('Regular'));
  pdf.registerFont('bold', font('Bold'));
  pdf.font('regular');
  await draw(pdf);
  pdf.end();
  await ended;
  return { name: `${file.name}.pdf`, mime: 'application/pdf', data: Buffer.concat(chunks), inline: true };
}

/** The font draws curly quotes as wide as a Chinese character: beside Latin letters they would leave a gap. */
export function latinQuotes(text: string): string {
  return text
    .replace(/(?<=[\u0020-\u024f])[‘’]|[‘’](?=[\u0021-\u024f])/g, "'")
    .replace(/(?<=[\u0021-\u024f])[“”]|[“”](?=[\u0021-\u024f])/g, '"');
}

function narrowQuotes(pdf: Pdf): void {
  for (const name of ['text', 'heightOfString', 'widthOfString'] as const) {
    const method = pdf[name].bind(pdf) as (text: string, ...more: unknown[]) => unknown;
    Object.assign(pdf, { [name]: (text: string, ...more: unknown[]) => method(latinQuotes(text), ...more) });
  }
}

/** One line that is cut with an ellipsis where it does not fit. */
export function lineOfText(
  pdf: Pdf,
  text: string,
  x: number,
  y: number,
  width: number,
  options: { align?: 'left' | 'right' | 'center' } = {},
): void {
  const height = pdf.currentLineHeight(true) * 1.05;
  pdf.text(text, x, y, { width, height, ellipsis: true, lineBreak: true, align: options.align ?? 'left' });
}

/** Of each document, so that a picture that is drawn twice is embedded once. */
const opened = new WeakMap<Pdf, Map<Buffer, PDFKit.Mixins.ImageSrc | undefined>>();

/** A picture that `fitsPaper`, within a square; nothing where there is none. */
export function pictureIn(pdf: Pdf, data: Buffer | undefined, x: number, y: number, size: number): void {
  if (!data) return;
  const known = opened.get(pdf) ?? new Map<Buffer, PDFKit.Mixins.ImageSrc | undefined>();
  opened.set(pdf, known);
  if (!known.has(data)) known.set(data, readPicture(pdf, data));
  const picture = known.get(data);
  if (picture) pdf.image(picture, x, y, { fit: [size, size], align: 'center', valign: 'center' });
}

/** A JPEG that only begins like one: the paper is printed without it. */
function readPicture(pdf: Pdf, data: Buffer): PDFKit.Mixins.ImageSrc | undefined {
  try {
    return (pdf as Pdf & { openImage: (source: Buffer) => PDFKit.Mixins.ImageSrc }).openImage(data);
  } catch {
    return undefined;
  }
}

/**
 * A Code 128 as sharp bars (rectangles, not a picture): scanners read it at any printer resolution. Bars are never
 * wider than `maxModule`, so that a short code does not become a wall.
 */
export function code128(
  pdf: Pick<Pdf, 'rect' | 'fill'>,
  text: string,
  box: { x: number; y: number; width: number; height: number },
  maxModule = 1.2,
): void {
  drawBars(pdf, barsOf('code128', text), box, maxModule);
}

/** A GS1-128 of element strings, `(00)095287654321012346`: the check digit is tested, what begins it is GS1's own sign. */
export function gs1Code(
  pdf: Pick<Pdf, 'rect' | 'fill'>,
  elements: string,
  box: { x: number; y: number; width: number; height: number },
): void {
  drawBars(pdf, barsOf('gs1-128', elements), box, 1.5);
}

function drawBars(
  pdf: Pick<Pdf, 'rect' | 'fill'>,
  bars: readonly number[],
  box: { x: number; y: number; width: number; height: number },
  maxModule: number,
): void {
  const modules = bars.reduce((sum, bar) => sum + bar, 0);
  // Ten modules of quiet zone on either side belong to the code.
  const unit = Math.min(maxModule, box.width / (modules + 20));
  let x = box.x + (box.width - modules * unit) / 2;
  bars.forEach((width, i) => {
    if (i % 2 === 0) pdf.rect(x, box.y, width * unit, box.height);
    x += width * unit;
  });
  pdf.fill('black');
}

/** Widths of bars and gaps in turns, beginning with a bar. */
function barsOf(bcid: 'code128' | 'gs1-128', text: string): number[] {
  const [drawn] = bwip().raw({ bcid, text });
  if (!drawn || !('sbs' in drawn)) throw new Error(`no ${bcid} for ${text}`);
  return [...drawn.sbs];
}
