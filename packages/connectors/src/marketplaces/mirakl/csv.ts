/** Files as operators read and write them: semicolons, every field in quotes. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(';')}\n`).join('');

/** Rows of a file whose fields are parted by semicolons or by commas, whichever its first row shows. */
export function readCsv(text: string): string[][] {
  const separator = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let inside = false;
  const endRow = () => {
    row.push(field);
    if (row.some((one) => one !== '')) rows.push(row);
    row = [];
    field = '';
  };
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] ?? '';
    if (inside && sign === '"' && text[i + 1] === '"') {
      field += '"';
      i++;
    } else if (sign === '"') inside = !inside;
    else if (inside) field += sign;
    else if (sign === separator) {
      row.push(field);
      field = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') field += sign;
  }
  endRow();
  return rows;
}
