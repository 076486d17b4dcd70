import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library';

const DOTS_A_POINT = 4;
type Matrix = [number, number, number, number, number, number];
const times = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

export interface ScannedPage {
  width: number;
  height: number;
  code: string;
}

/** Draws the filled rectangles of each page as a printer would, and reads the Code 128 among them. */
export async function scanPages(pdf: Buffer): Promise<ScannedPage[]> {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map((page) => {
    const { width, height } = page.getSize();
    const dots = new Uint8ClampedArray(Math.ceil(width * DOTS_A_POINT) * Math.ceil(height * DOTS_A_POINT)).fill(255);
    const canvas = { dots, width: Math.ceil(width * DOTS_A_POINT), height: Math.ceil(height * DOTS_A_POINT) };
    const contents = page.node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
    const text = streams.map((one) => textOf(document, one)).join('\n');
    draw(document, canvas, text, page.node.Resources(), [1, 0, 0, 1, 0, 0]);
    return { width, height, code: read(canvas) };
  });
}

interface Canvas {
  dots: Uint8ClampedArray;
  width: number;
  height: number;
}

function resolve(document: PDFDocument, value: unknown): unknown {
  return value instanceof PDFRef ? document.context.lookup(value) : value;
}

function textOf(document: PDFDocument, input: unknown): string {
  const stream = resolve(document, input);
  if (stream instanceof PDFRawStream) return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  return stream && typeof stream === 'object' && 'getUnencodedContents' in stream
    ? Buffer.from((stream as { getUnencodedContents(): Uint8Array }).getUnencodedContents()).toString('latin1')
    : '';
}

function draw(
  document: PDFDocument,
  canvas: Canvas,
  text: string,
  resources: PDFDict | undefined,
  start: Matrix,
): void {
  let matrix = start;
  const saved: Matrix[] = [];
  let numbers: number[] = [];
  let name = '';
  let path: { box: number[]; matrix: Matrix }[] = [];
  for (const token of text.match(/\((?:\\.|[^\\()])*\)|<[^>]*>|[^\s[\]]+/g) ?? []) {
    if (/^[-+.\d]/.test(token)) {
      numbers.push(Number(token));
      continue;
    }
    if (token.startsWith('/')) name = token.slice(1);
    else if (token === 'q') saved.push(matrix);
    else if (token === 'Q') matrix = saved.pop() ?? start;
    else if (token === 'cm') matrix = times(numbers.slice(-6) as Matrix, matrix);
    else if (token === 're') path.push({ box: numbers.slice(-4), matrix });
    else if (token === 'f' || token === 'f*' || token === 'B')
      for (const one of path) fill(canvas, one.box, one.matrix);
    else if (token === 'Do') drawForm(document, canvas, name, resources, matrix);
    if (['f', 'f*', 'S', 'B', 'n'].includes(token)) path = [];
    if (!token.startsWith('/')) numbers = [];
  }
}

function drawForm(
  document: PDFDocument,
  canvas: Canvas,
  name: string,
  resources: PDFDict | undefined,
  matrix: Matrix,
): void {
  const forms = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
  const form = resolve(document, forms?.get(PDFName.of(name)));
  if (!(form instanceof PDFRawStream)) return;
  const own = form.dict.lookupMaybe(PDFName.of('Matrix'), PDFArray);
  const placed = own ? (own.asArray().map((n) => (n instanceof PDFNumber ? n.asNumber() : 0)) as Matrix) : undefined;
  const inner = form.dict.lookupMaybe(PDFName.of('Resources'), PDFDict);
  draw(document, canvas, textOf(document, form), inner, placed ? times(placed, matrix) : matrix);
}

function fill(canvas: Canvas, [x = 0, y = 0, w = 0, h = 0]: number[], m: Matrix): void {
  const corner = (px: number, py: number) => [m[0] * px + m[2] * py + m[4], m[1] * px + m[3] * py + m[5]] as const;
  const [a, b] = [corner(x, y), corner(x + w, y + h)];
  const left = Math.round(Math.min(a[0], b[0]) * DOTS_A_POINT);
  const right = Math.round(Math.max(a[0], b[0]) * DOTS_A_POINT);
  const top = canvas.height - Math.round(Math.max(a[1], b[1]) * DOTS_A_POINT);
  const bottom = canvas.height - Math.round(Math.min(a[1], b[1]) * DOTS_A_POINT);
  for (let row = Math.max(0, top); row < Math.min(canvas.height, bottom); row++)
    canvas.dots.fill(0, row * canvas.width + Math.max(0, left), row * canvas.width + Math.min(canvas.width, right));
}

/** As a hand scanner does: held across the page, else along it. */
function read(canvas: Canvas): string {
  try {
    return decode(canvas);
  } catch {
    return decode(quarterTurn(canvas));
  }
}

function quarterTurn({ dots, width, height }: Canvas): Canvas {
  const turned = new Uint8ClampedArray(dots.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = dots[y * width + x] ?? 255;
  return { dots: turned, width: height, height: width };
}

function decode(canvas: Canvas): string {
  const source = new RGBLuminanceSource(canvas.dots, canvas.width, canvas.height);
  const reader = new MultiFormatReader();
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128]],
    [DecodeHintType.TRY_HARDER, true],
  ]);
  return reader.decode(new BinaryBitmap(new HybridBinarizer(source)), hints).getText();
}
