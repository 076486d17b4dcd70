import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
} from '@cantoo/pdf-lib';

const decoded = (stream: unknown): string =>
  stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';

/** What a person reads on each page of a PDF that was drawn here, one text after the other as they were drawn. */
export async function readPages(pdf: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map((page) => {
    const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict);
    const lettersOf = new Map(
      [...(fonts?.entries() ?? [])].map(([name, ref]) => {
        const font = document.context.lookup(ref, PDFDict);
        return [name.asString(), letters(decoded(font.lookup(PDFName.of('ToUnicode'))))];
      }),
    );
    const contents = page.node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
    return said(streams.map((one) => decoded(document.context.lookup(one))).join('\n'), lettersOf);
  });
}

/** Which letters the glyphs of an embedded font are: pdfkit writes ranges that name each of them. */
function letters(cmap: string): string[] {
  const found: string[] = [];
  for (const [, from = '0', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex = ''], at) => {
      found[Number.parseInt(from, 16) + at] = PDFHexString.of(`feff${hex.replaceAll(' ', '')}`).decodeText();
    });
  return found;
}

function said(content: string, lettersOf: ReadonlyMap<string, string[]>): string {
  const texts: string[] = [];
  let font: string[] = [];
  for (const [, name, shown] of content.matchAll(/(\/F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/g)) {
    if (name) font = lettersOf.get(name) ?? [];
    else
      texts.push(
        [...(shown ?? '').matchAll(/<([0-9a-f]*)>/g)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => font[Number.parseInt(glyph, 16)] ?? '')
          .join(''),
      );
  }
  return texts.join('\n');
}
