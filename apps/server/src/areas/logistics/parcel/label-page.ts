import type { PDFPage } from '@cantoo/pdf-lib';

/** 100 x 150 mm in points. */
export const LABEL_PAGE = { width: (100 * 72) / 25.4, height: (150 * 72) / 25.4 };

const library = () => import('@cantoo/pdf-lib');

/** Loads what draws labels while the carrier still answers: the first print of a process does not wait for it. */
export function warmUp(): void {
  void library().catch(() => {});
}

/**
 * Carriers' labels, each on a page of 100 x 150 mm in the order given: 4 x 6 inch labels lose 1.6 %, bars stay vectors. A
 * label that lies on its side is turned upright. Its library is loaded when it is first needed.
 */
export async function fitLabels(labels: readonly Buffer[]): Promise<Buffer> {
  const { PDFDocument, degrees } = await library();
  const out = await PDFDocument.create();
  const newPage = () => out.addPage([LABEL_PAGE.width, LABEL_PAGE.height]);
  for (const label of labels) {
    if (label.subarray(0, 5).toString('latin1') !== '%PDF-') {
      const picture = await out.embedPng(label);
      newPage().drawImage(picture, placed(picture, degrees(90)));
      continue;
    }
    const source = await PDFDocument.load(label);
    for (const drawing of await out.embedPdf(source, source.getPageIndices()))
      newPage().drawPage(drawing, placed(drawing, degrees(90)));
  }
  return Buffer.from(await out.save());
}

type Rotation = Parameters<PDFPage['setRotation']>[0];

/** As large as the page allows, in its middle. */
function placed(drawing: { width: number; height: number }, quarterTurn: Rotation) {
  const lying = drawing.width > drawing.height;
  const [wide, high] = lying ? [drawing.height, drawing.width] : [drawing.width, drawing.height];
  const scale = Math.min(LABEL_PAGE.width / wide, LABEL_PAGE.height / high);
  const x = (LABEL_PAGE.width - wide * scale) / 2;
  const y = (LABEL_PAGE.height - high * scale) / 2;
  const size = { width: drawing.width * scale, height: drawing.height * scale };
  return lying ? { ...size, x: x + wide * scale, y, rotate: quarterTurn } : { ...size, x, y };
}
