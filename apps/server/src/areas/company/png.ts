const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Colour types that carry transparency themselves: grey with alpha, RGB with alpha. */
const WITH_ALPHA = [4, 6];

/** What a PNG's chunks say about it; undefined for a damaged file. */
export function readPng(data: Buffer): { width: number; height: number; transparent: boolean } | undefined {
  if (data.length < 33 || !data.subarray(0, 8).equals(SIGNATURE) || data.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  const found = { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  let transparent = WITH_ALPHA.includes(data[25] ?? 0);
  for (let at = 8; at + 12 <= data.length; ) {
    const kind = data.toString('latin1', at + 4, at + 8);
    if (kind === 'tRNS') transparent = true;
    if (kind === 'IEND') return { ...found, transparent };
    at += 12 + data.readUInt32BE(at);
  }
  return undefined;
}
