import { amountOf, dayFrom, type ReadLine, type ReadStatement, squeezed, Unreadable } from './statement.ts';

/** An aggregate holds others by name; an element holds text. Both may occur several times. */
interface Node {
  name: string;
  text: string;
  parts: Node[];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const plain = (text: string) =>
  text.replaceAll(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0x1f && code < 0x11_0000 ? String.fromCodePoint(code) : ' ';
  });

/**
 * OFX 1 is SGML: elements need no end tag, and banks close some and not others. So a tag with text behind it is an
 * element, and an end tag closes up to the aggregate of its name.
 */
function treeOf(text: string): Node {
  const root: Node = { name: '', text: '', parts: [] };
  const open: Node[] = [root];
  for (const [, end, name = '', behind = ''] of text.matchAll(/<(\/?)([A-Za-z0-9_.:-]+)[^>]*>([^<]*)/g)) {
    const upper = name.toUpperCase();
    if (end) {
      const at = open.findLastIndex((node) => node.name === upper);
      if (at > 0) open.length = at;
      continue;
    }
    const node: Node = { name: upper, text: plain(behind).trim(), parts: [] };
    open.at(-1)?.parts.push(node);
    if (node.text === '' && AGGREGATE.test(upper)) open.push(node);
    if (open.length > 40) throw new Unreadable('its aggregates lie too deep');
  }
  return root;
}
/** Only what leads to a statement is opened, so that an empty element without an end tag holds nothing. */
const AGGREGATE =
  /^(OFX|(BANK|CREDITCARD)MSGSRSV\d|(CC)?STMTTRNRS|(CC)?STMTRS|(BANK|CC)ACCTFROM|BANKTRANLIST|STMTTRN|LEDGERBAL|AVAILBAL|PAYEE|(BANK|CC)ACCTTO|CURRENCY|ORIGCURRENCY)$/;

const partOf = (node: Node | undefined, name: string) => node?.parts.find((part) => part.name === name);
const textOf = (node: Node | undefined, name: string) => partOf(node, name)?.text ?? '';
function all(node: Node, name: RegExp): Node[] {
  return node.parts.flatMap((part) => (name.test(part.name) ? [part] : all(part, name)));
}

function dayOf(text: string): string {
  const read = /^(\d{4})(\d{2})(\d{2})/.exec(text);
  if (!read) throw new Unreadable(`"${text}" is no day`);
  return dayFrom(read[1] ?? '', read[2] ?? '', read[3] ?? '');
}
/** "-6.60", and "-6,60" of some banks. */
const amountIn = (text: string) =>
  amountOf(/,\d{1,2}$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', ''));

function lineOf(node: Node, line: number): ReadLine | [] {
  const amount = amountIn(textOf(node, 'TRNAMT'));
  if (amount.isZero()) return [];
  const name = textOf(node, 'NAME') || textOf(partOf(node, 'PAYEE'), 'NAME');
  const check = textOf(node, 'CHECKNUM');
  return {
    line,
    externalId: textOf(node, 'FITID').slice(0, 255) || null,
    onDay: dayOf(textOf(node, 'DTPOSTED')),
    valueDay: textOf(node, 'DTAVAIL') ? dayOf(textOf(node, 'DTAVAIL')) : null,
    amount: amount.toFixed(4),
    currency: textOf(partOf(node, 'CURRENCY'), 'CURSYM') || null,
    counterparty: squeezed(name, 100),
    reference: squeezed([textOf(node, 'MEMO'), /[1-9]/.test(check) ? check : ''].filter(Boolean).join(' ')),
    balanceAfter: null,
  };
}

/** Reads OFX 1 (SGML) and 2 (XML): the statements of bank accounts and cards. @throws Unreadable */
export function readOfx(text: string): ReadStatement[] {
  const start = text.search(/<OFX>/i);
  if (start < 0) throw new Unreadable('no <OFX>');
  const statements = all(treeOf(text.slice(start)), /^(CC)?STMTRS$/);
  if (statements.length === 0) throw new Unreadable('no statement');
  return statements.map((statement) => {
    const list = partOf(statement, 'BANKTRANLIST');
    const ledger = partOf(statement, 'LEDGERBAL');
    const from = partOf(statement, 'BANKACCTFROM') ?? partOf(statement, 'CCACCTFROM');
    const balance = textOf(ledger, 'BALAMT');
    const [start, end] = [textOf(list, 'DTSTART'), textOf(list, 'DTEND')];
    return {
      account: textOf(from, 'ACCTID'),
      currency: textOf(statement, 'CURDEF') || null,
      reference: '',
      fromDay: start ? dayOf(start) : null,
      toDay: end ? dayOf(end) : null,
      opening: null,
      closing: balance ? amountIn(balance).toFixed(4) : null,
      lines: (list?.parts ?? []).filter((part) => part.name === 'STMTTRN').flatMap((part, at) => lineOf(part, at + 1)),
    };
  });
}
